import { Type, type Static, type TObject, type TProperties, type TSchema } from "typebox";
import { matching } from "./schema-rules.ts";

/** Schemas shared by all contracts. Nullable ones use a type list, which the response compiler turns into one branch. */

const nullable = <Value>(schema: Record<string, unknown> & { type: string }) =>
  Type.Unsafe<Value | null>({ ...schema, type: [schema.type, "null"] });

/** The same with a description of its use. */
export const withDescription = <Schema extends TSchema>(schema: Schema, description: string): Schema => ({
  ...schema,
  description,
});

/** A symbol, so that validation, serialization and the schemas of assistants do not see it; copies by spread keep it. */
const naming = Symbol("naming");

type NamedSchema = { readonly name: string; readonly schema: object };

/** Gives a new schema its name among the components of the OpenAPI document and the types of the SDK. */
export function named<Schema extends TSchema>(name: string, schema: Schema): Schema {
  const value: NamedSchema = { name, schema };
  Object.defineProperty(schema, naming, { value, enumerable: true });
  return schema;
}

export const NamedObject = <Properties extends TProperties>(name: string, properties: Properties) =>
  named(name, Type.Object(properties));

/** The name of a schema or of a copy of it, and the schema that got the name. */
export const namingOf = (schema: object): NamedSchema | undefined =>
  Object.getOwnPropertyDescriptor(schema, naming)?.value;

/** A schema made of one with a name is named after it. */
function namedAfter<Schema extends TSchema>(part: TSchema, suffix: string, schema: Schema): Schema {
  const partName = namingOf(part)?.name;
  return partName === undefined ? schema : named(`${partName}${suffix}`, schema);
}

export const maxTextLength = 500;

export const idPattern = matching("^[1-9][0-9]{0,15}$", "an id: digits");
export const Id = named("Id", Type.String({ ...idPattern, description: "Id: digits" }));
export const NullableId = named("NullableId", nullable<string>({ type: "string", ...idPattern }));
/** The text has at least one character that is visible. */
export const notBlank = matching("\\S", "not only spaces");
export const Ids = (maxItems: number) => Type.Array(Id, { minItems: 1, maxItems });
export const Text = (maxLength = maxTextLength, minLength = 0) => Type.String({ minLength, maxLength });
export const NullableText = (maxLength = maxTextLength) => nullable<string>({ type: "string", maxLength });
/** Text of one line: no control characters, so that it is valid in a header. */
export const NullableLine = (maxLength = maxTextLength) =>
  nullable<string>({ type: "string", maxLength, format: "line" });
export const isLine = (text: string): boolean => !/\p{Cc}/u.test(text);
export const Name = named("Name", Type.String({ minLength: 1, maxLength: 200, ...notBlank, format: "line" }));
/** A text of which the service writes only these values. The API does not list them: there will be more. */
export const KnownText = <Value extends string>() => Type.Unsafe<Value>({ type: "string" });
export const NullableKnownText = <Value extends string>() => nullable<Value>({ type: "string" });
export const Flag = Type.Boolean();
export const Count = Type.Integer({ minimum: 0 });
export const NullableInteger = nullable<number>({ type: "integer" });
export const Time = named("Time", Type.String({ format: "date-time", description: "ISO 8601 UTC with milliseconds" }));
export const NullableTime = nullable<string>({ type: "string", format: "date-time" });
export const Day = named(
  "Day",
  Type.String({ format: "date", description: "YYYY-MM-DD, a day of the company's calendar" }),
);
export const NullableDay = nullable<string>({ type: "string", format: "date" });
export const NullableMonthDay = named(
  "NullableMonthDay",
  nullable<string>({ type: "string", format: "month-day", description: "MM-DD" }),
);
export const Email = named("Email", Type.String({ format: "email", maxLength: 254 }));
export const NullableEmail = nullable<string>({ type: "string", format: "email", maxLength: 254 });
const language = matching("^[a-z]{2}$", "a language: two small letters, such as cs");
export const Language = named("Language", Type.String({ ...language, description: "Two letters: cs, sk, en …" }));
export const NullableLanguage = nullable<string>({ type: "string", ...language });
export const countryPattern = matching("^[A-Z]{2}$", "a country: two capital letters, such as CZ");
export const Country = named("Country", Type.String({ ...countryPattern, description: "Two letters: CZ, SK …" }));
export const NullableCountry = nullable<string>({ type: "string", ...countryPattern });
export const currencyPattern = matching("^[A-Z]{3}$", "a currency: three capital letters, such as CZK");
export const Currency = Type.String({ ...currencyPattern });
const money = matching("^-?[0-9]{1,15}(\\.[0-9]{1,4})?$", "an amount as a text with a decimal point, such as 12.50");
export const Money = named("Money", Type.String({ ...money, description: "Decimal string" }));
export const NullableMoney = named("NullableMoney", nullable<string>({ type: "string", ...money }));
export const Color = Type.String({ ...matching("^#[0-9a-fA-F]{6}$", "a colour: #rrggbb"), description: "#rrggbb" });
/** An address of the web. */
export const webAddressPattern = matching(
  "^https?://[^\\s/?#]\\S*$",
  "an address that starts with http:// or https://",
);
/** The 43 characters of 32 bytes in base64url. */
export const tokenPattern = matching("^[A-Za-z0-9_-]{43}$", "43 letters, digits, - and _");
/** Names of nodes and outputs of automations. */
export const nodeKeyPattern = matching("^[A-Za-z0-9_-]{1,64}$", "1 to 64 letters, digits, - and _");
export const mergeKeyPattern = matching("^[A-Za-z0-9_.-]{1,100}$", "1 to 100 letters, digits, _ . and -");
/** One line, for texts whose format is not checked. */
export const noControlPattern = matching("^[^\\u0000-\\u001f\\u007f-\\u009f]*$", "one line without control characters");
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

export const Items = <Item extends TSchema>(item: Item) =>
  namedAfter(item, "Items", Type.Object({ items: Type.Array(item) }));

/** Paged lists: the query of the conventions in part 4. `sortable` are the allowed values of `sort`. */
export function pageQuery<Filters extends TProperties>(sortable: readonly string[], filters: Filters) {
  const word = `-?(${sortable.join("|")})`;
  return Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
    sort: Type.Optional(
      Type.String({
        ...matching(
          `^${word}(,${word}){0,2}$`,
          `1 to 3 of ${sortable.join(", ")}, separated by commas; - before a name: descending`,
        ),
        description: `At most 3 of ${sortable.join(", ")}`,
      }),
    ),
    q: Type.Optional(Type.String({ maxLength: 200, description: "Search, without regard to case and diacritics" })),
    ...filters,
  });
}

/** For lists without text search. */
export const pageQueryWithoutSearch = (sortable: readonly string[]) => Type.Omit(pageQuery(sortable, {}), ["q"]);

export const Page = <Item extends TSchema>(item: Item) =>
  namedAfter(item, "Page", Type.Object({ items: Type.Array(item), total: Count, page: Count, pageSize: Count }));

export type Paging = { page?: number; pageSize?: number };
export const toPage = (query: Paging) => {
  const page = query.page ?? 1;
  const pageSize = query.pageSize ?? 25;
  return { page, pageSize, offset: (page - 1) * pageSize };
};

export type { Static, TObject, TSchema };
