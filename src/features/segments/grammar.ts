import { Type, type Static, type TObject } from "typebox";
import { fieldsOfKind, genders } from "../../kernel/contact-columns.ts";
import { OneOf } from "../../kernel/schema.ts";
import type { FieldType } from "../contacts/fields/values.ts";
import { contactStatuses } from "../contacts/states.ts";
import { rfmGroups } from "../orders/rfm/groups.ts";
import * as values from "./values.ts";

/**
 * The schemas of segment definitions: the parser validates with them and the API description publishes them. A rule type
 * has a variant for every combination of properties; a negative operator holds for exactly those contacts for which the
 * positive one does not.
 */
export const textFields = ["email", ...fieldsOfKind("line", "text", "language", "country"), "source"] as const;
export const momentFields = ["createdAt", "updatedAt", "consentAt", "lastSentAt", "lastOpenAt", "lastClickAt"] as const;
const dayFields = fieldsOfKind("day");
const monthDayFields = fieldsOfKind("month_day");
const genderFields = fieldsOfKind("gender");
const dateFields = [...momentFields, ...dayFields] as const;
const yearlyFields = [...dayFields, ...monthDayFields] as const;

const textOperators = ["eq", "neq", "contains", "not_contains", "starts_with", "ends_with"] as const;
const emptyOperators = ["is_empty", "is_not_empty"] as const;
const lastDays = ["in_last_days", "not_in_last_days"] as const;

/** Operators and values, for profile fields and custom fields. */
const text = { operator: OneOf(textOperators), value: values.Word };
const textIn = { operator: OneOf(["in"]), value: values.Words };
const empty = { operator: OneOf(emptyOperators) };
const day = { operator: OneOf(["eq", "neq", "before", "after"]), value: values.DayString };
const dayIn = { operator: OneOf(["in"]), value: values.DayList };
const number = { operator: OneOf(["eq", "neq", "gt", "gte", "lt", "lte"]), value: values.Decimal };
const numberIn = { operator: OneOf(["in"]), value: values.Decimals };
const optionIn = { operator: OneOf(["in"]), value: values.IdList };

const choice = <const Words extends readonly string[]>(words: Words) => ({
  operator: OneOf(["eq", "neq"]),
  value: OneOf(words),
});
const choiceIn = (words: readonly string[]) => ({
  operator: OneOf(["in"]),
  value: values.toEnum(words),
});

const allFields = OneOf([...textFields, "status", ...genderFields, ...dateFields, ...monthDayFields]);
const fieldRule = Type.Literal("field");

const fieldRules = [
  Type.Object({ type: fieldRule, field: OneOf(textFields), ...text }, { title: "Text of the profile" }),
  Type.Object({ type: fieldRule, field: OneOf(textFields), ...textIn }, { title: "Text, one of several" }),
  Type.Object({ type: fieldRule, field: allFields, ...empty }, { title: "Any field, empty or not" }),
  Type.Object({ type: fieldRule, field: OneOf(["status"]), ...choice(contactStatuses) }, { title: "Status" }),
  Type.Object(
    { type: fieldRule, field: OneOf(["status"]), ...choiceIn(contactStatuses) },
    { title: "Status, one of several" },
  ),
  Type.Object({ type: fieldRule, field: OneOf(genderFields), ...choice(genders) }, { title: "Gender" }),
  Type.Object(
    { type: fieldRule, field: OneOf(genderFields), ...choiceIn(genders) },
    { title: "Gender, one of several" },
  ),
  Type.Object({ type: fieldRule, field: OneOf(dateFields), ...day }, { title: "Date, compared with a day" }),
  Type.Object({ type: fieldRule, field: OneOf(dateFields), ...dayIn }, { title: "Date, one of several days" }),
  Type.Object(
    { type: fieldRule, field: OneOf(momentFields), operator: OneOf(lastDays), value: values.Days },
    {
      title: "Date, within the last days",
      description:
        "Calendar days of the company, from today minus the value; not_in_last_days also holds for an empty date",
    },
  ),
  Type.Object(
    {
      type: fieldRule,
      field: OneOf(yearlyFields),
      operator: OneOf([...lastDays, "in_next_days"]),
      value: values.Days,
    },
    {
      title: "Birthday or name day, by its day in the year",
      description: "The year is ignored; 29 February is 28 February in a year without it",
    },
  ),
  Type.Object(
    { type: fieldRule, field: OneOf(monthDayFields), operator: OneOf(["eq", "neq"]), value: values.MonthDay },
    { title: "Name day" },
  ),
  Type.Object(
    {
      type: fieldRule,
      field: OneOf(monthDayFields),
      operator: OneOf(["in"]),
      value: values.MonthDays,
    },
    { title: "Name day, one of several" },
  ),
] as const;

const listRule = Type.Object(
  { type: Type.Literal("list"), operator: OneOf(["in", "not_in"]), listId: values.IdString },
  { title: "List", description: "`in`: a confirmed or unconfirmed member" },
);

const shopId = Type.Optional(values.ShopId);
const days = Type.Optional(values.Days);

const orderCountRule = Type.Object(
  { type: Type.Literal("order_count"), operator: OneOf(["gte", "lte", "eq"]), count: values.CountString, shopId, days },
  { title: "Number of completed orders" },
);
const orderValueRule = Type.Object(
  {
    type: Type.Literal("order_value"),
    operator: OneOf(["gte", "lte"]),
    amount: values.Amount,
    currency: values.CurrencyCode,
    shopId: values.ShopId,
    days,
  },
  {
    title: "Sum of completed orders in one currency of the shop",
    description: "A contact without orders has a sum of zero",
  },
);
const lastOrderRules = [
  Type.Object(
    { type: Type.Literal("last_order"), operator: OneOf(lastDays), days: values.Days, shopId },
    {
      title: "Last completed order, within the last days",
      description: "not_in_last_days also holds without any order",
    },
  ),
  Type.Object(
    { type: Type.Literal("last_order"), operator: OneOf(["before", "after"]), date: values.DayString, shopId },
    { title: "Last completed order, compared with a day" },
  ),
] as const;
const orderAttributeRule = Type.Object(
  {
    type: Type.Literal("order_attribute"),
    attribute: OneOf(["code", "category", "brand"]),
    operator: OneOf(["eq", "neq"]),
    value: values.Word,
    shopId,
    days,
  },
  { title: "Bought a product, category or brand", description: "In a completed order" },
);
const engagementRule = Type.Object(
  {
    type: Type.Literal("engagement"),
    operator: OneOf(["in", "not_in"]),
    value: values.toEnum(["A", "B", "C", "D", "E", "N"]),
  },
  { title: "Engagement" },
);
const rfmRule = Type.Object(
  {
    type: Type.Literal("rfm"),
    operator: OneOf(["in", "not_in"]),
    value: values.toEnum(rfmGroups),
    currency: values.CurrencyCode,
    shopId: values.ShopId,
  },
  { title: "RFM group in one currency of the shop", description: "not_in also holds without a score" },
);
const purposeRule = Type.Object(
  { type: Type.Literal("purpose"), operator: OneOf(["valid", "not_valid"]), purposeId: values.IdString },
  { title: "Valid consent to a purpose" },
);
const campaignRule = Type.Object(
  {
    type: Type.Literal("campaign"),
    operator: OneOf([
      "delivered",
      "opened",
      "clicked",
      "not_delivered",
      "not_opened",
      "not_clicked",
      "bounced",
      "complained",
      "unsubscribed",
    ]),
    campaignId: values.IdString,
  },
  { title: "Campaign", description: "The negations also match contacts that did not get the campaign" },
);
const campaignLinkRule = Type.Object(
  {
    type: Type.Literal("campaign"),
    operator: Type.Literal("clicked_link"),
    campaignId: values.IdString,
    link: values.LinkNumber,
  },
  { title: "Link of a campaign", description: "People who clicked the link with this number" },
);
const segmentRule = Type.Object(
  { type: Type.Literal("segment"), operator: OneOf(["in", "not_in"]), segmentId: values.IdString },
  { title: "Another segment of the same shop" },
);

const customRule = { type: Type.Literal("custom_field"), fieldId: values.IdString };
const customText = [
  Type.Object({ ...customRule, ...text }, { title: "Custom field: text, textarea, url" }),
  Type.Object({ ...customRule, ...textIn }, { title: "Custom field: text, textarea, url, one of several" }),
] as const;
const customNumber = [
  Type.Object({ ...customRule, ...number }, { title: "Custom field: number" }),
  Type.Object({ ...customRule, ...numberIn }, { title: "Custom field: number, one of several" }),
] as const;
const customDate = [
  Type.Object({ ...customRule, ...day }, { title: "Custom field: date" }),
  Type.Object({ ...customRule, ...dayIn }, { title: "Custom field: date, one of several" }),
  Type.Object(
    { ...customRule, operator: OneOf([...lastDays, "in_next_days"]), value: values.Days },
    { title: "Custom field: date, within days" },
  ),
] as const;
const customBool = Type.Object({ ...customRule, ...choice(["true", "false"]) }, { title: "Custom field: bool" });
const customSelect = [
  Type.Object(
    { ...customRule, operator: OneOf(["eq", "neq"]), value: values.IdString },
    { title: "Custom field: select, by option id" },
  ),
  Type.Object({ ...customRule, ...optionIn }, { title: "Custom field: select or multiselect, one of several options" }),
] as const;
const customMultiselect = Type.Object(
  { ...customRule, operator: OneOf(["eq", "neq", "contains", "not_contains"]), value: values.IdString },
  { title: "Custom field: multiselect, has an option" },
);
const customEmpty = Type.Object({ ...customRule, ...empty }, { title: "Custom field, empty or not" });

/** The variants of a custom field depend on its type. */
export const customRules: Readonly<Record<FieldType, readonly TObject[]>> = {
  text: [...customText, customEmpty],
  textarea: [...customText, customEmpty],
  url: [...customText, customEmpty],
  number: [...customNumber, customEmpty],
  date: [...customDate, customEmpty],
  bool: [customBool, customEmpty],
  select: [...customSelect, customEmpty],
  multiselect: [customMultiselect, customSelect[1], customEmpty],
};

/** The variants of every rule type. */
export const ruleVariants = {
  list: [listRule],
  field: fieldRules,
  order_count: [orderCountRule],
  order_value: [orderValueRule],
  last_order: lastOrderRules,
  order_attribute: [orderAttributeRule],
  engagement: [engagementRule],
  rfm: [rfmRule],
  purpose: [purposeRule],
  custom_field: [
    ...customText,
    ...customNumber,
    ...customDate,
    customBool,
    ...customSelect,
    customMultiselect,
    customEmpty,
  ],
  campaign: [campaignRule, campaignLinkRule],
  segment: [segmentRule],
} as const;

export type RuleType = keyof typeof ruleVariants;
export type RuleByType = { readonly [Name in RuleType]: Static<(typeof ruleVariants)[Name][number]> };
export type RuleOf<Name extends RuleType> = RuleByType[Name];
export type Rule = RuleByType[RuleType];

export const Rule = Type.Unsafe<Rule>(Type.Union(Object.values(ruleVariants).flat()));

/**
 * The properties that select the variant of a rule, in this order; the others are then validated against that variant.
 * A type without an entry does not compile.
 */
export const discriminators: { readonly [Name in RuleType]: readonly KeyOfAny<RuleByType[Name]>[] } = {
  list: ["operator"],
  field: ["field", "operator"],
  order_count: ["operator"],
  order_value: ["operator"],
  last_order: ["operator"],
  order_attribute: ["attribute", "operator"],
  engagement: ["operator"],
  rfm: ["operator"],
  purpose: ["operator"],
  custom_field: ["operator"],
  campaign: ["operator"],
  segment: ["operator"],
};

type KeyOfAny<Union> = Union extends unknown ? keyof Union : never;

export type RuleGroup = {
  readonly type: "group";
  readonly match: "all" | "any";
  readonly rules: readonly (RuleGroup | Rule)[];
};

export const maxLevels = 8;
export const maxRules = 50;
export const maxChain = 5;

const groupProperties = (rules: object) => ({
  type: { const: "group" },
  match: { type: "string", enum: ["all", "any"] },
  rules: {
    type: "array",
    items: { anyOf: [{ $ref: "#/$defs/SegmentRule" }, { $ref: "#/$defs/SegmentGroup" }] },
    maxItems: maxRules,
    ...rules,
  },
});

/** The published schema: nested groups. */
export const definitionSchema = {
  $ref: "#/$defs/SegmentDefinition",
  $defs: {
    SegmentDefinition: {
      type: "object",
      description: `At most ${maxLevels} levels of groups, this one included, and ${maxRules} rules`,
      required: ["type", "match", "rules"],
      properties: groupProperties({}),
    },
    SegmentGroup: {
      type: "object",
      required: ["type", "match", "rules"],
      properties: groupProperties({ minItems: 1 }),
    },
    SegmentRule: Rule,
  },
};
