import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { searchPattern, joinSearchText } from "../../../kernel/text.ts";
import { orderBy } from "../../../db/order-by.ts";

export type ScriptSummary = { id: string; name: string; description: string; createdAt: Date; updatedAt: Date };
export type ScriptRecord = ScriptSummary & { source: string };

const columns = ({ sql }: TenantDb): Fragment => sql`
  id, name, description, created_at, coalesce(updated_at, created_at) as updated_at`;

export async function findScript(db: TenantDb, id: string): Promise<ScriptRecord | undefined> {
  const [row] = await db.sql<ScriptRecord[]>`
    select ${columns(db)}, source from script_template where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

export type ScriptPage = { q?: string; sort?: string; limit: number; offset: number };

export async function listScripts(db: TenantDb, page: ScriptPage): Promise<{ total: number; rows: ScriptSummary[] }> {
  const { sql } = db;
  const search = (page.q ?? "").trim() === "" ? sql`` : sql`and search like ${searchPattern(page.q ?? "")}`;
  const found = sql`from script_template where tenant_id = ${db.tenantId} ${search}`;
  const order = orderBy(db, page.sort ?? "-updatedAt", {
    id: sql`id`,
    name: sql`lower(name)`,
    createdAt: sql`created_at`,
    updatedAt: sql`coalesce(updated_at, created_at)`,
  });
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<ScriptSummary[]>`select ${columns(db)} ${found} order by ${order} limit ${page.limit} offset ${page.offset}`,
  ]);
  return { total: singleRow(count).n, rows };
}

export type ScriptWrite = { name: string; description: string; source: string };

const toSearchText = ({ name, description }: ScriptWrite) => joinSearchText(name, description);

export async function insertScript(db: TenantDb, script: ScriptWrite & { createdAt: Date }): Promise<string> {
  const row = { tenantId: db.tenantId, ...script, search: toSearchText(script) };
  const rows = await db.sql<{ id: string }[]>`insert into script_template ${db.sql(row)} returning id`;
  return singleRow(rows).id;
}

/** Locks the row until the transaction ends. */
export async function lockScript(db: TenantDb, id: string): Promise<ScriptRecord | undefined> {
  const [row] = await db.sql<ScriptRecord[]>`
    select ${columns(db)}, source from script_template where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return row;
}

export async function updateScript(db: TenantDb, id: string, script: ScriptWrite & { updatedAt: Date }): Promise<void> {
  const row = { ...script, search: toSearchText(script) };
  await db.sql`update script_template set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function deleteScript(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`delete from script_template where tenant_id = ${db.tenantId} and id = ${id} returning id`;
  return rows.length === 1;
}
