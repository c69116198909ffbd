import type { SystemDb, TenantDb } from "../../../src/db/tenant.ts";

/** Lists what waits for locks of the transaction, on whatever node it has them. */
export async function waitingFor({ sql, isDistributed }: TenantDb, all: SystemDb) {
  const ownId = isDistributed ? sql`citus_backend_gpid()` : sql`pg_backend_pid()`;
  const [{ id } = { id: "" }] = await sql<{ id: string }[]>`select ${ownId}::text as id`;
  return () =>
    isDistributed
      ? all.sql`select from citus_lock_waits where blocking_gpid = ${id}`
      : all.sql`select from pg_stat_activity where ${id}::int = any(pg_blocking_pids(pid))`;
}
