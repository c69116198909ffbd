import { describe, expect, it } from "vitest";
import { matchesVisit, meetsConditions, valueAt } from "./event-conditions.ts";

const data = {
  total: 120,
  price: "99.90",
  name: "Zimní boty",
  empty: "",
  tags: ["VIP", 7],
  items: [{ code: "A1" }, { code: "B2" }],
  nested: { deep: null },
};

describe("a condition on the data of an event", () => {
  it.each([
    ["total", "eq", 120, true],
    ["total", "eq", "120", true],
    ["total", "gt", 119.5, true],
    ["total", "lt", 120, false],
    ["total", "lte", 120, true],
    ["price", "gte", 100, false],
    ["price", "lt", 100, true],
    ["name", "eq", "zimni BOTY", true],
    ["name", "contains", "boty", true],
    ["name", "not_contains", "letní", true],
    ["name", "neq", "boty", true],
    ["tags", "contains", "vip", true],
    ["tags", "contains", 8, false],
    ["items.1.code", "eq", "B2", true],
    ["items.2.code", "eq", "B2", false],
    ["items.2.code", "neq", "B2", true],
    ["missing", "is_empty", undefined, true],
    ["empty", "is_empty", undefined, true],
    ["nested.deep", "is_not_empty", undefined, false],
    ["nested", "is_not_empty", undefined, true],
    ["missing", "lt", 5, false],
    ["missing", "contains", "", false],
    ["constructor", "is_empty", undefined, true],
  ])("%s %s %s is %s", (field, operator, value, expected) => {
    expect(meetsConditions(data, [{ field, operator, ...(value === undefined ? {} : { value }) }])).toBe(expected);
  });

  it("has to hold together with the others", () => {
    const one = { field: "total", operator: "eq", value: 120 };
    expect(meetsConditions(data, undefined)).toBe(true);
    expect(meetsConditions(data, [one, { ...one, value: 1 }])).toBe(false);
  });

  it("reads paths of lists and objects only", () => {
    expect(valueAt(data, "items.0")).toEqual({ code: "A1" });
    expect(valueAt(data, "items.length")).toBeUndefined();
    expect(valueAt(data, "name.0")).toBeUndefined();
  });
});

it.each([
  [undefined, "/boots", true],
  ["contains", "shop.example", true],
  ["eq", "https://shop.example/boots", true],
  ["eq", "https://shop.example/boot", false],
  ["starts_with", "https://shop", true],
  ["starts_with", "/boots", false],
  ["ends_with", "/boots", true],
  ["ends_with", "/boot", false],
])("a visit of https://shop.example/boots %s %s is %s", (operator, url, expected) => {
  const config = operator === undefined ? { url } : { url, operator };
  expect(matchesVisit("https://shop.example/boots", config)).toBe(expected);
});
