import { array, constantFrom, integer, letrec, oneof, record, type Arbitrary } from "fast-check";
import { itemCodes, sampleTexts, type SampleIds } from "./model-contacts.ts";

/** Random definitions that often match: their values are taken from the contacts, or near them. */
export function randomDefinitions(ids: SampleIds, live: readonly string[], now: Date): Arbitrary<unknown> {
  const days = integer({ min: 1, max: 45 }).map(String);
  const manyDays = oneof(days, integer({ min: 1, max: 3650 }).map(String));
  const day = integer({ min: -5, max: 50 }).map((count) =>
    new Date(now.getTime() - count * 86_400_000).toISOString().slice(0, 10),
  );
  const several = (one: Arbitrary<string>) => array(one, { minLength: 1, maxLength: 3 }).map((all) => all.join(", "));
  const rule = (fields: Record<string, Arbitrary<unknown>>) => record(fields);
  const one = <Item>(...items: Item[]) => constantFrom(...items);

  const texts = one(...Object.values(sampleTexts).flatMap((all) => all.filter((word) => word !== null)));
  const bits = one("no", "ž", "50%", "_", "\\", "brno", "STR", "e", "@seznam", "%");
  const textField = one("firstName", "city", "note", "language", "country", "source", "email");
  const momentField = one("createdAt", "updatedAt", "consentAt", "lastSentAt", "lastOpenAt", "lastClickAt");
  const yearly = one("02-29", "02-28", "12-31", "01-05", "07-15");
  const type = one("field");
  const fieldRules = [
    rule({ type, field: textField, operator: one("eq", "neq"), value: texts }),
    rule({
      type,
      field: textField,
      operator: one("contains", "not_contains", "starts_with", "ends_with"),
      value: oneof(bits, texts),
    }),
    rule({ type, field: textField, operator: one("in"), value: several(texts.filter((word) => !word.includes(","))) }),
    rule({
      type,
      field: oneof(textField, momentField, one("birthday", "nameDay", "gender", "status")),
      operator: one("is_empty", "is_not_empty"),
    }),
    rule({ type, field: one("status"), operator: one("eq", "neq", "in"), value: one("subscribed", "pending") }),
    rule({ type, field: one("gender"), operator: one("eq", "neq", "in"), value: one("f", "m") }),
    rule({ type, field: momentField, operator: one("eq", "neq", "before", "after"), value: day }),
    rule({ type, field: momentField, operator: one("in"), value: several(day) }),
    rule({ type, field: momentField, operator: one("in_last_days", "not_in_last_days"), value: manyDays }),
    rule({
      type,
      field: one("birthday"),
      operator: one("eq", "neq", "before", "after", "in"),
      value: one("2000-02-29", "1990-02-28", "1990-03-01", "1985-12-31"),
    }),
    rule({
      type,
      field: one("birthday", "nameDay"),
      operator: one("in_last_days", "not_in_last_days", "in_next_days"),
      value: oneof(manyDays, one("364", "365")),
    }),
    rule({ type, field: one("nameDay"), operator: one("eq", "neq", "in"), value: yearly }),
  ];

  const custom = (fieldId: string, operators: string[], value: Arbitrary<string>) =>
    rule({ type: one("custom_field"), fieldId: one(fieldId), operator: one(...operators), value });
  const numbers = one("-1", "0", "5", "5.5", "5.50", "100");
  const { fields } = ids;
  const customRules = [
    rule({
      type: one("custom_field"),
      fieldId: one(...Object.values(fields)),
      operator: one("is_empty", "is_not_empty"),
    }),
    custom(fields.text, ["eq", "neq", "contains", "starts_with", "in"], one("zelená", "10 %", "%", "e")),
    custom(fields.number, ["eq", "neq", "gt", "gte", "lt", "lte"], numbers),
    custom(fields.number, ["in"], several(numbers)),
    custom(fields.date, ["eq", "neq", "before", "after", "in"], day),
    custom(fields.date, ["in_last_days", "not_in_last_days", "in_next_days"], days),
    custom(fields.bool, ["eq", "neq"], one("true", "false")),
    custom(fields.select, ["eq", "neq", "in"], one(...ids.options)),
    custom(fields.multiselect, ["eq", "neq", "contains", "not_contains", "in"], one(...ids.options)),
  ];

  const shopId = one(...ids.shops);
  /** Includes optional properties at random. */
  const scoped = (properties: Record<string, Arbitrary<unknown>>) =>
    oneof(rule(properties), rule({ ...properties, shopId }));
  const dated = (properties: Record<string, Arbitrary<unknown>>) =>
    oneof(scoped(properties), scoped({ ...properties, days }));
  const money = {
    type: one("order_value"),
    operator: one("gte", "lte"),
    amount: one("0", "100", "500.00", "1500.5", "2000"),
    currency: one("CZK", "EUR"),
    shopId,
  };
  const orderRules = [
    dated({ type: one("order_count"), operator: one("gte", "lte", "eq"), count: one("0", "1", "2", "3") }),
    rule(money),
    rule({ ...money, days }),
    scoped({ type: one("last_order"), operator: one("in_last_days", "not_in_last_days"), days }),
    scoped({ type: one("last_order"), operator: one("before", "after"), date: day }),
    dated({
      type: one("order_attribute"),
      attribute: one("code", "category", "brand"),
      operator: one("eq", "neq"),
      value: one(...itemCodes, "BOTY", "none"),
    }),
  ];
  const campaignRule = rule({
    type: one("campaign"),
    operator: one("delivered", "opened", "clicked", "not_delivered", "not_opened", "not_clicked"),
    campaignId: one(...ids.campaigns),
  });
  /** Campaign rules of a group are compiled together. */
  const campaignRules = rule({
    type: one("group"),
    match: one("all", "any"),
    rules: array(campaignRule, { minLength: 2, maxLength: 3 }),
  });
  const otherRules = [
    rule({ type: one("list"), operator: one("in", "not_in"), listId: one(...ids.lists) }),
    rule({ type: one("engagement"), operator: one("in", "not_in"), value: several(one("A", "B", "N")) }),
    rule({
      type: one("rfm"),
      operator: one("in", "not_in"),
      value: several(one("champions", "loyal", "lost", "at_risk")),
      currency: one("CZK", "EUR"),
      shopId,
    }),
    rule({ type: one("purpose"), operator: one("valid", "not_valid"), purposeId: one(...ids.purposes) }),
    campaignRule,
    campaignRules,
    rule({ type: one("segment"), operator: one("in", "not_in"), segmentId: one(...ids.snapshots, ...live) }),
  ];
  const anyRule = oneof(oneof(...fieldRules), oneof(...customRules), oneof(...orderRules), oneof(...otherRules));
  const { group } = letrec((tie) => ({
    group: record({
      type: one("group"),
      match: one("all", "any"),
      rules: array(oneof({ depthSize: "small", maxDepth: 3, withCrossShrink: true }, anyRule, tie("group")), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  }));
  return group;
}
