import type { TenantDb } from "./tenant.ts";

/** Below this every plan is fast. */
const minStaleRows = 1000;

/**
 * Runs ANALYZE on tables of which more than a tenth changed since the last one, as after the first import.
 * Autovacuum does so within a minute or two; until then the planner estimates one row and picks nested loops. For
 * statements that join whole tables.
 */
export async function analyzeStaleTables(
  { sql, isDistributed }: Pick<TenantDb, "sql" | "isDistributed">,
  tables: readonly string[],
): Promise<void> {
  // The statistics are those of the nodes.
  if (isDistributed) return;
  const stale = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where oid = any(${[...tables]}::regclass[])
      and pg_stat_get_mod_since_analyze(oid) > greatest(${minStaleRows}, pg_stat_get_live_tuples(oid) / 10)
    order by relname`;
  for (const { name } of stale) await sql`analyze ${sql(name)}`;
}
