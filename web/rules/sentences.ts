import type { RuleType } from "../../src/features/segments/grammar.ts";
import type { OutputOf } from "../api/operations.ts";
import { namedOptions, optionsOf } from "../ui/choices/options.ts";
import {
  changesOfOperator,
  customComparisons,
  fieldComparisons,
  fieldNames,
  isFieldName,
  valueKindOf,
  type Comparison,
} from "./comparisons.ts";
import type { Changes, Option, Part } from "./parts.ts";
import type { RuleMessages } from "./rule-messages.ts";
import type { RuleValues } from "./tree.ts";

/** What the rules may name. */
export type Sources = {
  readonly lists: readonly Option[];
  readonly segments: readonly Option[];
  readonly campaigns: readonly Option[];
  readonly purposes: readonly Option[];
  readonly shops: readonly (Option & { readonly currencies: readonly string[] })[];
  readonly customFields: OutputOf<"GET /custom-fields">["items"];
};

type SentenceBuilder = (values: RuleValues, t: RuleMessages, sources: Sources) => readonly Part[];

const word = (text: string): Part => ({ kind: "word", text });

type ChoiceSettings = { readonly label: string; readonly options: readonly Option[]; readonly isSearchable?: boolean };

/** A choice that sets one property. */
const choicePart = (values: RuleValues, property: string, settings: ChoiceSettings): Part => ({
  kind: "choice",
  property,
  value: values[property] ?? "",
  pick: (value) => ({ [property]: value }),
  ...settings,
});

const operator = (values: RuleValues, t: RuleMessages, labels: Readonly<Record<string, string>>): Part =>
  choicePart(values, "operator", { label: t.operator, options: optionsOf(labels) });

/** A rule that names one object: its operator, then the object. */
const naming =
  (
    type: "list" | "segment" | "purpose",
    property: string,
    from: (sources: Sources) => readonly Option[],
  ): SentenceBuilder =>
  (values, t, sources) => [
    word(t.subjects[type]),
    operator(values, t, t.namingOperators[type]),
    choicePart(values, property, { label: t.subjects[type], options: from(sources), isSearchable: true }),
  ];

function compared(
  values: RuleValues,
  t: RuleMessages,
  { comparison, options, unit }: { comparison: Comparison; options: readonly Option[]; unit: string },
): Part[] {
  const kind = valueKindOf(comparison, values["operator"]);
  const operators = comparison.map(([name]) => ({ value: name, label: t.operators[name] }));
  const choice: Part = {
    kind: "choice",
    options: operators,
    property: "operator",
    label: t.operator,
    value: values["operator"] ?? "",
    pick: (value) => changesOfOperator(comparison, value, { operator: values["operator"], value: values["value"] }),
  };
  if (kind === "none") return [choice];
  const control = {
    property: "value",
    label: t.value,
    value: values["value"] ?? "",
    pick: (value: string): Changes => ({ value }),
  };
  if (kind === "choice" || kind === "choices") return [choice, { ...control, kind, options }];
  return [choice, { ...control, kind }, ...(kind === "dayCount" ? [word(unit)] : [])];
}

const fieldOptions = (name: string, t: RuleMessages): Option[] => {
  if (name === "status") return optionsOf(t.statuses);
  return name === "gender" ? optionsOf(t.genders) : [];
};

const field: SentenceBuilder = (values, t) => {
  const name = isFieldName(values["field"]) ? values["field"] : "email";
  const comparison = fieldComparisons[name];
  const pick = (value: string): Changes => {
    const first = isFieldName(value) ? fieldComparisons[value] : comparison;
    return { field: value, ...changesOfOperator(first, first[0]?.[0] ?? "eq", {}) };
  };
  return [
    {
      kind: "choice",
      property: "field",
      label: t.subjects.field,
      value: name,
      options: fieldNames.map((field) => ({ value: field, label: t.fields[field] })),
      isSearchable: true,
      pick,
    },
    ...compared(values, t, { comparison, options: fieldOptions(name, t), unit: t.dayUnit(values["operator"] ?? "") }),
  ];
};

const customField: SentenceBuilder = (values, t, { customFields }) => {
  const chosen = customFields.find(({ id }) => id === values["fieldId"]);
  const names: Part = {
    kind: "choice",
    property: "fieldId",
    label: t.subjects.custom_field,
    value: values["fieldId"] ?? "",
    options: namedOptions(customFields),
    isSearchable: true,
    pick: (fieldId) => {
      const type = customFields.find(({ id }) => id === fieldId)?.type ?? "text";
      const comparison = customComparisons[type];
      return { fieldId, ...changesOfOperator(comparison, comparison[0]?.[0] ?? "eq", {}) };
    },
  };
  if (chosen === undefined) return [word(t.subjects.custom_field), names];
  const options = chosen.type === "bool" ? optionsOf(t.yesNo) : namedOptions(chosen.options);
  const comparison = customComparisons[chosen.type];
  return [names, ...compared(values, t, { comparison, options, unit: t.dayUnit(values["operator"] ?? "") })];
};

/** Any time, or within the last days. */
const period = (values: RuleValues, t: RuleMessages): Part[] => {
  const { days } = values;
  const choice: Part = {
    kind: "choice",
    property: "days",
    label: t.period,
    value: days === undefined ? "ever" : "last",
    options: optionsOf(t.periods),
    pick: (value) => ({ days: value === "ever" ? undefined : "365" }),
  };
  return days === undefined ? [choice] : [choice, dayCount(values, t), word(t.days)];
};

const dayCount = (values: RuleValues, t: RuleMessages): Part => ({
  kind: "dayCount",
  property: "days",
  label: t.days,
  value: values["days"] ?? "",
  pick: (days) => ({ days }),
});

/** Which shop's orders count; with one shop there is nothing to choose. */
const anyShop = (values: RuleValues, t: RuleMessages, { shops }: Sources): Part[] =>
  shops.length < 2
    ? []
    : [
        {
          kind: "choice",
          property: "shopId",
          label: t.shop,
          value: values["shopId"] ?? "any",
          options: [{ value: "any", label: t.anyShop }, ...shops],
          pick: (shopId) => ({ shopId: shopId === "any" ? undefined : shopId }),
        },
      ];

/** A sum is of one shop in one of its currencies. */
const shopAndCurrency = (values: RuleValues, t: RuleMessages, { shops }: Sources): Part[] => {
  const currencies = shops.find(({ value }) => value === values["shopId"])?.currencies ?? [];
  const currency = choicePart(values, "currency", {
    label: t.currency,
    options: currencies.map((code) => ({ value: code, label: code })),
  });
  if (shops.length < 2) return [currency];
  const pick = (shopId: string): Changes => {
    const own = shops.find(({ value }) => value === shopId)?.currencies ?? [];
    return { shopId, currency: own[0] ?? "" };
  };
  const shop = { kind: "choice", property: "shopId", label: t.shop, options: shops, pick } as const;
  return [currency, { ...shop, value: values["shopId"] ?? "" }];
};

const number = (values: RuleValues, property: string, label: string): Part => ({
  kind: "number",
  property,
  label,
  value: values[property] ?? "",
  width: 90,
  pick: (value) => ({ [property]: value }),
});

const lastOrder: SentenceBuilder = (values, t, sources) => {
  const isDated = "date" in values;
  const operators: Part = {
    kind: "choice",
    property: "operator",
    label: t.operator,
    value: values["operator"] ?? "",
    options: optionsOf(t.lastOrderOperators),
    pick: (next) =>
      next === "before" || next === "after"
        ? { operator: next, date: values["date"] ?? "", days: undefined }
        : { operator: next, days: values["days"] ?? "30", date: undefined },
  };
  const when: Part[] = isDated
    ? [{ kind: "day", property: "date", label: t.date, value: values["date"] ?? "", pick: (date) => ({ date }) }]
    : [dayCount(values, t), word(t.dayUnit(values["operator"] ?? ""))];
  return [word(t.subjects.last_order), operators, ...when, ...anyShop(values, t, sources)];
};

/** One operator names a link of the campaign too, by the number that its report shows. */
const campaign: SentenceBuilder = (values, t, { campaigns }) => {
  const ofLink = "clicked_link";
  const isOfLink = values["operator"] === ofLink;
  const operators: Part = {
    kind: "choice",
    property: "operator",
    label: t.operator,
    value: values["operator"] ?? "",
    options: optionsOf(t.namingOperators.campaign),
    pick: (next) => ({ operator: next, link: next === ofLink ? (values["link"] ?? "") : undefined }),
  };
  return [
    word(t.subjects.campaign),
    operators,
    ...(isOfLink ? [number(values, "link", t.link), word(t.ofCampaign)] : []),
    choicePart(values, "campaignId", { label: t.subjects.campaign, options: campaigns, isSearchable: true }),
  ];
};

/** How each kind of rule reads. */
export const sentences: { readonly [Name in RuleType]: SentenceBuilder } = {
  list: naming("list", "listId", ({ lists }) => lists),
  segment: naming("segment", "segmentId", ({ segments }) => segments),
  campaign,
  purpose: naming("purpose", "purposeId", ({ purposes }) => purposes),
  field,
  custom_field: customField,
  engagement: (values, t) => [
    word(t.subjects.engagement),
    operator(values, t, t.someOperators),
    {
      kind: "letters",
      property: "value",
      label: t.subjects.engagement,
      value: values["value"] ?? "",
      options: optionsOf(t.engagements),
      pick: (value) => ({ value }),
    },
  ],
  order_count: (values, t, sources) => [
    word(t.subjects.order_count),
    operator(values, t, t.countOperators),
    number(values, "count", t.subjects.order_count),
    ...period(values, t),
    ...anyShop(values, t, sources),
  ],
  order_value: (values, t, sources) => [
    word(t.subjects.order_value),
    operator(values, t, t.amountOperators),
    number(values, "amount", t.amount),
    ...shopAndCurrency(values, t, sources),
    ...period(values, t),
  ],
  last_order: lastOrder,
  order_attribute: (values, t, sources) => [
    word(t.subjects.order_attribute),
    choicePart(values, "attribute", { label: t.attribute, options: optionsOf(t.attributes) }),
    operator(values, t, t.attributeOperators),
    { kind: "text", property: "value", label: t.value, value: values["value"] ?? "", pick: (value) => ({ value }) },
    ...period(values, t),
    ...anyShop(values, t, sources),
  ],
  rfm: (values, t, sources) => [
    word(t.subjects.rfm),
    operator(values, t, t.someOperators),
    {
      kind: "choices",
      property: "value",
      label: t.subjects.rfm,
      value: values["value"] ?? "",
      options: optionsOf(t.rfmGroups),
      pick: (value) => ({ value }),
    },
    ...shopAndCurrency(values, t, sources),
  ],
};
