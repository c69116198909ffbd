import { connect, type SqlTag } from "../client.ts";

/**
 * True when the tables of companies are distributed over a Citus cluster. A database with Citus whose tables are not
 * distributed yet works as any other.
 */
export async function isDistributed(sql: SqlTag): Promise<boolean> {
  const [catalogue] = await sql<{ exists: boolean }[]>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null and to_regclass('public.company') is not null as exists`;
  if (catalogue?.exists !== true) return false;
  const [company] = await sql<{ exists: boolean }[]>`
    select exists (
      select from pg_dist_partition where logicalrelid = to_regclass('public.company') and partmethod = 'h') as exists`;
  return company?.exists === true;
}

/**
 * Citus changes the shards of a table over parallel connections, which one transaction can do for one table only: a
 * transaction that changes several tables needs this on its connection.
 */
export async function changeShardsInSequence(sql: SqlTag): Promise<void> {
  await sql`set citus.multi_shard_modify_mode to 'sequential'`;
}

/** Asked once, before a process opens its pool. */
export async function isDatabaseDistributed(url: string): Promise<boolean> {
  const sql = connect(url, { max: 1 });
  try {
    return await isDistributed(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
