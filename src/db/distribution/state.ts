import { connect, type SqlTag } from "../client.ts";
import { DistributionError } from "./errors.ts";

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

export const isDatabaseDistributed = (url: string): Promise<boolean> => ask(url, isDistributed);

/** Asked once, before a process opens its pool. Throws while foreign keys are missing because `distribute` was interrupted. */
export const findDistribution = (url: string): Promise<boolean> =>
  ask(url, async (sql) => {
    if (await hasDroppedForeignKey(sql))
      throw new DistributionError("`postrider distribute` was interrupted: run it again, or `postrider migrate`.");
    return isDistributed(sql);
  });

/** Whether a run of `distribute` has begun and not ended. */
export async function hasDroppedForeignKey(sql: SqlTag): Promise<boolean> {
  const [table] = await sql<{ exists: boolean }[]>`
    select to_regclass('public.dropped_foreign_key') is not null as exists`;
  return table?.exists === true && (await sql`select from dropped_foreign_key limit 1`).length > 0;
}

async function ask(url: string, question: (sql: SqlTag) => Promise<boolean>): Promise<boolean> {
  const sql = connect(url, { max: 1 });
  try {
    return await question(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
