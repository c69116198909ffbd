import { Type } from "typebox";
import { expect, it } from "vitest";
import { Email, Id, Ids, Name, NullableId, NullableOneOf, OneOf, Text } from "./schema.ts";
import { matching, rulesAt, rulesOf } from "./schema-rules.ts";

it.each([
  ["the words of an enumeration", OneOf(["a", "b"]), { type: "string", allowed: ["a", "b"] }],
  ["the words of an enumeration, and null", NullableOneOf(["a"]), { type: ["string", "null"], allowed: ["a", null] }],
  ["a constant", Type.Literal(true), { type: "boolean", allowed: [true] }],
  ["the limits of a number", Type.Integer({ minimum: 0, maximum: 9 }), { type: "integer", min: 0, max: 9 }],
  ["the limits of a text", Text(20, 1), { type: "string", min: 1, max: 20 }],
  ["the limits of a list", Ids(7), { type: "array", min: 1, max: 7 }],
  ["that elements differ", Type.Array(Id, { uniqueItems: true }), { type: "array", unique: true }],
  ["a pattern in words", Id, { type: "string", pattern: "an id: digits" }],
  ["a format in words", Email, { type: "string", max: 254, pattern: "an e-mail address" }],
  [
    "a pattern and a format",
    Name,
    { type: "string", min: 1, max: 200, pattern: "not only spaces; one line without control characters" },
  ],
  ["null", NullableId, { type: ["string", "null"], pattern: "an id: digits" }],
  ["one value or null", Type.Union([Text(5), Type.Null()]), { type: ["string", "null"], min: 0, max: 5 }],
  [
    "the constants of a union",
    Type.Union([Type.Literal("now"), Type.Literal("later")]),
    { type: "string", allowed: ["now", "later"] },
  ],
  ["the types of any other union", Type.Union([Text(5), Type.Boolean()]), { type: ["string", "boolean"] }],
  ["a definition", { $ref: "#/$defs/Rule", $defs: { Rule: { type: "object" } } }, { type: "object" }],
  ["nothing of a value without rules", Type.Unknown(), {}],
])("names %s", (_what, schema, rules) => {
  expect(rulesOf(schema)).toEqual(rules);
});

it("names the rules of a part, in lists and in the branch that has it", () => {
  const Part = Type.Object({ size: Type.Integer({ maximum: 3 }) });
  const schema = Type.Object({ parts: Type.Array(Part), either: Type.Union([Type.String(), Part]) });
  expect(rulesAt(schema, ["parts", "4", "size"])).toEqual({ type: "integer", max: 3 });
  expect(rulesAt(schema, ["either", "size"])).toEqual({ type: "integer", max: 3 });
  expect(rulesAt(schema, ["unknown"])).toEqual({});
});

it("keeps a pattern beside its words", () => {
  expect(matching("^x$", "an x")).toEqual({ pattern: "^x$", "x-pattern": "an x" });
});
