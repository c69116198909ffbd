import { statusOfError, type Operation } from "../../registry/registry.ts";
import { asNode, toShape, type SchemaField } from "./shape.ts";

/** Operations of one tag, on one page. */
export type OperationGroup = { readonly tag: string; readonly slug: string; readonly operations: readonly Operation[] };

export type ApiReference = { readonly groups: readonly OperationGroup[]; readonly publicUrl: string };

export function createReference(operations: readonly Operation[], publicUrl: string): ApiReference {
  const byTag = new Map<string, Operation[]>();
  for (const operation of operations) byTag.set(operation.tag, [...(byTag.get(operation.tag) ?? []), operation]);
  return {
    publicUrl: publicUrl.replace(/\/+$/, ""),
    groups: [...byTag].map(([tag, members]) => ({ tag, slug: toSlug(tag), operations: members })),
  };
}

const toSlug = (tag: string): string =>
  tag
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

export const operationUrl = (group: OperationGroup, operation: Operation): string =>
  `/docs/${group.slug}#${operation.name}`;

export type Parameter = { readonly field: SchemaField; readonly schema: unknown };

/** Ids unless a schema says otherwise, as in the router. */
export function pathParameters(operation: Operation): Parameter[] {
  const given = asNode(operation.params?.properties);
  return [...operation.url.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) =>
    parameter(name, given[name] ?? (name === "tenant" ? tenantSchema : idSchema), true),
  );
}

const tenantSchema = { type: "string", format: "uuid", description: "Your company" };
const idSchema = { type: "string", pattern: "^[1-9][0-9]{0,15}$", description: "Id: digits" };

export function queryParameters(operation: Operation): Parameter[] {
  const required = new Set<string>(operation.query?.required ?? []);
  return Object.entries(asNode(operation.query?.properties)).map(([name, schema]) =>
    parameter(name, schema, required.has(name)),
  );
}

const parameter = (name: string, schema: unknown, isRequired: boolean): Parameter => ({
  field: { name, isRequired, ...toShape(schema) },
  schema,
});

export type DocumentedError = { readonly status: number; readonly code: string; readonly message: string };

/** The errors that an operation declares itself; common ones are on the overview. */
export function documentedErrors(operation: Operation): DocumentedError[] {
  return operation.errors.map((error) => {
    const [code = "", ...words] = error.split(" ");
    return { status: statusOfError(operation, error), code, message: words.join(" ") };
  });
}
