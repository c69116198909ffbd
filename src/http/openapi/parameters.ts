import { Id } from "../../kernel/schema.ts";
import { pathExample, queryExample } from "../../surfaces/docs/operation-example.ts";
import type { Operation } from "../../registry/registry.ts";
import { acceptsIdempotencyKey, needsCsrfToken } from "./errors.ts";
import { hasVersion } from "./headers.ts";
import type { Json } from "./json.ts";
import { hoistSchemas, type SchemaComponents } from "./schemas.ts";

/** A parameter, and the name that its component would have. */
export type DescribedParameter = { readonly component: string; readonly parameter: Json };

export const describeParameters = (operation: Operation, components: SchemaComponents): DescribedParameter[] => [
  ...pathParameters(operation, components),
  ...queryParameters(operation, components),
  ...headerParameters(operation),
];

function pathParameters(operation: Operation, components: SchemaComponents): DescribedParameter[] {
  return [...operation.url.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, kind = "", name = ""]) => {
    const schema = operation.params?.properties[name] ?? (name === "tenant" ? { type: "string", format: "uuid" } : Id);
    const example = pathExample(operation, name, schema);
    return {
      component: name === "tenant" ? name : `${kind}_${name}`,
      parameter: { name, in: "path", required: true, schema: hoistSchemas(schema, components), example },
    };
  });
}

function queryParameters(operation: Operation, components: SchemaComponents): DescribedParameter[] {
  const required = new Set(operation.query?.required ?? []);
  return Object.entries(operation.query?.properties ?? {}).map(([name, schema]) => ({
    component: name,
    parameter: {
      name,
      in: "query",
      ...(required.has(name) ? { required: true } : {}),
      schema: hoistSchemas(schema, components),
      example: queryExample(operation, name, schema),
    },
  }));
}

const headerParameters = (operation: Operation): DescribedParameter[] => [
  ...(needsCsrfToken(operation) ? [csrfToken(operation.access !== "member_or_key")] : []),
  ...(acceptsIdempotencyKey(operation) ? [idempotencyKey] : []),
  ...(hasVersion(operation) ? [knownVersion] : []),
];

const csrfToken = (isRequired: boolean): DescribedParameter => ({
  component: isRequired ? "RequiredCsrfToken" : "CsrfToken",
  parameter: {
    name: "X-CSRF-Token",
    in: "header",
    ...(isRequired ? { required: true } : {}),
    description: "The token of the session; required with its cookie, ignored with an API key",
    schema: { type: "string" },
    example: "Zk3v9mQpX2",
  },
});

const idempotencyKey: DescribedParameter = {
  component: "IdempotencyKey",
  parameter: {
    name: "Idempotency-Key",
    in: "header",
    description: "The same key with the same body within 24 hours repeats the first response; the work is done once",
    schema: { type: "string", minLength: 1, maxLength: 255 },
    example: "order-2026-1042",
  },
};

const knownVersion: DescribedParameter = {
  component: "IfNoneMatch",
  parameter: {
    name: "If-None-Match",
    in: "header",
    description: "An ETag; 304 when it is still the version",
    schema: { type: "string" },
    example: '"k3v9mQpX2"',
  },
};
