import { expect, it } from "vitest";
import { parseJson } from "./body.ts";

const refused = (bytes: Buffer | string) => {
  try {
    parseJson(Buffer.from(bytes));
    return "accepted";
  } catch (error) {
    return error instanceof Error ? error.message : "?";
  }
};

it("accepts an empty body as an empty object", () => {
  expect(parseJson(Buffer.alloc(0))).toEqual({});
});

it.each<[string, Buffer | string, string]>([
  ["broken JSON", '{"a":', "body"],
  ["wrong UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22]), "body"],
  ["a NUL in a string", '{"email":"a\\u0000b"}', "email"],
  ["a NUL deep inside", '{"customFields":{"7":["a\\u0000"]}}', "customFields.7.0"],
  [
    "a NUL in a rule",
    '{"definition":{"rules":[{"rules":[{},{"value":"a\\u0000"}]}]}}',
    "definition.rules.0.rules.1.value",
  ],
  ["half of a character pair", '{"firstName":"a\\ud800b"}', "firstName"],
  ["half of a pair in a key", '{"a":{"\\ud800":1}}', "body"],
  ["a nest", `{"a":${"[".repeat(5000)}"\\ud83d\\ude00"${"]".repeat(5000)}}`, "body"],
  ["__proto__", '{"__proto__":{"isAdmin":true}}', "body"],
  ["an escaped __proto__", '{"a":{"\\u005f_proto__":1}}', "body"],
])("refuses %s", (_what, bytes, message) => {
  expect(refused(bytes)).toBe(message);
});

it("accepts wide and moderately deep bodies", () => {
  const wide = JSON.stringify({ a: Array.from({ length: 1000 }, (_, n) => ({ n: [n] })) });
  const deep = `${"[".repeat(100)}${"]".repeat(100)}`;
  for (const text of [wide, deep]) expect(JSON.stringify(parseJson(Buffer.from(text)))).toBe(text);
});

it("accepts the word __proto__ inside a value", () => {
  expect(parseJson(Buffer.from('{"note":"__proto__"}'))).toEqual({ note: "__proto__" });
});

it("leaves the implicit steps of the route out of the field's path", () => {
  const parse = (text: string) => () => parseJson(Buffer.from(text), { definition: "rules" });
  expect(parse('{"definition":{"rules":[{"rules":[{},{"value":"a\\u0000"}]}]}}')).toThrow(/^definition\.0\.1\.value$/);
  expect(parse('{"definition":{"rules":"a\\u0000"}}')).toThrow(/^definition\.rules$/);
  expect(parse('{"other":{"rules":["a\\u0000"]}}')).toThrow(/^other\.rules\.0$/);
});
