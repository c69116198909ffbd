import { namingOf, publishedSchemaKeyword } from "../../kernel/schema.ts";
import { patternWordsKeyword } from "../../kernel/schema-rules.ts";
import { isJson, refTo, type Json } from "./json.ts";

export type SchemaComponents = {
  /** Hoisted schemas by name. */
  readonly schemas: Map<string, Json>;
  /** An example of each named schema that is a response. */
  readonly examples: Map<string, unknown>;
  readonly hoisted: Map<object, Json>;
};

export const schemaComponents = (schemas: Readonly<Record<string, Json>>): SchemaComponents => ({
  schemas: new Map(Object.entries(schemas)),
  examples: new Map(),
  hoisted: new Map(),
});

/** Keywords that a copy of a named schema may add; they stand beside the reference. */
const annotations = new Set(["description", "default", "examples"]);

/** Keywords for the router and for refusals. */
const internalKeywords = new Set(["x-or-file", "x-redirect", "x-shown-once", patternWordsKeyword]);

/**
 * The schema for the document: named schemas and `$defs` become components and are referred to, parsed values have their
 * published schema. Requests and responses are validated and compiled with the whole schemas.
 */
export function hoistSchemas(value: unknown, components: SchemaComponents): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => hoistSchemas(item, components));
  if (!isJson(value)) return value;
  const published = value[publishedSchemaKeyword];
  if (isJson(published)) return hoistSchemas(published, components);
  const naming = namingOf(value);
  return naming === undefined ? hoistParts(value, components) : referTo(naming.name, { naming, value, components });
}

function hoistParts(value: Json, components: SchemaComponents): Json {
  const { $defs, ...rest } = value;
  if (isJson($defs)) {
    for (const [name, schema] of Object.entries($defs)) {
      if (isJson(schema)) addComponent(name, hoistParts(schema, components), components);
    }
  }
  return Object.fromEntries(
    Object.entries(rest)
      .filter(([key]) => !internalKeywords.has(key))
      .map(([key, inner]) => [
        key,
        key === "$ref" ? String(inner).replace("#/$defs/", "#/components/schemas/") : hoistSchemas(inner, components),
      ]),
  );
}

type NamedUse = {
  readonly naming: { readonly schema: object };
  readonly value: Json;
  readonly components: SchemaComponents;
};

/** A copy differs from the named schema by annotations and by null at most. */
function referTo(name: string, { naming, value, components }: NamedUse): Json {
  const whole = components.hoisted.get(naming.schema) ?? hoistParts({ ...naming.schema }, components);
  components.hoisted.set(naming.schema, whole);
  addComponent(name, whole, components);
  if (value === naming.schema) return refTo("schemas", name);
  const copy = hoistParts({ ...value }, components);
  const added = Object.entries(copy).filter(([key, part]) => annotations.has(key) && !isSame(part, whole[key]));
  const addedNames = new Set(added.map(([key]) => key));
  const plain = Object.fromEntries(Object.entries(copy).filter(([key]) => !addedNames.has(key)));
  const expected = Object.fromEntries(Object.entries(whole).filter(([key]) => !addedNames.has(key)));
  const extras = Object.fromEntries(added);
  if (isSame(plain, expected)) return { ...refTo("schemas", name), ...extras };
  if (isSame({ ...plain, type: expected["type"] }, expected) && isNullable(plain["type"], expected["type"]))
    return { anyOf: [refTo("schemas", name), { type: "null" }], ...extras };
  throw new Error(`a copy of the schema ${name} has other content`);
}

const isNullable = (type: unknown, plainType: unknown): boolean =>
  Array.isArray(type) && type.length === 2 && type[0] === plainType && type[1] === "null";

function addComponent(name: string, schema: Json, { schemas }: SchemaComponents): void {
  if (schemas.has(name) && !isSame(schemas.get(name), schema)) throw new Error(`two schemas are named ${name}`);
  schemas.set(name, schema);
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
