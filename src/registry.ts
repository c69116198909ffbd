import { features } from "./features.ts";
import type { Level, Module } from "./kernel/access.ts";
import { dialectOf, type Dialect } from "./kernel/dialect.ts";
import type { Access, Risk, RouteRecord, Routes } from "./kernel/route.ts";

/** An operation as every derived part sees it: absolute path, its group, and the defaults filled in. */
export type Operation = RouteRecord & {
  readonly name: string;
  readonly tag: string;
  readonly module: Module | null;
  readonly level: Level;
  readonly risk: Risk;
  readonly access: Access;
  readonly url: string;
  readonly dialect: Dialect;
};

export const tenantBase = "/api/v1/tenants/{tenant}";

export function operationsOf(routes: Routes): Operation[] {
  return Object.entries(routes.records).map(([name, record]) => {
    const url = record.path.startsWith("/api/") ? record.path : `${tenantBase}${record.path}`;
    return {
      ...record,
      name,
      tag: routes.tag,
      module: record.module === undefined ? routes.module : record.module,
      level: record.level ?? (record.method === "GET" ? "read" : "full"),
      risk: record.risk ?? (record.method === "GET" ? "read" : "write"),
      access: record.access ?? "member_or_key",
      url,
      dialect: dialectOf(url),
    };
  });
}

export const operations: readonly Operation[] = features.flatMap(({ contracts }) =>
  Object.values(contracts).flatMap((routes) => operationsOf(routes)),
);
