import { filePart } from "../../kernel/file.ts";
import { groupBy } from "../../kernel/group.ts";
import { operations, type Operation } from "../../registry/registry.ts";
import { bodyExample } from "../../surfaces/docs/operation-example.ts";
import { sessionCookieOf } from "../credentials.ts";
import { errorSchemas } from "./errors.ts";
import { headerComponents } from "./headers.ts";
import { isJson, mostFrequent, refTo, type Json } from "./json.ts";
import { describeParameters } from "./parameters.ts";
import { buildErrorReferences, errorResponses, collectErrorWords, describeSuccesses } from "./responses.ts";
import { hoistSchemas, schemaComponents, type SchemaComponents } from "./schemas.ts";
import { tagDescriptions } from "./tags.ts";

/**
 * The machine-readable description (part 9), all of it or some groups. It is a function of the registry. A component has
 * the same name and content in the description of a group as in that of all.
 */
export function openApiDocument(servers: readonly string[], tags: readonly string[] = []): Json {
  const { described, components } = describeAll();
  const chosen = described.filter(({ tag }) => tags.length === 0 || tags.includes(tag.toLowerCase()));
  const paths: Record<string, Json> = {};
  for (const { url, method, operation } of chosen) (paths[url] ??= {})[method] = operation;
  return {
    openapi: "3.1.0",
    info: { title: "Postrider", version: "1.0.0", license: { name: "MIT", identifier: "MIT" } },
    servers: servers.map((url) => ({ url })),
    security: companySecurity,
    tags: [...new Set(chosen.map(({ tag }) => tag))].map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    components: {
      ...withoutUnused(components, paths),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "API key: pst_ and 43 characters" },
        oauth: { type: "http", scheme: "bearer", description: "Access token of OAuth: pso_ and 43 characters" },
        basic: { type: "http", scheme: "basic", description: "E-mail of a member and an API key" },
        session: { type: "apiKey", in: "cookie", name: sessionCookieOf(servers) },
      },
    },
  };
}

type Described = { readonly tag: string; readonly url: string; readonly method: string; readonly operation: Json };
type Components = Readonly<Record<string, Json>>;

let all: { readonly described: readonly Described[]; readonly components: Components } | undefined;

function describeAll() {
  all ??= describeOperations();
  return all;
}

function describeOperations() {
  const schemas = schemaComponents(errorSchemas);
  const words = collectErrorWords(operations);
  const errors = errorResponses(words);
  const parts = operations.map((operation) => ({
    operation,
    parameters: describeParameters(operation, schemas),
    successes: describeSuccesses(operation, schemas),
  }));
  const parameters = shareable(parts.flatMap((part) => part.parameters.map(asShared)));
  const responses = shareable(
    parts.flatMap(({ successes }) => successes.map(({ component, response }) => ({ component, value: response }))),
  );
  const described = parts.map(({ operation, ...part }) => ({
    tag: operation.tag,
    url: operation.url,
    method: operation.method.toLowerCase(),
    operation: {
      operationId: operation.name,
      tags: [operation.tag],
      summary: operation.summary,
      ...describeSecurity(operation),
      parameters: part.parameters.map((one) => orReference("parameters", asShared(one), parameters)),
      ...describeRequestBody(operation, schemas),
      responses: {
        ...Object.fromEntries(
          part.successes.map(({ status, component, response }) => [
            status,
            orReference("responses", { component, value: response }, responses),
          ]),
        ),
        ...buildErrorReferences(operation, words, errors),
      },
      "x-module": operation.module,
      "x-level": operation.level,
      "x-risk": operation.risk,
      "x-effect": operation.effect,
    },
  }));
  return {
    described,
    components: {
      schemas: Object.fromEntries(
        [...schemas.schemas].map(([name, schema]) => [
          name,
          schemas.examples.has(name) ? { ...schema, examples: [schemas.examples.get(name)] } : schema,
        ]),
      ),
      parameters: Object.fromEntries(parameters),
      responses: { ...Object.fromEntries(errors), ...Object.fromEntries(responses) },
      headers: headerComponents,
    },
  };
}

type Shareable = { readonly component: string; readonly value: Json };

const asShared = ({ component, parameter }: { component: string; parameter: Json }): Shareable => ({
  component,
  value: parameter,
});

/** The most frequent of all values that would have one name gets it, if it is used more than once. */
function shareable(values: readonly Shareable[]): Map<string, Json> {
  const shared = new Map<string, Json>();
  for (const [component, uses] of groupBy(values, (one) => one.component)) {
    const text = ({ value }: Shareable) => JSON.stringify(value);
    const most = mostFrequent(uses, text);
    if (uses.filter((use) => text(use) === text(most)).length > 1) shared.set(component, most.value);
  }
  return shared;
}

function orReference(
  kind: "parameters" | "responses",
  { component, value }: Shareable,
  shared: ReadonlyMap<string, Json>,
): Json {
  return JSON.stringify(shared.get(component)) === JSON.stringify(value) ? refTo(kind, component) : value;
}

function describeRequestBody(operation: Operation, schemas: SchemaComponents): Json {
  const { body, upload, bodyFormat } = operation;
  const mediaType = bodyFormat === "form" ? "application/x-www-form-urlencoded" : "application/json";
  const content = {
    ...(upload === undefined ? {} : { "multipart/form-data": { schema: hoistSchemas(formSchema(upload), schemas) } }),
    ...(body === undefined
      ? {}
      : { [mediaType]: { schema: hoistSchemas(body, schemas), example: bodyExample(operation) } }),
  };
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } };
}

const formSchema = ({ fields }: NonNullable<Operation["upload"]>) => ({
  type: "object",
  required: [filePart],
  properties: { [filePart]: { type: "string", contentMediaType: "application/octet-stream" }, ...fields?.properties },
});

/** The ways to authenticate that most operations accept. */
const companySecurity: readonly Json[] = [{ bearer: [] }, { basic: [] }, { session: [] }];

function describeSecurity(operation: Operation): Json {
  if (operation.access === "public") return { security: [] };
  if (operation.access === "assistant") return { security: [{ oauth: [] }, { bearer: [] }] };
  if (operation.protocol === "v3") return { security: [{ bearer: [] }, { basic: [] }] };
  return operation.access === "member_or_key" ? {} : { security: [{ session: [] }] };
}

/** The components that the paths refer to, directly or by other components. */
function withoutUnused(components: Components, paths: Json): Components {
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, kind = "", name = ""] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)) {
      const place = `${kind}/${name}`;
      if (used.has(place)) continue;
      used.add(place);
      visit(components[kind]?.[name] ?? {});
    }
  };
  visit(paths);
  return Object.fromEntries(
    Object.entries(components).map(([kind, members]) => [
      kind,
      Object.fromEntries(
        Object.entries(isJson(members) ? members : {}).filter(([name]) => used.has(`${kind}/${name}`)),
      ),
    ]),
  );
}
