import { statusOf } from "../../kernel/errors.ts";
import { oauthStatusOf } from "../../kernel/oauth-error.ts";
import type { Protocol } from "../../kernel/protocol.ts";
import { hasShownOnce } from "../../kernel/schema.ts";
import { statusOfError, type Operation } from "../../registry/registry.ts";
import { apiV3Status } from "../error-answers.ts";

/** Whether the path lies in a company: credentials, permissions and rate limits are checked first. */
export const isInCompany = ({ access }: Operation): boolean => access === "member_or_key" || access === "member";

/** Whether credentials may be the cookie of a session. */
const acceptsSession = ({ access, protocol }: Operation): boolean =>
  protocol === "v1" && access !== "public" && access !== "assistant";

export const needsCsrfToken = (operation: Operation): boolean =>
  acceptsSession(operation) && operation.method !== "GET";

/** The router decides it the same way: the response to a POST with a key of the company is stored. */
export const acceptsIdempotencyKey = (operation: Operation): boolean =>
  operation.method === "POST" && operation.access === "member_or_key" && !isFormOnly(operation);

const isFormOnly = ({ upload, body }: Operation): boolean => upload !== undefined && body === undefined;

/** The errors `code message` of an operation by status: its own, and those that follow from its record. */
export function errorsByStatus(operation: Operation): Map<number, string[]> {
  const byStatus = new Map<number, string[]>();
  const add = (status: number, error: string) => {
    const known = byStatus.get(status) ?? [];
    if (!known.includes(error)) byStatus.set(status, [...known, error]);
  };
  const isV3 = operation.protocol === "v3";
  for (const error of [...operation.errors, ...derivedErrors(operation)]) {
    const status = statusOfError(operation, error);
    const isInvalid = error.startsWith("validation ");
    add(isV3 && isInvalid ? apiV3Status({ code: "validation", status }) : status, error);
  }
  if (operation.protocol !== "oauth" && takesBody(operation)) {
    add(413, "validation size");
    add(isV3 ? 422 : 415, "validation contentType");
  }
  return new Map([...byStatus].toSorted(([left], [right]) => left - right));
}

const takesBody = ({ body, upload }: Operation): boolean => body !== undefined || upload !== undefined;

const derivedErrors = (operation: Operation): string[] =>
  operation.protocol === "oauth"
    ? ["server_error unexpected", "temporarily_unavailable database"]
    : [
        ...inputErrors(operation),
        ...accessErrors(operation),
        ...idempotencyErrors(operation),
        "method_not_allowed <method>",
        "server unexpected",
        "unavailable database",
        "unavailable timeout",
      ];

const inputErrors = (operation: Operation): string[] => [
  ...(takesBody(operation) ? ["validation <field>"] : []),
  ...(operation.protocol === "v1" || operation.query !== undefined ? ["validation <parameter>"] : []),
  ...(/\{(?!tenant\})/.test(operation.url) ? ["not_found path"] : []),
];

function accessErrors(operation: Operation): string[] {
  const { access, level, module, protocol } = operation;
  if (!isInCompany(operation) && access !== "signed_in") return [];
  const forbidden = isInCompany(operation)
    ? [
        ...(protocol === "v1" ? ["forbidden tenant", "forbidden two_factor"] : []),
        ...(access === "member" ? ["forbidden api_key"] : []),
        ...(module === null ? [] : [`forbidden ${module}`]),
        ...(level === "full" && access === "member_or_key" ? ["forbidden scope"] : []),
        ...(level === "full" && protocol === "v1" ? ["forbidden read_only"] : []),
      ]
    : [];
  return [
    "unauthorized credentials",
    ...forbidden,
    ...(needsCsrfToken(operation) ? ["csrf csrf"] : []),
    "rate_limited per-second",
    "rate_limited daily-limit",
  ];
}

const idempotencyErrors = (operation: Operation): string[] =>
  acceptsIdempotencyKey(operation)
    ? [
        "validation Idempotency-Key",
        "conflict idempotency_key",
        "conflict in_progress",
        ...(hasShownOnce(operation.answers) ? ["conflict shown_once"] : []),
      ]
    : [];

export const errorSchemaNames: Readonly<Record<Protocol, string>> = {
  v1: "Error",
  v3: "CompatibleError",
  oauth: "OAuthError",
  json_rpc: "JsonRpcError",
};

const prefixes: Readonly<Record<Protocol, string>> = { v1: "", v3: "Compatible", oauth: "OAuth", json_rpc: "JsonRpc" };

const responseNames: Readonly<Record<number, string>> = {
  400: "Invalid",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  409: "Conflict",
  410: "Expired",
  413: "TooLarge",
  415: "NotJson",
  422: "Invalid",
  423: "RecentlySent",
  429: "RateLimited",
  500: "ServerError",
  501: "NotImplemented",
  502: "Upstream",
  503: "Unavailable",
};

/**
 * The component of an error response: `Forbidden`, `ForbiddenContactsFull`, `NotFoundList`, `CompatibleForbidden`. Operations
 * with the same permissions or the same kind of object share one.
 */
export function nameErrorComponent(operation: Operation, status: number, errors: readonly string[]): string {
  const name = `${prefixes[operation.protocol]}${responseNames[status] ?? status}`;
  if (status === 403 && isInCompany(operation)) return `${name}${permissionsName(operation)}`;
  const [object, ...others] = errors.filter((error) => error !== "not_found path");
  return status === 404 && object !== undefined && others.length === 0
    ? `${name}${pascal(object.split(" ")[1] ?? "")}`
    : name;
}

const permissionsName = ({ module, level, access }: Operation): string =>
  pascal([module ?? "", level === "full" ? "full" : "", access === "member" ? "member" : ""].join("_"));

const pascal = (words: string): string =>
  words
    .split(/[^A-Za-z]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");

const errorProperties = {
  code: {
    type: "string",
    enum: Object.keys(statusOf),
    description: Object.entries(statusOf)
      .map(([code, status]) => `${code} ${status}`)
      .join(" · "),
  },
  message: { type: "string", description: "A machine word: the field, object or reason. Never prose" },
  params: { type: "object", description: "Details, such as retryAfter in seconds" },
};

export const errorSchemas = {
  Error: {
    type: "object",
    required: ["error"],
    properties: {
      error: { type: "object", required: ["code", "message", "params"], properties: errorProperties },
    },
  },
  CompatibleError: {
    type: "object",
    required: ["status", "meta", "message"],
    properties: { status: { const: "error" }, meta: { type: "array", maxItems: 0 }, message: { type: "string" } },
  },
  OAuthError: {
    type: "object",
    required: ["error"],
    properties: {
      error: { type: "string", enum: Object.keys(oauthStatusOf) },
      error_description: { type: "string" },
    },
  },
  JsonRpcError: {
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
          data: { type: "object", required: ["code", "message", "params"], properties: errorProperties },
        },
      },
    },
  },
};
