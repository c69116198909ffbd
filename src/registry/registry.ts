import { features } from "./features.ts";
import type { Level, Module } from "../kernel/access.ts";
import { Type } from "typebox";
import { detectProtocol, type Protocol } from "../kernel/protocol.ts";
import { statusOf, type ErrorCode } from "../kernel/errors.ts";
import { isOAuthErrorCode, oauthStatusOf } from "../kernel/oauth-error.ts";
import {
  defineVisitorRoutes,
  type Access,
  type Effect,
  type Method,
  type Risk,
  type RouteParts,
  type Routes,
} from "../kernel/route.ts";
import { AnyObject, NamedObject } from "../kernel/schema.ts";

/** An operation as every derived part sees it: absolute path, its group, and the defaults filled in. */
export type Operation = RouteParts & {
  readonly method: Method;
  readonly name: string;
  readonly tag: string;
  readonly module: Module | null;
  readonly level: Level;
  readonly risk: Risk;
  /** `internal` for every read. */
  readonly effect: Effect;
  readonly isAutosave: boolean;
  readonly access: Access;
  readonly url: string;
  readonly protocol: Protocol;
};

export const tenantBase = "/api/v1/tenants/{tenant}";

export function listOperations(routes: Routes): Operation[] {
  return Object.entries(routes.records).map(([name, record]) => {
    const risk = record.risk ?? defaultRisk(record.method);
    const isAbsolute = routes.caller === "visitor" || record.path.startsWith("/api/");
    const url = isAbsolute ? record.path : `${tenantBase}${record.path}`;
    return {
      ...record,
      name,
      tag: routes.tag,
      module: record.module === undefined ? routes.module : record.module,
      level: record.level ?? (record.method === "GET" || risk === "read" ? "read" : "full"),
      risk,
      effect: record.effect ?? "internal",
      isAutosave: record.isAutosave ?? false,
      access: record.access ?? "member_or_key",
      url,
      protocol: record.protocol ?? detectProtocol(url),
    };
  });
}

function defaultRisk(method: Method): Risk {
  if (method === "GET") return "read";
  return method === "DELETE" ? "irreversible" : "write";
}

/** The status of a declared error, `code message`. */
export function statusOfError({ protocol }: Pick<Operation, "protocol">, error: string): number {
  const [code = ""] = error.split(" ");
  if (protocol === "oauth" && isOAuthErrorCode(code)) return oauthStatusOf[code];
  if (protocol !== "oauth" && isErrorCode(code)) return statusOf[code];
  throw new Error(`unknown error code in the registry: ${error}`);
}

const isErrorCode = (word: string): word is ErrorCode => Object.hasOwn(statusOf, word);

/** The description of the operations is one of them; it belongs to no feature and `http/openapi/route.ts` answers it. */
const openApiRoutes = defineVisitorRoutes("OpenAPI", {
  getOpenApi: {
    method: "GET",
    path: "/api/openapi.json",
    access: "public",
    mcp: "never",
    summary: "This description, all of it or some groups; answers 304 to If-None-Match",
    query: Type.Object({
      tag: Type.Optional(
        Type.String({ description: "Groups, separated by commas, in any case", examples: ["Contacts,Lists"] }),
      ),
    }),
    answers: { 200: AnyObject },
    errors: [],
  },
});

const JsonRpcMessage = NamedObject("JsonRpcMessage", {
  jsonrpc: Type.Literal("2.0"),
  id: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
  method: Type.String({ examples: ["tools/list"] }),
  params: Type.Optional(AnyObject),
});

/** `surfaces/mcp` answers it: its operations are the tools. */
const mcpRoutes = defineVisitorRoutes("MCP", {
  postMcp: {
    method: "POST",
    path: "/mcp",
    access: "assistant",
    protocol: "json_rpc",
    mcp: "never",
    risk: "read",
    summary: "Model Context Protocol for assistants: JSON-RPC 2.0 over HTTP, without sessions",
    body: JsonRpcMessage,
    answers: { 200: AnyObject, 202: null },
    errors: [
      "validation body",
      "unauthorized credentials",
      "forbidden host",
      "forbidden origin",
      "forbidden scope",
      "rate_limited messages",
    ],
  },
});

export const operations: readonly Operation[] = [
  ...features.flatMap(({ contracts }) => Object.values(contracts)),
  openApiRoutes,
  mcpRoutes,
].flatMap((routes) => listOperations(routes));
