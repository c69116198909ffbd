import { fold } from "../../../kernel/text.ts";
import { asList } from "../graph/config-field.ts";
import { isObject, type JsonObject } from "../graph/json.ts";

/** Whether the data of an event fulfils all conditions. */
export const meetsConditions = (data: JsonObject, conditions: unknown): boolean =>
  asList(conditions).every((condition) => isObject(condition) && meets(data, condition));

function meets(data: JsonObject, { field, operator, value }: JsonObject): boolean {
  const found = valueAt(data, String(field));
  switch (operator) {
    case "is_empty":
      return isEmpty(found);
    case "is_not_empty":
      return !isEmpty(found);
    case "eq":
      return isEqual(found, value);
    case "neq":
      return !isEqual(found, value);
    case "contains":
      return contains(found, value);
    case "not_contains":
      return !contains(found, value);
    default:
      return isOrdered(String(operator), found, value);
  }
}

/** The value at a path such as `items.0.code`. */
export function valueAt(data: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((found, key) => {
    if (Array.isArray(found)) return /^[0-9]+$/.test(key) ? found[Number(key)] : undefined;
    return isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }, data);
}

const isEmpty = (found: unknown): boolean =>
  found === undefined || found === null || found === "" || (Array.isArray(found) && found.length === 0);

/** Shops send numbers as text too. */
const toText = (value: unknown): string =>
  typeof value === "string" ? fold(value.trim()) : (JSON.stringify(value) ?? "");

const isEqual = (found: unknown, value: unknown): boolean => !isEmpty(found) && compare(found, value) === 0;

/** Text contains a part; a list contains an element. */
function contains(found: unknown, value: unknown): boolean {
  if (Array.isArray(found)) return found.some((element) => isEqual(element, value));
  return !isEmpty(found) && toText(found).includes(toText(value));
}

/** As numbers where both are, otherwise as text. */
function compare(found: unknown, value: unknown): number {
  const [left, right] = [parseNumber(found), parseNumber(value)];
  if (left !== undefined && right !== undefined) return left - right;
  const [before, after] = [toText(found), toText(value)];
  return before === after ? 0 : before < after ? -1 : 1;
}

function parseNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\s*-?[0-9]+([.][0-9]+)?\s*$/.test(value) ? Number(value) : undefined;
}

function isOrdered(operator: string, found: unknown, value: unknown): boolean {
  if (isEmpty(found)) return false;
  const order = compare(found, value);
  if (operator === "gt") return order > 0;
  if (operator === "gte") return order >= 0;
  return operator === "lt" ? order < 0 : order <= 0;
}

/** Whether a visited address fits the trigger. */
export function matchesVisit(url: unknown, config: JsonObject): boolean {
  if (typeof url !== "string") return false;
  const wanted = String(config["url"]);
  switch (config["operator"]) {
    case "eq":
      return url === wanted;
    case "starts_with":
      return url.startsWith(wanted);
    case "ends_with":
      return url.endsWith(wanted);
    default:
      return url.includes(wanted);
  }
}
