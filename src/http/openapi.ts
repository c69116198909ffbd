import type { Protocol } from "../kernel/protocol.ts";
import type { TSchema } from "typebox";
import { fileTypeOf, FileOf, alternativeFileTypeOf, filePart } from "../kernel/file.ts";
import { publishedSchemaKeyword } from "../kernel/schema.ts";
import { isRedirect } from "../kernel/redirect.ts";
import { operations, statusOfError, type Operation } from "../registry.ts";
import { sessionCookieOf } from "./credentials.ts";
import { compatibleStatusOf } from "./error-answers.ts";
import { withExamples } from "./openapi-examples.ts";

type Json = Record<string, unknown>;

const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "params"],
      properties: { code: { type: "string" }, message: { type: "string" }, params: { type: "object" } },
    },
  },
};

const compatibleErrorSchema = {
  type: "object",
  required: ["status", "meta", "message"],
  properties: { status: { const: "error" }, meta: { type: "array", maxItems: 0 }, message: { type: "string" } },
};

const oauthErrorSchema = {
  type: "object",
  required: ["error"],
  properties: { error: { type: "string" }, error_description: { type: "string" } },
};

const jsonRpcErrorSchema = {
  type: "object",
  required: ["jsonrpc", "id", "error"],
  properties: {
    jsonrpc: { const: "2.0" },
    id: { type: "null" },
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "integer" },
        message: { type: "string" },
        data: errorSchema.properties.error,
      },
    },
  },
};

/** The machine-readable description (part 9), all of it or some groups. It is a function of the registry. */
export function openApiDocument(servers: readonly string[], tags: readonly string[] = []): Json {
  const chosen = operations.filter((operation) => tags.length === 0 || tags.includes(operation.tag.toLowerCase()));
  const paths: Record<string, Record<string, unknown>> = {};
  const shared: Json = {};
  for (const operation of chosen) {
    (paths[operation.url] ??= {})[operation.method.toLowerCase()] = hoistDefinitions(
      withExamples(describe(operation)),
      shared,
    );
  }
  return {
    openapi: "3.1.0",
    info: { title: "Postrider", version: "1.0.0", license: { name: "MIT", identifier: "MIT" } },
    servers: servers.map((url) => ({ url })),
    tags: [...new Set(chosen.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: {
        Error: errorSchema,
        CompatibleError: compatibleErrorSchema,
        OAuthError: oauthErrorSchema,
        JsonRpcError: jsonRpcErrorSchema,
        ...shared,
      },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "API key: pst_ and 43 characters" },
        oauth: { type: "http", scheme: "bearer", description: "Access token of OAuth: pso_ and 43 characters" },
        basic: { type: "http", scheme: "basic", description: "E-mail of a member and an API key" },
        session: { type: "apiKey", in: "cookie", name: sessionCookieOf(servers) },
      },
    },
  };
}

function describe(operation: Operation): Json {
  return {
    operationId: operation.name,
    tags: [operation.tag],
    summary: operation.summary,
    security: securityOf(operation),
    parameters: [...pathParameters(operation), ...queryParameters(operation)],
    ...requestBodyOf(operation),
    responses: { ...successesOf(operation), ...errorsOf(operation) },
    "x-module": operation.module,
    "x-level": operation.level,
    "x-risk": operation.risk,
    "x-effect": operation.effect,
  };
}

/**
 * Replaces parsed values by their published schema and moves `$defs` to the components, where OpenAPI tools look
 * for them.
 */
function hoistDefinitions(value: unknown, shared: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => hoistDefinitions(item, shared));
  if (!isJson(value)) return value;
  if (isJson(value[publishedSchemaKeyword])) return hoistDefinitions(value[publishedSchemaKeyword], shared);
  const { $defs, ...rest } = value;
  if (isJson($defs)) Object.assign(shared, hoistDefinitions($defs, shared));
  return Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [
      key,
      key === "$ref" ? String(inner).replace("#/$defs/", "#/components/schemas/") : hoistDefinitions(inner, shared),
    ]),
  );
}

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

const formSchema = ({ fields }: NonNullable<Operation["upload"]>) => ({
  type: "object",
  required: [filePart],
  properties: { [filePart]: { type: "string", contentMediaType: "application/octet-stream" }, ...fields?.properties },
});

function requestBodyOf({ body, upload, bodyFormat }: Operation): Json {
  const mediaType = bodyFormat === "form" ? "application/x-www-form-urlencoded" : "application/json";
  const content = {
    ...(upload === undefined ? {} : { "multipart/form-data": { schema: formSchema(upload) } }),
    ...(body === undefined ? {} : { [mediaType]: { schema: body } }),
  };
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } };
}

function securityOf(operation: Operation): Json[] {
  if (operation.access === "public") return [];
  if (operation.access === "assistant") return [{ oauth: [] }, { bearer: [] }];
  if (operation.protocol === "v3") return [{ bearer: [] }, { basic: [] }];
  if (operation.access === "member_or_key") return [{ bearer: [] }, { basic: [] }, { session: [] }];
  return [{ session: [] }];
}

function pathParameters(operation: Operation): Json[] {
  return [...operation.url.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: operation.params?.properties[name] ?? {
      type: "string",
      ...(name === "tenant" ? { format: "uuid" } : { pattern: "^[0-9]+$" }),
    },
  }));
}

function queryParameters(operation: Operation): Json[] {
  const required = new Set(operation.query?.required ?? []);
  return Object.entries(operation.query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.has(name),
    schema,
  }));
}

const successesOf = (operation: Operation): Json =>
  Object.fromEntries(Object.entries(operation.answers).map(([status, schema]) => [status, successOf(schema)]));

function successOf(schema: TSchema | null): Json {
  if (schema === null) return { description: "Done" };
  if (isRedirect(schema)) return { description: "Redirect", headers: { Location: { schema: { type: "string" } } } };
  return { description: "Answer", content: contentOf(schema) };
}

function contentOf(schema: TSchema): Json {
  const other = alternativeFileTypeOf(schema);
  return {
    [fileTypeOf(schema) ?? "application/json"]: { schema },
    ...(other === undefined ? {} : { [other]: { schema: FileOf(other) } }),
  };
}

const sharedErrors: Readonly<Record<Protocol, readonly string[]>> = {
  v1: ["unauthorized credentials", "forbidden tenant", "forbidden two_factor", "rate_limited per-second"],
  v3: ["unauthorized credentials", "rate_limited per-second"],
  oauth: [],
  json_rpc: [],
};

const errorSchemaOf: Readonly<Record<Protocol, string>> = {
  v1: "Error",
  v3: "CompatibleError",
  oauth: "OAuthError",
  json_rpc: "JsonRpcError",
};

/** Adds the errors that every company route shares. */
function errorsOf(operation: Operation): Json {
  const { protocol } = operation;
  const isOutsideCompanies = operation.access === "public" || operation.access === "assistant";
  const shared = isOutsideCompanies ? [] : sharedErrors[protocol];
  const byStatus = new Map<number, string[]>();
  const add = (status: number, error: string) => {
    const isInvalidInV3 = protocol === "v3" && error.startsWith("validation ");
    const answered = isInvalidInV3 ? compatibleStatusOf({ code: "validation", status }) : status;
    byStatus.set(answered, [...(byStatus.get(answered) ?? []), error]);
  };
  for (const error of [...operation.errors, ...shared]) add(statusOfError(operation, error), error);
  if (protocol === "oauth") return responsesOf(byStatus, errorSchemaOf.oauth);
  if (operation.body !== undefined || operation.upload !== undefined) {
    add(400, "validation <field>");
    add(413, "validation size");
    add(415, "validation contentType");
  }
  if (operation.query !== undefined) add(400, "validation <parameter>");
  return responsesOf(byStatus, errorSchemaOf[protocol]);
}

const responsesOf = (byStatus: ReadonlyMap<number, readonly string[]>, schema: string): Json =>
  Object.fromEntries(
    [...byStatus].map(([status, errors]) => [
      String(status),
      {
        description: errors.join(" · "),
        content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
      },
    ]),
  );
