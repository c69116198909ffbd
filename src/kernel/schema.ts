import { Type, type Static, type TObject, type TProperties, type TSchema } from "typebox";

/** Schemas shared by all contracts. Nullable ones use a type list, which the response compiler turns into one branch. */

const nullable = <Value>(schema: Record<string, unknown> & { type: string }) =>
  Type.Unsafe<Value | null>({ ...schema, type: [schema.type, "null"] });

/** The same with a description of its use. */
export const withDescription = <Schema extends TSchema>(schema: Schema, description: string): Schema => ({
  ...schema,
  description,
});

export const maxTextLength = 500;

export const Id = Type.String({ pattern: "^[1-9][0-9]{0,15}$", description: "Id: digits" });
export const NullableId = nullable<string>({ type: "string", pattern: "^[1-9][0-9]{0,15}$" });
export const Ids = (maxItems: number) => Type.Array(Id, { minItems: 1, maxItems });
export const Text = (maxLength = maxTextLength, minLength = 0) => Type.String({ minLength, maxLength });
export const NullableText = (maxLength = maxTextLength) => nullable<string>({ type: "string", maxLength });
/** Text of one line: no control characters, so that it is valid in a header. */
export const NullableLine = (maxLength = maxTextLength) =>
  nullable<string>({ type: "string", maxLength, format: "line" });
export const isLine = (text: string): boolean => !/\p{Cc}/u.test(text);
export const Name = Type.String({ minLength: 1, maxLength: 200, pattern: "\\S", format: "line" });
export const Flag = Type.Boolean();
export const Count = Type.Integer({ minimum: 0 });
export const NullableInteger = nullable<number>({ type: "integer" });
export const Time = Type.String({ format: "date-time", description: "ISO 8601 UTC with milliseconds" });
export const NullableTime = nullable<string>({ type: "string", format: "date-time" });
export const Day = Type.String({ format: "date", description: "YYYY-MM-DD, a day of the company's calendar" });
export const NullableDay = nullable<string>({ type: "string", format: "date" });
export const NullableMonthDay = nullable<string>({ type: "string", format: "month-day", description: "MM-DD" });
export const Email = Type.String({ format: "email", maxLength: 254 });
export const NullableEmail = nullable<string>({ type: "string", format: "email", maxLength: 254 });
export const Language = Type.String({ pattern: "^[a-z]{2}$", description: "Two letters: cs, sk, en …" });
export const NullableLanguage = nullable<string>({ type: "string", pattern: "^[a-z]{2}$" });
export const Country = Type.String({ pattern: "^[A-Z]{2}$", description: "Two letters: CZ, SK …" });
export const NullableCountry = nullable<string>({ type: "string", pattern: "^[A-Z]{2}$" });
export const Currency = Type.String({ pattern: "^[A-Z]{3}$" });
export const Money = Type.String({ pattern: "^-?[0-9]{1,15}(\\.[0-9]{1,4})?$", description: "Decimal string" });
export const NullableMoney = nullable<string>({ type: "string", pattern: "^-?[0-9]{1,15}(\\.[0-9]{1,4})?$" });
export const Color = Type.String({ pattern: "^#[0-9a-fA-F]{6}$", description: "#rrggbb" });
export const AnyObject = Type.Record(Type.String(), Type.Unknown());

export const OneOf = <const Words extends readonly string[]>(words: Words) =>
  Type.Unsafe<Words[number]>({ type: "string", enum: [...words] });
export const NullableOneOf = <const Words extends readonly string[]>(words: Words) =>
  Type.Unsafe<Words[number] | null>({ type: ["string", "null"], enum: [...words, null] });

/**
 * A value that its feature parses itself, because its errors have specific names. Request validation accepts
 * anything; OpenAPI and the reference show the schema.
 */
export const publishedSchemaKeyword = "x-schema";
export const CheckedByParser = (schema: object) => Type.Unsafe<unknown>({ [publishedSchemaKeyword]: schema });

/** A secret that is never shown again: its response is not stored for a repetition of the request. */
const shownOnceKeyword = "x-shown-once";
export const ShownOnce = (description: string) => Type.String({ description, [shownOnceKeyword]: true });

/** Whether a response of this schema has a value that is shown once. */
export const hasShownOnce = (schema: unknown): boolean =>
  typeof schema === "object" &&
  schema !== null &&
  (shownOnceKeyword in schema || Object.values(schema).some((part: unknown) => hasShownOnce(part)));

export const Items = <Item extends TSchema>(item: Item) => Type.Object({ items: Type.Array(item) });

/** Paged lists: the query of the conventions in part 4. `sortable` are the allowed values of `sort`. */
export function pageQuery<Filters extends TProperties>(sortable: readonly string[], filters: Filters) {
  const word = `-?(${sortable.join("|")})`;
  return Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
    sort: Type.Optional(
      Type.String({ pattern: `^${word}(,${word}){0,2}$`, description: `At most 3 of ${sortable.join(", ")}` }),
    ),
    q: Type.Optional(Type.String({ maxLength: 200, description: "Search, without regard to case and diacritics" })),
    ...filters,
  });
}

/** For lists without text search. */
export const pageQueryWithoutSearch = (sortable: readonly string[]) => Type.Omit(pageQuery(sortable, {}), ["q"]);

export const Page = <Item extends TSchema>(item: Item) =>
  Type.Object({ items: Type.Array(item), total: Count, page: Count, pageSize: Count });

export type Paging = { page?: number; pageSize?: number };
export const pageOf = (query: Paging) => {
  const page = query.page ?? 1;
  const pageSize = query.pageSize ?? 25;
  return { page, pageSize, offset: (page - 1) * pageSize };
};

export type { Static, TObject, TSchema };
