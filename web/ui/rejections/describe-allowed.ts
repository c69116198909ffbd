import type { UiMessages } from "../messages.ts";

type Params = Readonly<Record<string, unknown>>;

/** More values than these are not listed in a sentence. */
const maxShownValues = 12;

/**
 * What the API allows in a place whose value it refused, as a sentence; undefined if it does not say. `value` is what was
 * typed: of a text that has a valid length the pattern is wrong.
 */
export function describeAllowed(params: Params, t: UiMessages, value?: unknown): string | undefined {
  const { allowed, pattern, type, unique, kind } = params;
  if (Array.isArray(allowed)) return describeValues(allowed, t);
  const measured = describeMeasured(params, t);
  if (measured !== undefined) return measured;
  const limit = describeLimit(params, t, value);
  const isTextOfRightLength = typeof value === "string" && limit === undefined;
  if (typeof pattern === "string" && (isTextOfRightLength || value === undefined)) return t.invalid.pattern(pattern);
  if (limit !== undefined) return limit;
  if (typeof pattern === "string") return t.invalid.pattern(pattern);
  if (unique === true) return t.invalid.unique;
  if (typeof kind === "string") return t.invalid.existing;
  return type === "integer" || type === "number" ? t.invalid.number : undefined;
}

function describeValues(allowed: readonly unknown[], t: UiMessages): string | undefined {
  const values = allowed.filter((one) => one !== null);
  if (values.length === 1 && values[0] === true) return t.invalid.checked;
  if (values.length === 0 || values.length > maxShownValues) return t.invalid.value;
  return t.invalid.oneOf(values.map(String).join(", "));
}

/** A limit of bytes, rows and other things that a form does not count. */
function describeMeasured({ min, max, unit }: Params, t: UiMessages): string | undefined {
  const units: Readonly<Record<string, string>> = t.invalid.units;
  const name = typeof unit === "string" ? units[unit] : undefined;
  if (name === undefined) return undefined;
  if (typeof max === "number") return t.invalid.unitMax(max, name);
  return typeof min === "number" ? t.invalid.unitMin(min, name) : undefined;
}

/** The limit that the value breaks; both if the value is not known. */
function describeLimit({ type, min, max }: Params, t: UiMessages, value: unknown): string | undefined {
  const types = [type].flat();
  if (types.includes("string"))
    return describeSize({ min, max }, sizeOf(value), [t.invalid.textMin, t.invalid.textMax]);
  if (types.includes("array"))
    return describeSize({ min, max }, sizeOf(value), [t.invalid.itemsMin, t.invalid.itemsMax]);
  if (typeof min === "number" && typeof max === "number") return t.invalid.numberBetween(min, max);
  if (typeof min === "number") return t.invalid.numberMin(min);
  return typeof max === "number" ? t.invalid.numberMax(max) : undefined;
}

const sizeOf = (value: unknown): number | undefined =>
  typeof value === "string" || Array.isArray(value) ? value.length : undefined;

type Sentences = readonly [min: (min: number) => string, max: (max: number) => string];

function describeSize({ min, max }: Params, size: number | undefined, [tooSmall, tooLarge]: Sentences) {
  if (typeof max === "number" && (size === undefined || size > max)) return tooLarge(max);
  return typeof min === "number" && min > 0 && (size === undefined || size < min) ? tooSmall(min) : undefined;
}
