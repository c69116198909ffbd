import { paramsSchema } from "../../http/routes.ts";
import { accepts } from "../../kernel/accepts.ts";
import { validation } from "../../kernel/errors.ts";
import { rulesOf } from "../../kernel/schema-rules.ts";
import { publishedSchemaKeyword } from "../../kernel/schema.ts";
import type { Operation } from "../../registry/registry.ts";

export type Json = Record<string, unknown>;

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export type OperationInput = { readonly params: Json; readonly query: Json; readonly body: unknown };

type Place = "params" | "query" | "body";
type Field = {
  readonly place: Place;
  /** The name in the path, where it differs from the name of the argument. */
  readonly pathName?: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
};

/** The field of a body that is not an object with named fields. */
const wholeBody = "body";

type Fields = ReadonlyMap<string, Field>;

const known = new WeakMap<Operation, Fields>();

/** Path, query and body of an operation as one flat set of arguments, by their names; a name of the path wins. */
function listFields(operation: Operation): Fields {
  const fields = known.get(operation) ?? findFields(operation);
  known.set(operation, fields);
  return fields;
}

function findFields(operation: Operation): Fields {
  const { tenant: _, ...params } = paramsSchema(operation).properties;
  return new Map<string, Field>([
    ...bodyFields(operation),
    ...Object.entries(operation.query?.properties ?? {}).map(
      ([name, schema]) => [name, { place: "query", schema, isRequired: isIn(operation.query, name) }] as const,
    ),
    ...Object.entries(params).map(([pathName, schema]) => {
      const field = { place: "params", schema, isRequired: true } as const;
      const name = toArgumentName(operation.path, pathName);
      return [name, name === pathName ? field : { ...field, pathName }] as const;
    }),
  ]);
}

/**
 * The id of an object has the same name in all operations: `contact_id` for `/contacts/{id}`, `segment_id` for
 * `/segments/{segment}`. The name of the path is accepted too.
 */
function toArgumentName(path: string, name: string): string {
  const [, parent = ""] = new RegExp(String.raw`/([a-z-]+)/\{${name}\}`).exec(path) ?? [];
  const singular = parent.replaceAll("-", "_").replace(/s$/, "");
  if (name === "id") return `${singular}_id`;
  return name === singular ? `${name}_id` : name.replace(/Id$/, "_id");
}

export const listArgumentNames = (operation: Operation): string[] => [...listFields(operation).keys()];

/** The words that arguments may be, such as `bounced` of a state; without those of nested fields. */
export const listArgumentValues = (operation: Operation): string[] =>
  [...listFields(operation).values()].flatMap(({ schema }) => listAllowedValues(schema));

function listAllowedValues(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(listAllowedValues);
  if (!isJson(schema)) return [];
  const { enum: values, const: value, anyOf, oneOf, items } = schema;
  const own = [value, ...(Array.isArray(values) ? values : [])].filter((one) => typeof one === "string");
  return [...own, ...listAllowedValues(anyOf), ...listAllowedValues(oneOf), ...listAllowedValues(items)];
}

function bodyFields({ body }: Operation): (readonly [string, Field])[] {
  if (body === undefined) return [];
  const properties: unknown = Reflect.get(body, "properties");
  if (!isJson(properties)) return [[wholeBody, { place: "body", schema: body, isRequired: true }]];
  return Object.entries(properties).map(([name, schema]) => [
    name,
    { place: "body", schema, isRequired: isIn(body, name) },
  ]);
}

const isIn = (schema: object | undefined, name: string): boolean => {
  const required: unknown = schema === undefined ? undefined : Reflect.get(schema, "required");
  return Array.isArray(required) && required.includes(name);
};

/** The flat arguments of a call, divided again. Errors name fields of the operation, never what was sent. */
export function toInput(operation: Operation, values: Json): OperationInput {
  const fields = listFields(operation);
  const input = { params: {}, query: {}, body: {} } satisfies Record<Place, Json>;
  const byPathName = new Map([...fields].map(([name, { pathName = name }]) => [pathName, name]));
  for (const [given, value] of Object.entries(values)) {
    const name = fields.has(given) ? given : (byPathName.get(given) ?? given);
    const field = fields.get(name);
    if (field === undefined) throw validation("arguments", { allowed: [...fields.keys()] });
    if (name !== given && values[name] !== undefined) throw validation(name, accepts.withoutOther);
    Object.assign(input[field.place], { [field.pathName ?? name]: value });
  }
  for (const [name, { place, schema, pathName = name }] of fields) {
    if (place === "params" && Reflect.get(input.params, pathName) === undefined)
      throw validation(name, { required: true, ...rulesOf(schema) });
  }
  return fields.get(wholeBody)?.place === "body" && !("properties" in (operation.body ?? {}))
    ? { ...input, body: values[wholeBody] }
    : input;
}

/** JSON Schema of the flat arguments, as it is published. */
export function buildInputSchema(operation: Operation): Json {
  const fields = [...listFields(operation)];
  const required = fields.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, published(schema)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** Values that a feature parses itself are shown by the schema that it publishes for them. */
export function published(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(published);
  if (!isJson(schema)) return schema;
  if (isJson(schema[publishedSchemaKeyword])) return published(schema[publishedSchemaKeyword]);
  return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, published(inner)]));
}
