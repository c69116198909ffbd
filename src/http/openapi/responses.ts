import type { TSchema } from "typebox";
import { alternativeFileTypeOf, FileOf, fileTypeOf } from "../../kernel/file.ts";
import { groupBy } from "../../kernel/group.ts";
import type { Protocol } from "../../kernel/protocol.ts";
import { isRedirect } from "../../kernel/redirect.ts";
import { namingOf } from "../../kernel/schema.ts";
import type { Operation } from "../../registry/registry.ts";
import { answerExample } from "../../surfaces/docs/example.ts";
import { asNode } from "../../surfaces/docs/shape.ts";
import { nameErrorComponent, errorsByStatus, errorSchemaNames } from "./errors.ts";
import { errorHeaders, hasVersion, successHeaders, type SuccessKind } from "./headers.ts";
import { mostFrequent, refTo, type Json } from "./json.ts";
import { hoistSchemas, type SchemaComponents } from "./schemas.ts";

/** A response; one that others equal becomes a component of this name. */
export type DescribedResponse = { readonly status: string; readonly component: string; readonly response: Json };

/** The success responses. The example of a named schema stands in its component. */
export const describeSuccesses = (operation: Operation, components: SchemaComponents): DescribedResponse[] => [
  ...Object.entries(operation.answers).map(([status, schema]) => {
    const kind = kindOf(schema);
    const headers = successHeaders(operation, kind);
    const content = schema === null || kind === "redirect" ? {} : { content: describeContent(schema, components) };
    const response = { description: descriptions[kind], ...(isEmpty(headers) ? {} : { headers }), ...content };
    return { status, component: nameComponent(operation, schema, headers), response };
  }),
  ...(hasVersion(operation) ? [notModified] : []),
];

const notModified = { status: "304", component: "NotModified", response: { description: "The known version" } };

const descriptions: Readonly<Record<SuccessKind, string>> = {
  json: "Answer",
  file: "A file",
  redirect: "Redirect",
  empty: "Done",
};

function kindOf(schema: TSchema | null): SuccessKind {
  if (schema === null) return "empty";
  if (isRedirect(schema)) return "redirect";
  return fileTypeOf(schema) === undefined ? "json" : "file";
}

/** Named after the schema; a response to a POST that may be a repetition has one header more. */
function nameComponent(operation: Operation, schema: TSchema | null, headers: Json): string {
  const name = schema === null ? "Done" : (namingOf(schema)?.name ?? operation.name);
  if ("Idempotent-Replay" in headers) return `${name}OrReplay`;
  return isEmpty(headers) ? `${name}WithoutLimits` : name;
}

const isEmpty = (object: Json): boolean => Object.keys(object).length === 0;

function describeContent(schema: TSchema, components: SchemaComponents): Json {
  const fileType = fileTypeOf(schema);
  const other = alternativeFileTypeOf(schema);
  const hoisted = hoistSchemas(schema, components);
  const name = namingOf(schema)?.name;
  return {
    ...(fileType === undefined
      ? { "application/json": { schema: hoisted, ...findExample(schema, name, components) } }
      : { [fileType]: { schema: hoisted } }),
    ...(other === undefined ? {} : { [other]: { schema: FileOf(other) } }),
  };
}

function findExample(schema: TSchema, name: string | undefined, { examples }: SchemaComponents): Json {
  if (name === undefined) return { example: answerExample(schema) };
  const item = findItem(schema);
  if (item === undefined) examples.set(name, answerExample(schema));
  else examples.set(item.name, answerExample(item.schema));
  return {};
}

/** The named schema of the items of a list. */
function findItem(schema: TSchema) {
  const items = asNode(asNode(asNode(schema)["properties"])["items"])["items"];
  return typeof items === "object" && items !== null ? namingOf(items) : undefined;
}

/** The errors of each operation: the component, and the words by status. */
type OperationErrors = ReadonlyMap<number, { readonly component: string; readonly description: string }>;
export type ErrorWords = ReadonlyMap<Operation, OperationErrors>;

export const collectErrorWords = (operations: readonly Operation[]): ErrorWords =>
  new Map(
    operations.map((operation) => [
      operation,
      new Map(
        [...errorsByStatus(operation)].map(([status, errors]) => [
          status,
          { component: nameErrorComponent(operation, status, errors), description: errors.join(" · ") },
        ]),
      ),
    ]),
  );

/** The components of error responses; each has its most frequent words, and as an example what all of its operations answer. */
export function errorResponses(words: ErrorWords): Map<string, Json> {
  const uses = [...words].flatMap(([{ protocol }, errors]) =>
    [...errors].map(([status, { component, description }]) => ({ protocol, status, component, description })),
  );
  return new Map(
    [...groupBy(uses, ({ component }) => component)].map(([component, same]) => {
      const { protocol, status, description } = mostFrequent(same, (use) => use.description);
      const example = protocol === "v1" ? errorExample(same.map((use) => use.description.split(" · "))) : undefined;
      return [component, errorResponse(protocol, status, { description, example })];
    }),
  );
}

type ErrorText = { readonly description: string; readonly example: Json | undefined };

function errorResponse(protocol: Protocol, status: number, { description, example }: ErrorText): Json {
  const headers = protocol === "v1" || protocol === "v3" ? errorHeaders(status) : {};
  return {
    description,
    ...(isEmpty(headers) ? {} : { headers }),
    content: {
      "application/json": {
        schema: refTo("schemas", errorSchemaNames[protocol]),
        ...(example === undefined ? {} : { example }),
      },
    },
  };
}

/** The first error without a placeholder that every operation has. */
function errorExample([first = [], ...others]: readonly (readonly string[])[]): Json | undefined {
  const error = first.find((one) => !one.includes("<") && others.every((errors) => errors.includes(one)));
  const [code, ...words] = error?.split(" ") ?? [];
  return code === undefined ? undefined : { error: { code, message: words.join(" "), params: {} } };
}

/** The responses to errors; one with other words than its component overrides the description. */
export const buildErrorReferences = (
  operation: Operation,
  words: ErrorWords,
  shared: ReadonlyMap<string, Json>,
): Json =>
  Object.fromEntries(
    [...(words.get(operation) ?? [])].map(([status, { component, description }]) => {
      const isStandard = shared.get(component)?.["description"] === description;
      return [String(status), { ...refTo("responses", component), ...(isStandard ? {} : { description }) }];
    }),
  );
