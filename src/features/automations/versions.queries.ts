import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { Graph } from "./graph/graph.ts";

export type NewVersion = {
  readonly version: number;
  readonly graph: Graph;
  readonly authorId: string | null;
  readonly createdAt: Date;
};

export async function insertVersion(db: TenantDb, automationId: string, write: NewVersion): Promise<void> {
  const row = { tenantId: db.tenantId, automationId, ...write, graph: JSON.stringify(write.graph) };
  await db.sql`insert into automation_version ${db.sql(row)}`;
}

export type VersionRecord = { version: number; graph: Graph; createdAt: Date };

export async function findVersion(
  db: TenantDb,
  automationId: string,
  version: number | string,
): Promise<VersionRecord | undefined> {
  const [row] = await db.sql<VersionRecord[]>`
    select version, graph, created_at from automation_version
    where tenant_id = ${db.tenantId} and automation_id = ${automationId} and version = ${version}::bigint`;
  return row;
}

export async function listVersions(
  db: TenantDb,
  automationId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: { version: number; createdAt: Date }[] }> {
  const versions = db.sql`
    from automation_version where tenant_id = ${db.tenantId} and automation_id = ${automationId}`;
  const [count, rows] = await Promise.all([
    db.sql<{ n: number }[]>`select count(*)::int as n ${versions}`,
    db.sql<{ version: number; createdAt: Date }[]>`
      select version, created_at ${versions} order by version desc limit ${limit} offset ${offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}
