import { Ajv } from "ajv";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { compileRequestSchema } from "../../http/validation.ts";
import {
  Country,
  Email,
  Flag,
  Id,
  Language,
  NullableTime,
  NullableText,
  OneOf,
  Page,
  Time,
} from "../../kernel/schema.ts";
import { operations } from "../../registry/registry.ts";
import { answerExample, requestExample } from "./example.ts";

describe("examples", () => {
  const Person = Type.Object({
    id: Id,
    email: Email,
    firstName: NullableText(100),
    status: OneOf(["subscribed", "bounced"]),
    language: Type.Optional(Language),
    country: Type.Optional(Country),
    active: Type.Optional(Flag),
    tags: Type.Optional(Type.Array(Type.String({ maxLength: 3 }))),
    createdAt: Type.Optional(Time),
    lastOpenAt: Type.Optional(NullableTime),
  });

  it("shows required properties of a request and some optional ones", () => {
    expect(requestExample(Person)).toEqual({
      id: "1",
      email: "jana@example.com",
      firstName: "Jana",
      status: "subscribed",
      language: "cs",
      country: "CZ",
    });
  });

  it("shows all properties of a response, as of a new object without history", () => {
    expect(answerExample(Page(Person))).toEqual({
      items: [
        {
          id: "1",
          email: "jana@example.com",
          firstName: "Jana",
          status: "subscribed",
          language: "cs",
          country: "CZ",
          active: false,
          tags: ["text"],
          createdAt: "2026-05-01T08:30:00.000Z",
          lastOpenAt: null,
        },
      ],
      total: 1,
      page: 1,
      pageSize: 25,
    });
  });

  it("ends at a recursive schema", () => {
    const schema = Type.Cyclic({ Group: Type.Object({ groups: Type.Array(Type.Ref("Group")) }) }, "Group");
    expect(JSON.stringify(requestExample(schema))).toBe('{"groups":[]}');
  });

  const withBody = operations.flatMap(({ name, body }) => (body === undefined ? [] : [{ name, body }]));
  it.each(withBody)("the API itself accepts the example body of $name", ({ body }) => {
    const check = compileRequestSchema({ schema: body, httpPart: "body" });
    expect(check(requestExample(body))).toBe(true);
  });

  const ajv = new Ajv({ strict: false, validateFormats: false });
  const answers = operations.flatMap(({ name, answers }) =>
    Object.entries(answers).flatMap(([status, schema]) => (schema === null ? [] : [{ name, status, schema }])),
  );
  it.each(answers)("the example response $status of $name matches its schema", ({ schema }) => {
    const check = ajv.compile(schema);
    check(answerExample(schema));
    expect(check.errors).toBeNull();
  });
});
