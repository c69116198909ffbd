import { asNode, type SchemaNode } from "../../../src/surfaces/docs/shape.ts";

/** The document as a reader sees it: parameters, responses and headers in place of references; schemas stay references. */
export function resolveReferences(document: SchemaNode): SchemaNode {
  const components = asNode(document["components"]);
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...beside } = asNode(value);
    const [, kind = "", name = ""] = /^#\/components\/(parameters|responses|headers)\/(.+)$/.exec(String($ref)) ?? [];
    if (kind !== "") return resolve({ ...asNode(asNode(components[kind])[name]), ...beside });
    return Object.fromEntries(Object.entries(value).map(([key, inner]: [string, unknown]) => [key, resolve(inner)]));
  };
  return { ...document, paths: resolve(document["paths"]) };
}
