import type { RuleByType } from "../../src/features/segments/grammar.ts";
import type { OutputOf } from "../api/operations.ts";

export type FieldName = RuleByType["field"]["field"];
type Operator = RuleByType["field"]["operator"] | RuleByType["custom_field"]["operator"];
type CustomFieldType = OutputOf<"GET /custom-fields">["items"][number]["type"];

/** How the value of a rule is entered. */
export type ValueKind =
  | "text"
  | "texts"
  | "choice"
  | "choices"
  | "day"
  | "days"
  | "monthDay"
  | "monthDays"
  | "number"
  | "numbers"
  | "dayCount"
  | "none";

/** Operators of a kind of field, each with its kind of value; the first is that of a new rule. */
export type Comparison = readonly (readonly [Operator, ValueKind])[];

const empty = [
  ["is_not_empty", "none"],
  ["is_empty", "none"],
] as const;
const choice = [
  ["eq", "choice"],
  ["neq", "choice"],
] as const;
const day = [
  ["before", "day"],
  ["after", "day"],
  ["eq", "day"],
  ["neq", "day"],
  ["in", "days"],
] as const;
const lastDays = [
  ["in_last_days", "dayCount"],
  ["not_in_last_days", "dayCount"],
] as const;
const withinDays = [["in_next_days", "dayCount"], ...lastDays] as const;

const text = [
  ["eq", "text"],
  ["neq", "text"],
  ["contains", "text"],
  ["not_contains", "text"],
  ["starts_with", "text"],
  ["ends_with", "text"],
  ["in", "texts"],
  ...empty,
] as const;
const choices = [...choice, ["in", "choices"], ...empty] as const;
const moment = [...lastDays, ...day, ...empty] as const;
const birthday = [...withinDays, ...day, ...empty] as const;
const nameDay = [...withinDays, ["eq", "monthDay"], ["neq", "monthDay"], ["in", "monthDays"], ...empty] as const;

export const fieldComparisons: Readonly<Record<FieldName, Comparison>> = {
  email: text,
  firstName: text,
  lastName: text,
  titleBefore: text,
  titleAfter: text,
  salutation: text,
  salutationFormal: text,
  vocativeFirstName: text,
  vocativeLastName: text,
  gender: choices,
  language: text,
  company: text,
  companyId: text,
  phone: text,
  mobile: text,
  street: text,
  city: text,
  postalCode: text,
  country: text,
  birthday,
  nameDay,
  note: text,
  affiliateId: text,
  source: text,
  status: choices,
  createdAt: moment,
  updatedAt: moment,
  consentAt: moment,
  lastSentAt: moment,
  lastOpenAt: moment,
  lastClickAt: moment,
};

export const customComparisons: Readonly<Record<CustomFieldType, Comparison>> = {
  text,
  textarea: text,
  url: text,
  number: [
    ["eq", "number"],
    ["neq", "number"],
    ["gt", "number"],
    ["gte", "number"],
    ["lt", "number"],
    ["lte", "number"],
    ["in", "numbers"],
    ...empty,
  ],
  date: birthday,
  bool: [...choice, ...empty],
  select: choices,
  multiselect: [["contains", "choice"], ["not_contains", "choice"], ...choices],
};

export const isFieldName = (name: string | undefined): name is FieldName =>
  name !== undefined && Object.hasOwn(fieldComparisons, name);

export const fieldNames: readonly FieldName[] = Object.keys(fieldComparisons).filter(isFieldName);

export const valueKindOf = (comparison: Comparison, operator: string | undefined): ValueKind =>
  comparison.find(([name]) => name === operator)?.[1] ?? "none";

/** The operator and an empty value for it; the value stays where its kind does. */
export function changesOfOperator(
  comparison: Comparison,
  operator: string,
  before: { readonly operator?: string | undefined; readonly value?: string | undefined },
): Readonly<Record<string, string | undefined>> {
  const kind = valueKindOf(comparison, operator);
  if (kind === "none") return { operator, value: undefined };
  const isSameKind = kind === valueKindOf(comparison, before.operator);
  return { operator, value: isSameKind ? (before.value ?? "") : initialValue(kind) };
}

const initialValue = (kind: ValueKind): string => (kind === "dayCount" ? "30" : "");
