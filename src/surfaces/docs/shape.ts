import { publishedSchemaKeyword } from "../../kernel/schema.ts";

/** The documented parts of a JSON Schema, as a tree of plain data. */
export type SchemaShape = {
  readonly type: string;
  readonly isNullable: boolean;
  readonly description: string;
  readonly limits: readonly string[];
  readonly choices: readonly string[];
  readonly defaultValue: string | undefined;
  readonly fields: readonly SchemaField[];
};

export type SchemaField = SchemaShape & { readonly name: string; readonly isRequired: boolean };

export type SchemaNode = Readonly<Record<string, unknown>>;

/** Definitions of references, and those being expanded. */
type DefinitionScope = { readonly definitions: SchemaNode; readonly open: readonly string[] };

const longestShownPattern = 40;
const thousands = new Intl.NumberFormat("en");

export const toShape = (schema: unknown): SchemaShape => describeSchema(schema, { definitions: {}, open: [] });

const isNode = (value: unknown): value is SchemaNode =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const asNode = (value: unknown): SchemaNode => {
  const node = isNode(value) ? value : {};
  return isNode(node[publishedSchemaKeyword]) ? node[publishedSchemaKeyword] : node;
};
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const typesOf = (node: SchemaNode): readonly unknown[] =>
  Array.isArray(node["type"]) ? node["type"] : [node["type"]];
export const variantsOf = (node: SchemaNode): readonly unknown[] => asList(node["anyOf"] ?? node["oneOf"]);
export const isNull = (schema: unknown): boolean => asNode(schema)["type"] === "null";

/** An `allOf` of objects is shown as one object. */
export function mergeAll(node: SchemaNode): SchemaNode {
  const parts = asList(node["allOf"]).map((part) => mergeAll(asNode(part)));
  if (parts.length === 0) return node;
  return {
    ...node,
    type: "object",
    allOf: undefined,
    properties: Object.assign({}, ...parts.map((part) => asNode(part["properties"])), asNode(node["properties"])),
    required: [...parts, node].flatMap((part) => asList(part["required"])),
  };
}

function describeSchema(schema: unknown, outer: DefinitionScope): SchemaShape {
  const node = mergeAll(asNode(schema));
  const scope = { ...outer, definitions: { ...outer.definitions, ...asNode(node["$defs"]) } };
  if (typeof node["$ref"] === "string") return follow(node["$ref"], scope);
  const own = {
    isNullable: typesOf(node).length > 1 && typesOf(node).includes("null"),
    description: typeof node["description"] === "string" ? node["description"] : "",
    limits: listLimits(node),
    choices: choicesOf(node),
    defaultValue: node["default"] === undefined ? undefined : JSON.stringify(node["default"]),
  };
  const variants = variantsOf(node);
  if (variants.length > 0 && own.choices.length === 0) return { ...own, ...describeUnion(variants, scope) };
  if (typesOf(node).includes("array")) return describeArray(node, own, scope);
  return { ...own, type: typeName(node), fields: describeFields(node, scope) };
}

function follow(reference: string, scope: DefinitionScope): SchemaShape {
  const name = reference.split("/").at(-1) ?? reference;
  if (scope.open.includes(name)) {
    return { ...emptyShape, type: `${name}, again` };
  }
  return describeSchema(scope.definitions[name], { ...scope, open: [...scope.open, name] });
}

const emptyShape: SchemaShape = {
  type: "any",
  isNullable: false,
  description: "",
  limits: [],
  choices: [],
  defaultValue: undefined,
  fields: [],
};

function describeUnion(variants: readonly unknown[], scope: DefinitionScope) {
  const shapes = variants
    .filter((variant) => !isNull(variant))
    .map((variant) => ({ variant, ...describeSchema(variant, scope) }));
  const objects = shapes.filter((shape) => shape.fields.length > 0);
  const [only] = objects;
  return {
    type: [...new Set(shapes.map((shape) => shape.type))].join(" or "),
    isNullable: variants.some(isNull),
    fields: objects.length > 1 ? objects.map(asOption) : (only?.fields ?? []),
  };
}

/** One variant of a union, named by its discriminating constant. */
function asOption({ variant, ...shape }: SchemaShape & { variant: unknown }, index: number): SchemaField {
  const constant = Object.entries(asNode(asNode(variant)["properties"])).find(
    ([, schema]) => "const" in asNode(schema),
  );
  const name =
    constant === undefined ? `option ${index + 1}` : `${constant[0]} ${literal(asNode(constant[1])["const"])}`;
  return { ...shape, name, isRequired: false };
}

function describeArray(
  node: SchemaNode,
  own: Omit<SchemaShape, "type" | "fields">,
  scope: DefinitionScope,
): SchemaShape {
  const item = describeSchema(node["items"], scope);
  return {
    ...own,
    type: `array of ${item.type}`,
    limits: [...own.limits, ...item.limits.map((limit) => `each ${limit}`)],
    choices: item.choices,
    fields: item.fields,
  };
}

function describeFields(node: SchemaNode, scope: DefinitionScope): SchemaField[] {
  const required = new Set(asList(node["required"]));
  const named = Object.entries(asNode(node["properties"])).map(([name, schema]) => ({
    name,
    isRequired: required.has(name),
    ...describeSchema(schema, scope),
  }));
  return named.length > 0 || !isMap(node) ? named : [...describeSchema(exampleValue(node), scope).fields];
}

const isMap = (node: SchemaNode): boolean => isNode(node["patternProperties"]) || isNode(node["additionalProperties"]);
export const exampleValue = (node: SchemaNode): unknown =>
  Object.values(asNode(node["patternProperties"]))[0] ?? node["additionalProperties"];

function typeName(node: SchemaNode): string {
  if ("const" in node) return literal(node["const"]);
  const [type = "any"] = typesOf(node).filter((word) => word !== "null");
  if (isMap(node) && node["properties"] === undefined)
    return `map of ${describeSchema(exampleValue(node), emptyScope).type}`;
  return typeof node["format"] === "string" ? `${String(type)} (${node["format"]})` : String(type);
}

const emptyScope: DefinitionScope = { definitions: {}, open: [] };

const literal = (value: unknown): string => JSON.stringify(value) ?? "";

function choicesOf(node: SchemaNode): string[] {
  const variants = variantsOf(node);
  const isEnum = variants.length > 0 && variants.every((variant) => "const" in asNode(variant));
  const values = isEnum ? variants.map((variant) => asNode(variant)["const"]) : asList(node["enum"]);
  return values.filter((value) => value !== null).map((value) => (typeof value === "string" ? value : literal(value)));
}

function listLimits(node: SchemaNode): string[] {
  const pattern = node["pattern"];
  const isShown = typeof pattern === "string" && (pattern.length <= longestShownPattern || !node["description"]);
  return [
    ...range(node["minimum"], node["maximum"], ""),
    ...range(node["minLength"] === 0 ? undefined : node["minLength"], node["maxLength"], "character"),
    ...range(node["minItems"], node["maxItems"], "item"),
    ...(isShown ? [`matches ${pattern}`] : []),
  ];
}

function range(min: unknown, max: unknown, unit: string): string[] {
  const amount = (value: number) =>
    `${thousands.format(value)}${unit === "" ? "" : ` ${unit}${value === 1 ? "" : "s"}`}`;
  if (typeof min === "number" && typeof max === "number") return [`${thousands.format(min)} to ${amount(max)}`];
  if (typeof min === "number") return [`at least ${amount(min)}`];
  return typeof max === "number" ? [`at most ${amount(max)}`] : [];
}
