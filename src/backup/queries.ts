import { notifySelect } from "../jobs/notifications.sql.ts";
import type { SqlTag } from "../db/client.ts";
import { singleRow } from "../db/rows.ts";
import { node, toFragment } from "../db/sql-node.ts";
import { pauseAllAutomations } from "../features/automations/status.sql.ts";
import { moveStatement } from "../features/campaigns/transitions.sql.ts";
import type { Manifest, ManifestTable } from "./format.ts";

/** Makes a dump independent of the session's formats, timeouts and row security policies. */
export async function normalizeSession(sql: SqlTag): Promise<void> {
  await sql.unsafe(`
    set datestyle = 'ISO, YMD';
    set intervalstyle = 'postgres';
    set extra_float_digits = 1;
    set bytea_output = 'hex';
    set statement_timeout = 0;
    set lock_timeout = 0;
    set idle_in_transaction_session_timeout = 0;
    set row_security = off`);
}

export type Snapshot = { nextXid: string; server: string; pid: number };

export async function beginSnapshot(sql: SqlTag): Promise<Snapshot> {
  await sql`begin isolation level repeatable read read only`;
  const rows = await sql<Snapshot[]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next_xid, current_setting('server_version') as server,
      pg_backend_pid() as pid`;
  return singleRow(rows);
}

export async function terminateBackend(sql: SqlTag, pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid})`;
}

/** Partitions are reached through their parent; unlogged tables are excluded by design. */
export async function listTables(sql: SqlTag): Promise<ManifestTable[]> {
  return sql<ManifestTable[]>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      (select coalesce(sum(pg_table_size(t.relid)), 0)::float8
        from pg_partition_tree(c.oid) t where t.isleaf) + case c.relkind when 'r' then pg_table_size(c.oid) else 0 end
        as estimated_bytes
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p' and c.relname <> 'schema_migration'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relkind desc, c.relname`;
}

export async function listPartitions(sql: SqlTag): Promise<Manifest["partitions"]> {
  return sql<Manifest["partitions"]>`
    select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relkind = 'p' and p.relnamespace = 'public'::regnamespace order by c.relname`;
}

/** Read after the snapshot was taken, so never behind an id in it; ids of deleted rows are not reused. */
export async function listSequences(sql: SqlTag): Promise<Manifest["sequences"]> {
  return sql<Manifest["sequences"]>`
    select sequencename as name, last_value::text from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`;
}

const quote = (name: string) => `"${name}"`;

/** `tx` is a transaction number of this server; stored relative, it sorts below all numbers of the next server. */
export function copyOutStatement({ name, columns }: ManifestTable, nextXid: string): string {
  const values = columns.map((column) => (column === "tx" ? `tx - ${BigInt(nextXid)}` : quote(column)));
  return `copy (select ${values.join(", ")} from ${quote(name)}) to stdout`;
}

export const copyInStatement = ({ name, columns }: ManifestTable): string =>
  `copy ${quote(name)} (${columns.map(quote).join(", ")}) from stdin`;

export async function hasCompany(sql: SqlTag): Promise<boolean> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('public.company') is not null as exists`;
  if (table?.exists !== true) return false;
  const [row] = await sql<{ exists: boolean }[]>`select exists (select from company) as exists`;
  return row?.exists === true;
}

export async function beginLoad(sql: SqlTag): Promise<void> {
  await sql`begin`;
  await sql`lock table company in access exclusive mode`;
}

export async function createPartitions(sql: SqlTag, partitions: Manifest["partitions"]): Promise<void> {
  for (const { name, parent, bounds } of partitions) {
    await sql.unsafe(`create table if not exists ${quote(name)} partition of ${quote(parent)} ${bounds}`);
  }
}

/** Migrations may have inserted rows. */
export async function emptyTables(sql: SqlTag, names: readonly string[]): Promise<void> {
  for (const name of names.toReversed()) await sql`delete from ${sql(name)}`;
}

export async function setSequences(sql: SqlTag, sequences: Manifest["sequences"]): Promise<void> {
  for (const { name, lastValue } of sequences) {
    await sql`select setval(format('public.%I', ${name}::text)::regclass, ${lastValue}::bigint)`;
  }
}

export async function commit(sql: SqlTag): Promise<void> {
  await sql`commit`;
}

export async function analyze(sql: SqlTag): Promise<void> {
  await sql`analyze`;
}

/**
 * A backup does not contain messages sent after it was created. Running campaigns and automations are paused until a person
 * resumes them.
 */
export async function pauseSending(sql: SqlTag): Promise<void> {
  const notified = notifySelect({
    tenantId: node`tenant_id`,
    type: "campaign_stopped",
    params: node`jsonb_build_object('campaignId', id::text, 'variantId', id::text, 'name', name, 'reason', 'restored')`,
    at: node`now()`,
    from: node`from paused`,
  });
  await sql`
    with paused as (
      ${toFragment(sql, moveStatement("hold", { where: node`true`, at: node`now()` }))} returning tenant_id, id, name
    )
    ${toFragment(sql, notified)}`;
  const stopped = notifySelect({
    tenantId: node`tenant_id`,
    type: "automation_stopped",
    params: node`jsonb_build_object('automationId', id::text, 'name', name, 'reason', 'restored')`,
    at: node`now()`,
    from: node`from stopped`,
  });
  await sql`
    with stopped as (${toFragment(sql, pauseAllAutomations)})
    ${toFragment(sql, stopped)}`;
}
