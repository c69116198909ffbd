import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { Day, Flag, Id, Ids, Name, NullableOneOf, NullableText, OneOf, pageQuery, Text } from "../../kernel/schema.ts";
import { toShape, type SchemaField } from "./shape.ts";

/** One line per property, nested ones indented: the table as a reader sees it. */
const lines = (fields: readonly SchemaField[], indent = ""): string[] =>
  fields.flatMap((field) => [
    [
      `${indent}${field.name}${field.isRequired ? "*" : ""}: ${field.type}${field.isNullable ? "?" : ""}`,
      ...(field.description === "" ? [] : [field.description]),
      ...field.limits,
      ...(field.choices.length === 0 ? [] : [field.choices.join("|")]),
      ...(field.defaultValue === undefined ? [] : [`default ${field.defaultValue}`]),
    ].join(" · "),
    ...lines(field.fields, `${indent}  `),
  ]);

const table = (schema: unknown): string[] => lines(toShape(schema).fields);

describe("shapes of schemas", () => {
  it("describes type, limits, choices, default and whether a property is required", () => {
    const schema = Type.Object({
      id: Id,
      name: Name,
      note: Type.Optional(Text(5000)),
      nick: NullableText(100),
      status: OneOf(["a", "b"]),
      gender: NullableOneOf(["f", "m"]),
      day: Type.Optional(Day),
      confirm: Type.Literal(true),
      months: Type.Integer({ minimum: 1, maximum: 240, default: 12 }),
      share: Type.Number({ minimum: 0 }),
      flag: Flag,
      anything: Type.Unknown(),
    });
    expect(table(schema)).toEqual([
      "id*: string · Id: digits · matches ^[1-9][0-9]{0,15}$",
      String.raw`name*: string (line) · 1 to 200 characters · matches \S`,
      "note: string · at most 5,000 characters",
      "nick*: string? · at most 100 characters",
      "status*: string · a|b",
      "gender*: string? · f|m",
      "day: string (date) · YYYY-MM-DD, a day of the company's calendar",
      "confirm*: true",
      "months*: integer · 1 to 240 · default 12",
      "share*: number · at least 0",
      "flag*: boolean",
      "anything*: any",
    ]);
  });

  it("omits a long pattern in favour of its description", () => {
    expect(table(pageQuery(["createdAt", "lastName", "engagement"], {}))[2]).toBe(
      "sort: string · At most 3 of createdAt, lastName, engagement",
    );
  });

  it("nests objects, arrays and maps", () => {
    const Row = Type.Object({ id: Id, tags: Type.Array(Type.String({ maxLength: 1 }), { minItems: 1 }) });
    const schema = Type.Object({
      ids: Ids(100),
      rows: Type.Array(Row),
      byId: Type.Record(Type.String(), Row),
      free: Type.Record(Type.String(), Type.Unknown()),
    });
    expect(table(schema)).toEqual([
      "ids*: array of string · 1 to 100 items · each matches ^[1-9][0-9]{0,15}$",
      "rows*: array of object",
      "  id*: string · Id: digits · matches ^[1-9][0-9]{0,15}$",
      "  tags*: array of string · at least 1 item · each at most 1 character",
      "byId*: map of object",
      "  id*: string · Id: digits · matches ^[1-9][0-9]{0,15}$",
      "  tags*: array of string · at least 1 item · each at most 1 character",
      "free*: map of any",
    ]);
  });

  it("distinguishes the variants of a union", () => {
    const schema = Type.Object({
      words: Type.Union([Type.Literal("on"), Type.Literal("off")]),
      option: Type.Union([Type.String(), Type.Object({ name: Type.String() })]),
      rule: Type.Union([
        Type.Object({ kind: Type.Literal("list"), listId: Type.String() }),
        Type.Object({ kind: Type.Literal("days"), days: Type.Integer() }),
        Type.Null(),
      ]),
      both: Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Optional(Type.String()) })]),
    });
    expect(table(schema)).toEqual([
      "words*: any · on|off",
      "option*: string or object",
      "  name*: string",
      "rule*: object?",
      '  kind "list": object',
      '    kind*: "list"',
      "    listId*: string",
      '  kind "days": object',
      '    kind*: "days"',
      "    days*: integer",
      "both*: object",
      "  a*: string",
      "  b: string",
    ]);
  });

  it("expands a recursive reference once", () => {
    const schema = Type.Cyclic({ Group: Type.Object({ groups: Type.Array(Type.Ref("Group")) }) }, "Group");
    expect(table(schema)).toEqual(["groups*: array of Group, again"]);
  });
});
