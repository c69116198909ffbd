import type { SqlTag } from "./client.ts";
import { singleRow } from "./rows.ts";

/** Connections of other processes of the product to the same database. */
export async function countOtherProcesses(sql: SqlTag): Promise<number> {
  const rows = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'postrider' and pid <> pg_backend_pid()`;
  return singleRow(rows).count;
}
