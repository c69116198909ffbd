import { describe, expect, it } from "vitest";
import { parseDefinition, selectVariant } from "../src/features/segments/parse.ts";
import { customRules } from "../src/features/segments/grammar.ts";
import { changesOfOperator, customComparisons, fieldComparisons, type ValueKind } from "../web/rules/comparisons.ts";
import { isComplete, newRules, withChanges } from "../web/rules/parts.ts";

const values: Readonly<Record<ValueKind, string | undefined>> = {
  text: "Brno",
  texts: "Brno,Praha",
  choice: undefined,
  choices: undefined,
  day: "2026-05-01",
  days: "2026-05-01,2026-05-08",
  monthDay: "05-01",
  monthDays: "05-01,05-08",
  number: "12.5",
  numbers: "1,2",
  dayCount: "30",
  none: undefined,
};
const choices: Readonly<Record<string, string>> = { status: "subscribed", gender: "f" };
const sampleValue = (kind: ValueKind, choice: string | undefined) =>
  kind === "choice" || kind === "choices" ? choice : values[kind];

const accepts = (rule: object) => parseDefinition({ type: "group", match: "all", rules: [rule] }).rules[0];

describe("rules that the builder of segments offers", () => {
  const fields = Object.entries(fieldComparisons).flatMap(([field, comparison]) =>
    comparison.map(([operator, kind]) => ({ field, operator, value: sampleValue(kind, choices[field]) })),
  );

  it.each(fields)("are accepted by the server: $field $operator $value", (rule) => {
    const { value, ...rest } = { type: "field", ...rule };
    const sent = value === undefined ? rest : { ...rest, value };
    expect(accepts(sent)).toEqual(sent);
  });

  const customFields = Object.entries(customComparisons).flatMap(([type, comparison]) =>
    comparison.map(([operator, kind]) => ({
      type,
      operator,
      value: sampleValue(kind, type === "bool" ? "true" : "7"),
    })),
  );

  it.each(customFields)("are accepted for custom fields: $type $operator $value", ({ type, operator, value }) => {
    const variants = Object.entries(customRules).find(([name]) => name === type)?.[1] ?? [];
    const rule = { type: "custom_field", fieldId: "1", operator, ...(value === undefined ? {} : { value }) };
    expect(selectVariant({ variants, type: "custom_field" }, rule, [])).toBeDefined();
  });

  it.each(Object.entries(newRules))("begin with what the server accepts once filled in: %s", (type, begin) => {
    const rule = begin({ shopId: "1", currency: "CZK" });
    const filled = Object.fromEntries(Object.entries(rule).map(([name, value]) => [name, value === "" ? "1" : value]));
    const complete = type === "custom_field" ? { ...filled, operator: "is_empty" } : filled;
    expect(accepts(complete)).toEqual(complete);
  });
});

it("keeps the value where the next operator takes the same kind, and removes it where none is taken", () => {
  const before = { operator: "eq", value: "Brno" };
  expect(changesOfOperator(fieldComparisons.city, "neq", before)).toEqual({ operator: "neq", value: "Brno" });
  expect(changesOfOperator(fieldComparisons.city, "in", before)).toEqual({ operator: "in", value: "" });
  const emptied = withChanges(
    { type: "field", field: "city", ...before },
    changesOfOperator(fieldComparisons.city, "is_empty", before),
  );
  expect(emptied).toEqual({ type: "field", field: "city", operator: "is_empty" });
  expect(isComplete(emptied)).toBe(true);
});
