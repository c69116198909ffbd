import { asList, asNode, type SchemaNode } from "../../src/surfaces/docs/shape.ts";

/** One exported type for each schema of the components. */
export const typesSource = (schemas: SchemaNode): string =>
  Object.entries(schemas)
    .map(([name, schema]) => `${comment(asNode(schema), "")}export type ${name} = ${describeType(schema, "")};\n`)
    .join("\n");

/** The TypeScript type of a schema; components are named with the prefix. */
export function describeType(schema: unknown, prefix: string): string {
  const node = asNode(schema);
  if (typeof node["$ref"] === "string") return `${prefix}${node["$ref"].split("/").at(-1)}`;
  if ("const" in node) return JSON.stringify(node["const"]);
  if (node["enum"] !== undefined) return union(asList(node["enum"]).map((word) => JSON.stringify(word)));
  const variants = asList(node["anyOf"] ?? node["oneOf"]);
  if (variants.length > 0) return union(variants.map((variant) => describeType(variant, prefix)));
  const parts = asList(node["allOf"]);
  if (parts.length > 0) return parts.map((part) => `(${describeType(part, prefix)})`).join(" & ");
  const types = Array.isArray(node["type"]) ? node["type"] : [node["type"]];
  return union(types.map((type) => ofType(type, node, prefix)));
}

export const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");

function ofType(type: unknown, node: SchemaNode, prefix: string): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return node["items"] === undefined ? "unknown[]" : `(${describeType(node["items"], prefix)})[]`;
    case "object":
      return objectType(node, prefix);
    default:
      return "unknown";
  }
}

function objectType(node: SchemaNode, prefix: string): string {
  const fields = describeFields(node["properties"], asList(node["required"]), prefix);
  if (fields !== "") return `{\n${fields}}`;
  const [pattern] = Object.values(asNode(node["patternProperties"]));
  return `Record<string, ${describeType(pattern ?? node["additionalProperties"], prefix)}>`;
}

export function describeFields(properties: unknown, required: readonly unknown[], prefix: string): string {
  return Object.entries(asNode(properties))
    .map(([name, schema]) => {
      const mark = required.includes(name) ? "" : "?";
      return `${comment(asNode(schema), "  ")}  ${toKey(name)}${mark}: ${describeType(schema, prefix)};\n`;
    })
    .join("");
}

/** The description, and the value of an omitted field. */
function comment({ description, default: defaultValue }: SchemaNode, indent: string): string {
  const parts = [
    ...(typeof description === "string" ? [description] : []),
    ...(defaultValue === undefined ? [] : [`Default: ${JSON.stringify(defaultValue)}`]),
  ];
  return parts.length === 0 ? "" : `${indent}/** ${parts.join(". ").replaceAll("*/", "*\\/")} */\n`;
}

const toKey = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
