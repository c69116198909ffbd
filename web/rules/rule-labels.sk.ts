import { slovakContactFields } from "../ui/names/contact-fields.sk.ts";
import type { FieldName } from "./comparisons.ts";
import type { czechOperators, czechSubjects } from "./rule-labels.ts";

export const slovakFields: Readonly<Record<FieldName, string>> = {
  ...slovakContactFields,
  createdAt: "Dátum pridania",
  updatedAt: "Dátum zmeny",
  consentAt: "Dátum súhlasu",
};

export const slovakOperators: typeof czechOperators = {
  eq: "je",
  neq: "nie je",
  contains: "obsahuje",
  not_contains: "neobsahuje",
  starts_with: "začína sa na",
  ends_with: "končí sa na",
  in: "je jedno z",
  is_empty: "nie je vyplnené",
  is_not_empty: "je vyplnené",
  before: "je pred",
  after: "je po",
  in_last_days: "je v posledných",
  not_in_last_days: "nie je v posledných",
  in_next_days: "je v najbližších",
  gt: "je väčšie ako",
  gte: "je aspoň",
  lt: "je menšie ako",
  lte: "je najviac",
};

export const slovakSubjects: typeof czechSubjects = {
  list: "Zoznam",
  field: "Údaj kontaktu",
  custom_field: "Vlastné pole",
  purpose: "Súhlas",
  segment: "Segment",
  engagement: "Zapojenie",
  campaign: "Kampaň",
  order_count: "Počet objednávok",
  order_value: "Hodnota objednávok",
  last_order: "Posledný nákup",
  order_attribute: "Nákup tovaru",
  rfm: "RFM skupina",
};
