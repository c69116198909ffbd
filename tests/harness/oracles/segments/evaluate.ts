import { Temporal } from "temporal-polyfill";
import type { RuleGroup, Rule, RuleOf } from "../../../../src/features/segments/grammar.ts";
import type { SampleOrder, SampleContact } from "./model-contacts.ts";

/** Reference evaluator: definitions in plain code over plain data, compared with the SQL results. */
export type EvaluationTime = { now: Date; timeZone: string };
export type LiveSegments = ReadonlyMap<string, RuleGroup>;
type EvaluationContext = EvaluationTime & { live: LiveSegments; fieldTypes: ReadonlyMap<string, string> };

export function matches(context: EvaluationContext, person: SampleContact, node: RuleGroup | Rule): boolean {
  if (node.type === "group") {
    if (node.rules.length === 0) return true;
    const holds = (rule: RuleGroup | Rule) => matches(context, person, rule);
    return node.match === "all" ? node.rules.every(holds) : node.rules.some(holds);
  }
  const negation = /^(not_(?!in_last)|neq$|is_not)/.test(node.operator);
  switch (node.type) {
    case "list":
      return (
        negation !== person.lists.some(({ listId, state }) => listId === node.listId && /^(un)?confirmed$/.test(state))
      );
    case "engagement":
      return negation !== node.value.split(",").some((letter) => letter.trim() === person.engagement);
    case "rfm": {
      const score = person.scores.find(({ shopId, currency }) => shopId === node.shopId && currency === node.currency);
      return negation !== node.value.split(",").some((group) => group.trim() === score?.rfmGroup);
    }
    case "purpose":
      return negation !== person.consents.some((consent) => isValid(consent, node.purposeId, context.now));
    case "campaign": {
      const message = person.messages.find(({ campaignId }) => campaignId === node.campaignId);
      const what = node.operator.replace("not_", "");
      const did = what === "delivered" ? message?.delivered : what === "opened" ? message?.opened : message?.clicked;
      return negation !== (did ?? false);
    }
    case "segment": {
      const live = context.live.get(node.segmentId);
      const isIn = live === undefined ? person.snapshots.includes(node.segmentId) : matches(context, person, live);
      return negation !== isIn;
    }
    case "order_count":
    case "order_value":
    case "last_order":
    case "order_attribute":
      return matchesOrders(context, person, node);
    case "field":
      return matchesValue(context, kindOf(node.field), valueOf(person, node.field), node);
    case "custom_field":
      return matchesValue(
        context,
        context.fieldTypes.get(node.fieldId) ?? "text",
        person.customFields[node.fieldId],
        node,
      );
  }
}

const isValid = (consent: SampleContact["consents"][number], purposeId: string, now: Date) =>
  consent.purposeId === purposeId &&
  consent.state === "valid" &&
  (consent.validUntil === null || consent.validUntil > now);

/** Cached: the same few hundred instants and windows are evaluated millions of times. */
function memoized<Value>(make: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

/** YYYY-MM-DD; sorts as text in order of time. */
const localDay = memoized((key) => {
  const [at = "", timeZone = ""] = key.split("|");
  return Temporal.Instant.fromEpochMilliseconds(Number(at)).toZonedDateTimeISO(timeZone).toPlainDate().toString();
});
const dayOf = (at: Date, timeZone: string): string => localDay(`${at.getTime()}|${timeZone}`);

/** The other end of a window, and every day of the year in it. */
const windowOf = memoized((key) => {
  const [today = "", step = "", count = ""] = key.split("|");
  const start = Temporal.PlainDate.from(today);
  const days = Array.from({ length: Math.min(Number(count), 366) + 1 }, (_, index) =>
    start.add({ days: index * Number(step) }),
  );
  const yearly = days.map((day) => day.toString().slice(5));
  const leapless = days.some((day) => !day.inLeapYear && day.toString().endsWith("02-28"));
  const [from = "", to = ""] = [today, start.add({ days: Number(count) * Number(step) }).toString()].toSorted();
  return { from, to, yearly: new Set(leapless ? [...yearly, "02-29"] : yearly) };
});
const firstDay = memoized((key) => {
  const [today = "", count = ""] = key.split("|");
  return Temporal.PlainDate.from(today)
    .subtract({ days: Number(count) })
    .toString();
});

type OrderRule = RuleOf<"order_count"> | RuleOf<"order_value"> | RuleOf<"last_order"> | RuleOf<"order_attribute">;

function matchesOrders({ now, timeZone }: EvaluationContext, person: SampleContact, rule: OrderRule): boolean {
  const today = dayOf(now, timeZone);
  const isWithin = (order: SampleOrder, days: string) => {
    const day = dayOf(order.at, timeZone);
    return day >= firstDay(`${today}|${days}`) && day <= today;
  };
  const completed = person.orders.filter(
    (order) => order.meaning === "completed" && (rule.shopId === undefined || order.shopId === rule.shopId),
  );
  if (rule.type === "last_order") {
    const last = completed.toSorted((left, right) => right.at.getTime() - left.at.getTime())[0];
    switch (rule.operator) {
      case "in_last_days":
        return completed.some((order) => isWithin(order, rule.days));
      case "not_in_last_days":
        return !completed.some((order) => isWithin(order, rule.days));
      case "before":
        return last !== undefined && dayOf(last.at, timeZone) < rule.date;
      case "after":
        return last !== undefined && rule.date < dayOf(last.at, timeZone);
    }
  }
  const { days } = rule;
  const counted = days === undefined ? completed : completed.filter((order) => isWithin(order, days));
  if (rule.type === "order_attribute") {
    const key = plain(rule.value.trim());
    const has = counted.some(({ items }) => items.some((item) => item[rule.attribute] === key));
    return rule.operator === "eq" ? has : !has;
  }
  if (rule.type === "order_count") return compareNumbers(counted.length, rule.operator, Number(rule.count));
  const cents = counted
    .filter(({ currency }) => currency === rule.currency)
    .reduce((sum, order) => sum + order.cents, 0);
  return compareNumbers(cents, rule.operator, Math.round(Number(rule.amount) * 100));
}

function compareNumbers(left: number, operator: string, right: number): boolean {
  if (operator === "gte") return left >= right;
  if (operator === "gt") return left > right;
  if (operator === "lte") return left <= right;
  if (operator === "lt") return left < right;
  return left === right;
}

const plain = (text: string) =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l").replaceAll("ß", "ss");

function kindOf(field: string): string {
  if (field === "birthday") return "birthday";
  if (field === "nameDay") return "nameDay";
  return field.endsWith("At") ? "moment" : "text";
}

const valueOf = (person: SampleContact, field: string): unknown => {
  if (field === "email" || field === "status" || field === "birthday" || field === "nameDay") return person[field];
  return field.endsWith("At") ? person.times[field] : person.texts[field];
};

type ValueComparison = { readonly operator: string; readonly value?: string };

function matchesValue(
  context: EvaluationContext,
  kind: string,
  value: unknown,
  { operator, value: asked = "" }: ValueComparison,
): boolean {
  const isEmpty = value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
  if (operator === "is_empty") return isEmpty;
  if (operator === "is_not_empty") return !isEmpty;
  const positive = operator === "neq" ? "eq" : operator.replace(/^not_/, "");
  if (isEmpty) return positive !== operator;
  const holds = positive === "in" ? asked.split(",").some((one) => is(one.trim())) : compare();
  return positive === operator ? holds : !holds;

  function is(one: string): boolean {
    if (kind === "multiselect") return Array.isArray(value) && value.includes(one);
    if (kind === "number") return value === Number(one);
    if (kind === "moment") return value instanceof Date && dayOf(value, context.timeZone) === one;
    return plain(String(value)) === plain(one);
  }

  function compare(): boolean {
    if (positive === "eq") return is(asked.trim());
    if (kind === "multiselect") return is(asked);
    if (kind === "number") return compareNumbers(Number(value), positive, Number(asked));
    if (kind === "text") return compareTexts(plain(String(value)), positive, plain(asked));
    const day = value instanceof Date ? dayOf(value, context.timeZone) : String(value);
    return compareDays(context, kind, day, { operator: positive, value: asked });
  }
}

function compareTexts(text: string, operator: string, asked: string): boolean {
  if (operator === "contains") return text.includes(asked);
  if (operator === "starts_with") return text.startsWith(asked);
  return text.endsWith(asked);
}

type DayComparison = { readonly operator: string; readonly value: string };

function compareDays(
  { now, timeZone }: EvaluationContext,
  kind: string,
  day: string,
  { operator, value }: DayComparison,
): boolean {
  if (operator === "before") return day < value;
  if (operator === "after") return day > value;
  const { from, to, yearly } = windowOf(`${dayOf(now, timeZone)}|${operator === "in_next_days" ? 1 : -1}|${value}`);
  // In a year without 29 February, such anniversaries fall on the 28th.
  return kind === "birthday" || kind === "nameDay" ? yearly.has(day.slice(-5)) : from <= day && day <= to;
}
