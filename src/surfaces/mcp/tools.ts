import type { Scope } from "../../kernel/access.ts";
import type { Operation } from "../../registry/registry.ts";
import { buildInputSchema, isJson, type Json } from "./arguments.ts";
import type { Catalog, CompanyBinding } from "./catalog.ts";
import { mayNeedConfirmation } from "./effects/all.ts";
import { patternWordsKeyword } from "../../kernel/schema-rules.ts";

const text = (description: string) => ({ type: "string", description });

const operationField = text("operationId, or METHOD /path, as api_search returns it");
const confirmField = text("From the preview of the same call");

const fieldsField = {
  type: "array",
  items: { type: "string" },
  description: "Columns of the answer; all when left out",
};

const annotations = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  write: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
} as const;

const callSchema = {
  operation: operationField,
  arguments: { type: "object", description: "Path, query and body fields in one object" },
};

const catalogTools: readonly Json[] = [
  {
    name: "api_search",
    description:
      "Find operations of the whole API by what you want to do, at most 10, the best first. Use it when no other tool fits.",
    inputSchema: {
      type: "object",
      properties: {
        query: text("Words, e.g. coupon codes"),
        group: text(
          "Contacts, Lists, Segments, Campaigns, Automations, Content, Forms, Statistics, Sending, Account …",
        ),
        level: { type: "string", enum: ["read", "full"] },
      },
      required: ["query"],
      additionalProperties: false,
    },
    annotations: annotations.read,
  },
  {
    name: "api_describe",
    description: "Arguments, errors and risk of one operation, and its answer if short; part output: only the answer.",
    inputSchema: {
      type: "object",
      properties: { operation: operationField, part: { type: "string", enum: ["input", "output"], default: "input" } },
      required: ["operation"],
      additionalProperties: false,
    },
    annotations: annotations.read,
  },
  {
    name: "api_read",
    description: "Run an operation of risk read.",
    inputSchema: {
      type: "object",
      properties: { ...callSchema, fields: fieldsField },
      required: ["operation"],
      additionalProperties: false,
    },
    annotations: annotations.read,
  },
  {
    name: "api_write",
    description:
      "Run an operation of risk write or irreversible. One that is irreversible, mails people or sends data out first answers a preview and a confirmToken; repeat the same call with the token after the person agreed.",
    inputSchema: {
      type: "object",
      properties: { ...callSchema, confirmToken: confirmField },
      required: ["operation"],
      additionalProperties: false,
    },
    annotations: annotations.write,
  },
];

export const catalogToolNames: readonly string[] = catalogTools.map(({ name }) => String(name));

/**
 * The tools of a scope. `api_write` is listed for read tokens too: it names the tools that such a token lacks, and calling
 * it answers which scope is missing, so that clients ask the person for it.
 */
export function buildTools(catalog: Catalog, scope: Scope): Json[] {
  const own = [...catalog.byTool];
  const isAllowed = ({ operation }: CompanyBinding) => scope === "full" || operation.level === "read";
  const allowed = own
    .filter(([, binding]) => isAllowed(binding))
    .map(([name, { operation }]) => buildTool(name, operation));
  const missing = own.filter(([, binding]) => !isAllowed(binding)).map(([name]) => name);
  const shared = catalogTools.map((tool) =>
    tool["name"] === "api_write" && missing.length > 0
      ? { ...tool, description: `${missingScope} ${missing.join(", ")}.` }
      : tool,
  );
  return [...allowed, ...shared];
}

const missingScope =
  "Run an operation of risk write or irreversible. This token only reads: the call is refused and asks the person for the scope full. With it there are also the tools";

const preview = " First answers a preview and a confirmToken; repeat the call with the token after the person agreed.";
const possiblePreview = " Where it would mail people or send data out: a preview and a confirmToken first.";

function previewNote({ risk, effect }: Operation): string {
  if (risk === "irreversible" || effect === "sends" || effect === "discloses") return preview;
  return effect === "depends" ? possiblePreview : "";
}

/** What a tool shows beyond its operation. */
const additions: Readonly<Record<string, string>> = {
  account_overview: " With the shops, senders, consent purposes, custom fields and test addresses, and their ids.",
};

function buildTool(name: string, operation: Operation): Json {
  const { properties, ...schema } = buildInputSchema(operation);
  const fields = {
    ...(isJson(properties) ? properties : {}),
    ...(operation.risk === "read" ? { fields: fieldsField } : {}),
    ...(mayNeedConfirmation(operation) ? { confirmToken: confirmField } : {}),
  };
  return {
    name,
    description: `${operation.summary}.${additions[name] ?? ""}${previewNote(operation)} [${operation.name}]`,
    inputSchema: { ...schema, type: "object", properties: shortFields(fields) },
    annotations: buildAnnotations(operation),
  };
}

function buildAnnotations(operation: Operation): Json {
  if (operation.risk === "read") return annotations.read;
  return {
    readOnlyHint: false,
    destructiveHint: operation.risk === "irreversible",
    idempotentHint: ["PUT", "PATCH", "DELETE"].includes(operation.method),
    openWorldHint: operation.effect !== "internal",
  };
}

/** The full schema of a nested value is in api_describe; the list of tools has to stay small. */
const shortFields = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, shortSchema(schema, 0)]));

const dropped = new Set([
  "pattern",
  patternWordsKeyword,
  "format",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "$defs",
  "additionalProperties",
]);
const maxDepth = 1;

function shortSchema(schema: unknown, depth: number): Json {
  if (!isJson(schema)) return {};
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => !dropped.has(key)));
  if ("anyOf" in kept || "oneOf" in kept || "$ref" in kept || "allOf" in kept) {
    return { description: "See api_describe" };
  }
  if (isJson(kept["properties"])) {
    if (depth >= maxDepth)
      return {
        type: "object",
        description: `${Object.keys(kept["properties"]).slice(0, 12).join(", ")}; see api_describe`,
      };
    const inner = kept["properties"];
    return {
      ...kept,
      properties: Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, shortSchema(one, depth + 1)])),
    };
  }
  return isJson(kept["items"]) ? { ...kept, items: shortSchema(kept["items"], depth + 1) } : kept;
}
