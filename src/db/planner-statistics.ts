import type { SqlTag } from "./client.ts";

/** Below this every plan is fast. */
const minStaleRows = 1000;

/**
 * Brings the planner's knowledge of tables up to date where more than a tenth of a table is unknown to it, as after the first
 * import. PostgreSQL does so by itself within a minute or two; until then it takes thousands of rows for one and joins
 * them each with each. For statements that join whole tables.
 */
export async function analyzeStaleTables({ sql }: { readonly sql: SqlTag }, tables: readonly string[]): Promise<void> {
  const stale = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where oid = any(${[...tables]}::regclass[])
      and pg_stat_get_mod_since_analyze(oid) > greatest(${minStaleRows}, pg_stat_get_live_tuples(oid) / 10)
    order by relname`;
  for (const { name } of stale) await sql`analyze ${sql(name)}`;
}
