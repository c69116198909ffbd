import { features } from "./features.ts";
import type { Level, Module } from "./kernel/access.ts";
import { statusOf, type ErrorCode } from "./kernel/errors.ts";
import { isOAuthErrorCode, oauthStatusOf } from "./kernel/oauth-error.ts";
import type { Access, Method, Risk, RouteRecord, Routes } from "./kernel/route.ts";

/** An operation as every derived part sees it: absolute path, its group, and the defaults filled in. */
export type Operation = RouteRecord & {
  readonly name: string;
  readonly tag: string;
  readonly module: Module | null;
  readonly level: Level;
  readonly risk: Risk;
  readonly access: Access;
  readonly url: string;
};

export const tenantBase = "/api/v1/tenants/{tenant}";

export function operationsOf(routes: Routes): Operation[] {
  return Object.entries(routes.records).map(([name, record]) => ({
    ...record,
    name,
    tag: routes.tag,
    module: record.module === undefined ? routes.module : record.module,
    level: record.level ?? (record.method === "GET" ? "read" : "full"),
    risk: record.risk ?? riskOf(record.method),
    access: record.access ?? "member_or_key",
    url: routes.caller === "visitor" ? record.path : `${tenantBase}${record.path}`,
  }));
}

function riskOf(method: Method): Risk {
  if (method === "GET") return "read";
  return method === "DELETE" ? "irreversible" : "write";
}

/** The status of a declared error, `code message`. */
export function statusOfError({ protocol }: Pick<Operation, "protocol">, error: string): number {
  const [code = ""] = error.split(" ");
  if (protocol === "oauth" && isOAuthErrorCode(code)) return oauthStatusOf[code];
  if (protocol === undefined && isErrorCode(code)) return statusOf[code];
  throw new Error(`unknown error code in the registry: ${error}`);
}

const isErrorCode = (word: string): word is ErrorCode => Object.hasOwn(statusOf, word);

export const operations: readonly Operation[] = features.flatMap(({ contracts }) =>
  Object.values(contracts).flatMap((routes) => operationsOf(routes)),
);
