import { listOf, nodeOf, type SchemaNode } from "../../../src/surfaces/docs/shape.ts";

/** The interface of a client: one method per operation, with the types of its parameters, body and answers. */
export function clientSource(document: SchemaNode): string {
  const schemas = Object.entries(nodeOf(nodeOf(document["components"])["schemas"]));
  const operations = Object.values(nodeOf(document["paths"])).flatMap((methods) => Object.values(nodeOf(methods)));
  return [
    ...schemas.map(([name, schema]) => `export type ${name} = ${typeOf(schema)};`),
    "export interface Client {",
    ...operations.map((operation) => methodOf(nodeOf(operation))),
    "}",
  ].join("\n");
}

function methodOf(operation: SchemaNode): string {
  const fields = listOf(operation["parameters"])
    .map(nodeOf)
    .map(({ name, required, schema }) => `${key(String(name))}${required === true ? "" : "?"}: ${typeOf(schema)}`);
  const body = bodyTypes(nodeOf(operation["requestBody"]));
  const answers = Object.entries(nodeOf(operation["responses"]))
    .filter(([status]) => Number(status) < 400)
    .flatMap(([, response]) => bodyTypes(nodeOf(response)));
  const parameters = [`parameters: { ${fields.join("; ")} }`, ...(body.length === 0 ? [] : [`body: ${union(body)}`])];
  return `  ${String(operation["operationId"])}(${parameters.join(", ")}): Promise<${union(answers)}>;`;
}

const bodyTypes = (node: SchemaNode): string[] =>
  Object.entries(nodeOf(node["content"])).map(([mediaType, media]) =>
    mediaType === "application/json" ? typeOf(nodeOf(media)["schema"]) : "Blob",
  );

const union = (types: readonly string[]): string => (types.length === 0 ? "void" : [...new Set(types)].join(" | "));
const key = (name: string): string => JSON.stringify(name);

function typeOf(schema: unknown): string {
  const node = nodeOf(schema);
  if (typeof node["$ref"] === "string") return node["$ref"].split("/").at(-1) ?? "unknown";
  if ("const" in node) return JSON.stringify(node["const"]);
  if (node["enum"] !== undefined) return union(listOf(node["enum"]).map((word) => JSON.stringify(word)));
  const variants = listOf(node["anyOf"] ?? node["oneOf"]);
  if (variants.length > 0) return `(${union(variants.map(typeOf))})`;
  const all = listOf(node["allOf"]);
  if (all.length > 0) return `(${all.map(typeOf).join(" & ")})`;
  const types = Array.isArray(node["type"]) ? node["type"] : [node["type"]];
  return `(${union(types.map((type) => ofType(type, node)))})`;
}

function ofType(type: unknown, node: SchemaNode): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `${typeOf(node["items"])}[]`;
    case "object":
      return objectType(node);
    default:
      return "unknown";
  }
}

function objectType(node: SchemaNode): string {
  const required = new Set(listOf(node["required"]));
  const fields = Object.entries(nodeOf(node["properties"])).map(
    ([name, schema]) => `${key(name)}${required.has(name) ? "" : "?"}: ${typeOf(schema)}`,
  );
  return fields.length === 0 ? "Record<string, unknown>" : `{ ${fields.join("; ")} }`;
}
