import { expect, it } from "vitest";
import { parseValue, pickLiveValues, type FieldType } from "./values.ts";

const options = [{ id: "1" }, { id: "2" }, { id: "3" }];

it.each<[FieldType, unknown, unknown]>([
  ["text", "Růže", "Růže"],
  ["text", " Růže\n", "Růže"],
  ["text", "x".repeat(501), undefined],
  ["text", 5, undefined],
  ["textarea", "x".repeat(5000), "x".repeat(5000)],
  ["number", 1.5, 1.5],
  ["number", "1500.50", 1500.5],
  ["number", "1e3", undefined],
  ["number", Number.NaN, undefined],
  ["date", "2026-02-28", "2026-02-28"],
  ["date", "2026-02-30", undefined],
  ["date", "28.2.2026", undefined],
  ["bool", true, true],
  ["bool", "true", undefined],
  ["select", "2", "2"],
  ["select", "9", undefined],
  ["multiselect", ["3", "1", "3"], ["1", "3"]],
  ["multiselect", ["1", "9"], undefined],
  ["multiselect", "1", undefined],
  ["url", "https://example.com/a?b=1", "https://example.com/a?b=1"],
  ["url", "javascript:alert(1)", undefined],
  ["url", "example.com", undefined],
])("a %s field turns %j into %j", (type, value, stored) => {
  expect(parseValue({ id: "7", type, options }, value)).toEqual(stored);
});

it("takes only values of fields and options that there are", () => {
  const fields = [
    { id: "7", type: "text", options: [] },
    { id: "8", type: "select", options },
    { id: "9", type: "multiselect", options },
  ];
  expect(pickLiveValues(fields, { "6": "x", "7": "y", "8": "2", "9": ["3", "4"] })).toEqual({
    "7": "y",
    "8": "2",
    "9": ["3"],
  });
  expect(pickLiveValues(fields, { "8": "4" })).toEqual({});
});
