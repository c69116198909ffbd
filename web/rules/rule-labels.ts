import type { RuleByType, RuleType } from "../../src/features/segments/grammar.ts";
import { czechContactFields, englishContactFields } from "../ui/names/contact-fields.ts";
import type { FieldName } from "./comparisons.ts";

type Labels<Key extends string> = Readonly<Record<Key, string>>;
type Operator = RuleByType["field"]["operator"] | RuleByType["custom_field"]["operator"];

/** Sentences compare days, so they name the day. */
export const czechFields: Labels<FieldName> = {
  ...czechContactFields,
  createdAt: "Datum přidání",
  updatedAt: "Datum změny",
  consentAt: "Datum souhlasu",
};

export const englishFields: Labels<FieldName> = {
  ...englishContactFields,
  createdAt: "Day of adding",
  updatedAt: "Day of change",
  consentAt: "Day of consent",
};

export const czechOperators: Labels<Operator> = {
  eq: "je",
  neq: "není",
  contains: "obsahuje",
  not_contains: "neobsahuje",
  starts_with: "začíná na",
  ends_with: "končí na",
  in: "je jedno z",
  is_empty: "není vyplněno",
  is_not_empty: "je vyplněno",
  before: "je před",
  after: "je po",
  in_last_days: "je v posledních",
  not_in_last_days: "není v posledních",
  in_next_days: "je v příštích",
  gt: "je větší než",
  gte: "je alespoň",
  lt: "je menší než",
  lte: "je nejvýše",
};

export const englishOperators: Labels<Operator> = {
  eq: "is",
  neq: "is not",
  contains: "contains",
  not_contains: "does not contain",
  starts_with: "starts with",
  ends_with: "ends with",
  in: "is one of",
  is_empty: "is empty",
  is_not_empty: "is filled in",
  before: "is before",
  after: "is after",
  in_last_days: "is in the last",
  not_in_last_days: "is not in the last",
  in_next_days: "is in the next",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
};

export const czechSubjects: Labels<RuleType> = {
  list: "Seznam",
  field: "Údaj kontaktu",
  custom_field: "Vlastní pole",
  purpose: "Souhlas",
  segment: "Segment",
  engagement: "Zapojení",
  campaign: "Kampaň",
  order_count: "Počet objednávek",
  order_value: "Hodnota objednávek",
  last_order: "Poslední nákup",
  order_attribute: "Nákup zboží",
  rfm: "RFM skupina",
};

export const englishSubjects: Labels<RuleType> = {
  list: "List",
  field: "Contact detail",
  custom_field: "Custom field",
  purpose: "Consent",
  segment: "Segment",
  engagement: "Engagement",
  campaign: "Campaign",
  order_count: "Number of orders",
  order_value: "Value of orders",
  last_order: "Last purchase",
  order_attribute: "Purchased goods",
  rfm: "RFM group",
};
