import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "../../http/openapi/document.ts";
import { definitionSchema } from "./grammar.ts";
import { parseDefinition } from "./parse.ts";

const all = (...rules: unknown[]) => ({ type: "group", match: "all", rules });
const any = (...rules: unknown[]) => ({ type: "group", match: "any", rules });
const list = { type: "list", operator: "in", listId: "1" };

const catchMessage = (input: unknown): string => {
  try {
    parseDefinition(input);
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return "accepted";
};

/** Nested groups, down to a rule. */
const deep = (levels: number): unknown => (levels === 1 ? all(list) : all(deep(levels - 1)));

describe("definitions", () => {
  it("keep known properties and drop others", () => {
    const input = any(
      { ...list, colour: "red" },
      all({ type: "order_value", operator: "gte", amount: "1500.50", currency: "CZK", shopId: "2", days: "90", x: 1 }),
      { type: "field", field: "city", operator: "is_empty", value: "ignored" },
    );
    expect(parseDefinition({ ...input, note: "mine" })).toEqual({
      type: "group",
      match: "any",
      rules: [
        list,
        {
          type: "group",
          match: "all",
          rules: [
            { type: "order_value", operator: "gte", amount: "1500.50", currency: "CZK", shopId: "2", days: "90" },
          ],
        },
        { type: "field", field: "city", operator: "is_empty" },
      ],
    });
  });

  it.each([
    [null, "definition"],
    [[], "definition"],
    ["all", "definition"],
    [{}, "definition.type"],
    [list, "definition.type"],
    [{ type: "group", rules: [] }, "definition.match"],
    [{ type: "group", match: "none", rules: [] }, "definition.match"],
    [{ type: "group", match: "all" }, "definition.rules"],
    [{ type: "group", match: "all", rules: {} }, "definition.rules"],
    [all(7), "definition.0"],
    [all(list, null), "definition.1"],
    [all({}), "definition.0.type"],
    [all({ type: "weather" }), "definition.0.type"],
    [all({ type: "toString" }), "definition.0.type"],
    [all(list, any()), "definition.1.rules"],
    [all(list, any({ ...list, listId: "x" })), "definition.1.0.listId"],
    [all(list, any(list, { type: "group", match: "?", rules: [] })), "definition.1.1.match"],
  ])("%j is refused as %s", (input, message) => {
    expect(catchMessage(input)).toBe(message);
  });

  it("allow eight levels of groups, and fifty rules in total", () => {
    expect(catchMessage(deep(8))).toBe("accepted");
    expect(catchMessage(deep(9))).toBe("definition.0.0.0.0.0.0.0.0.type");
    const rules = Array.from({ length: 25 }, () => list);
    expect(catchMessage(all(any(...rules), any(...rules)))).toBe("accepted");
    expect(catchMessage(all(any(...rules), any(...rules), list))).toBe("definition.rules");
  });
});

describe("rules", () => {
  const field = { type: "field", field: "city", operator: "eq", value: "Brno" };
  const days = { type: "field", field: "createdAt", operator: "in_last_days", value: "30" };
  const value = { type: "order_value", operator: "gte", amount: "1", currency: "CZK", shopId: "1" };
  const count = { type: "order_count", operator: "gte", count: "1" };
  const last = { type: "last_order", operator: "in_last_days", days: "30" };
  const bought = { type: "order_attribute", attribute: "code", operator: "eq", value: "x" };
  const number = { type: "custom_field", fieldId: "1", operator: "gte", value: "5" };

  it.each([
    [{ ...list, operator: "is" }, "operator"],
    [{ ...list, listId: 1 }, "listId"],
    [{ ...list, listId: "0" }, "listId"],
    [{ type: "list", operator: "in" }, "listId"],
    [{ ...field, field: "shoeSize" }, "field"],
    [{ ...field, field: "customFields" }, "field"],
    [{ ...field, field: undefined }, "field"],
    [{ ...field, operator: "before" }, "operator"],
    [{ ...field, operator: "in_next_days" }, "operator"],
    [{ ...field, value: 5 }, "value"],
    [{ ...field, value: "  " }, "value"],
    [{ ...field, value: "x".repeat(501) }, "value"],
    [{ ...field, value: undefined }, "value"],
    [{ ...field, operator: "in", value: "a,,b" }, "value"],
    [{ ...field, field: "status", value: "sleepy" }, "value"],
    [{ ...field, field: "status", operator: "in", value: "pending,sleepy" }, "value"],
    [{ ...field, field: "gender", operator: "contains", value: "f" }, "operator"],
    [{ ...days, value: "0" }, "value"],
    [{ ...days, value: "3651" }, "value"],
    [{ ...days, value: "-1" }, "value"],
    [{ ...days, value: 30 }, "value"],
    [{ ...days, operator: "contains" }, "operator"],
    [{ ...days, operator: "in_next_days" }, "operator"],
    [{ ...days, operator: "before", value: "2026-02-30" }, "value"],
    [{ ...days, operator: "before", value: "2025-02-29" }, "value"],
    [{ ...days, operator: "in", value: "2024-02-29,2025-02-29" }, "value"],
    [{ ...days, operator: "after", value: "1.2.2026" }, "value"],
    [{ ...days, field: "nameDay", operator: "eq", value: "02-30" }, "value"],
    [{ ...value, amount: "1,5" }, "amount"],
    [{ ...value, amount: 1500 }, "amount"],
    [{ ...value, amount: "-1" }, "amount"],
    [{ ...value, currency: "czk" }, "currency"],
    [{ ...value, currency: undefined }, "currency"],
    [{ ...value, shopId: undefined }, "shopId"],
    [{ ...value, days: "0" }, "days"],
    [{ ...value, operator: "eq" }, "operator"],
    [{ ...count, count: "-1" }, "count"],
    [{ ...count, count: 3 }, "count"],
    [{ ...count, days: 3 }, "days"],
    [{ ...count, shopId: null }, "shopId"],
    [{ ...last, days: undefined }, "days"],
    [{ ...last, operator: "before" }, "date"],
    [{ ...last, operator: "before", date: "2026-13-01" }, "date"],
    [{ ...bought, attribute: "colour" }, "attribute"],
    [{ ...bought, operator: "contains" }, "operator"],
    [{ ...bought, value: "" }, "value"],
    [{ type: "engagement", operator: "in", value: "A,F" }, "value"],
    [{ type: "engagement", operator: "in", value: "" }, "value"],
    [{ type: "purpose", operator: "in", purposeId: "1" }, "operator"],
    [{ type: "campaign", operator: "printed", campaignId: "1" }, "operator"],
    [{ type: "campaign", operator: "clicked_link", campaignId: "1", link: "0" }, "link"],
    [{ type: "segment", operator: "in", segmentId: "12345678901234567" }, "segmentId"],
    [{ ...number, fieldId: undefined }, "fieldId"],
    [{ ...number, operator: "like" }, "operator"],
    [{ ...number, value: 5 }, "value"],
  ])("%j is refused for its %s", (rule, name) => {
    expect(catchMessage(all(list, any(rule)))).toBe(`definition.1.0.${name}`);
  });

  it.each([
    [list],
    [field],
    [days],
    [{ ...days, value: "3650" }],
    [{ ...days, operator: "in", value: "2024-02-29, 2025-02-28" }],
    [{ ...days, field: "birthday", operator: "in_next_days", value: "7" }],
    [{ ...days, field: "nameDay", operator: "in", value: "02-29" }],
    [value],
    [{ ...value, days: "90" }],
    [count],
    [last],
    [{ type: "last_order", operator: "after", date: "2026-01-01", shopId: "3" }],
    [bought],
    [{ type: "engagement", operator: "not_in", value: "A, B,N" }],
    [{ type: "purpose", operator: "not_valid", purposeId: "1" }],
    [{ type: "campaign", operator: "not_opened", campaignId: "1" }],
    [{ type: "campaign", operator: "clicked_link", campaignId: "1", link: "3" }],
    [{ type: "segment", operator: "not_in", segmentId: "9007199254740991" }],
    [number],
    [{ type: "custom_field", fieldId: "1", operator: "is_not_empty" }],
  ])("takes %j as it is", (rule) => {
    expect(parseDefinition(all(rule))).toEqual(all(rule));
  });
});

/** Definitions that the published schema allows are accepted, others are rejected. */
describe("the published schema", () => {
  const check = new Ajv({ strict: false, formats: {} }).compile(definitionSchema);

  it.each([
    [all(list, any(list)), true],
    [all({ ...list, listId: 1 }), false],
    [all({ type: "field", field: "city", operator: "before", value: "2026-01-01" }), false],
    [all({ type: "field", field: "createdAt", operator: "before", value: "2026-01-01" }), true],
    [all({ type: "last_order", operator: "before", days: "3" }), false],
    [{ type: "group", match: "some", rules: [] }, false],
  ])("of %j says what the parser says", (input, isRight) => {
    expect([check(input), catchMessage(input) === "accepted"]).toEqual([isRight, isRight]);
  });

  it("is in the OpenAPI document, with references to components", () => {
    const text = JSON.stringify(openApiDocument([], ["segments"]));
    expect(openApiDocument([], ["segments"])).toMatchObject({
      components: { schemas: { SegmentDefinition: {}, SegmentGroup: {}, SegmentRule: { anyOf: expect.anything() } } },
    });
    expect(text).toContain('"definition":{"$ref":"#/components/schemas/SegmentDefinition"}');
    expect(text).not.toContain("$defs");
  });
});
