import { connect, type Sql, type SqlTag } from "../client.ts";
import * as cluster from "./cluster.queries.ts";
import { requireCitus, requireNodes, requireSettings } from "./requirements.ts";
import * as queries from "./tables.queries.ts";

export type DistributionReport = {
  readonly citus: string;
  readonly nodes: readonly string[];
  readonly shards: number;
  /** Tables that this run moved. */
  readonly distributed: readonly string[];
  readonly replicated: readonly string[];
  /** Tables that stay on the coordinator. */
  readonly local: readonly string[];
  readonly functions: number;
  readonly foreignKeys: number;
};

export type DistributionProgress = (done: string) => void;

type Distributing = { readonly shards: number; readonly onProgress: DistributionProgress };

/**
 * Distributes the tables of companies over the nodes of a Citus cluster. Every step commits by itself: a run that was
 * interrupted is continued by the next one, and a run over a distributed database changes only what is new.
 */
export async function distribute(sql: Sql, { shards, onProgress }: Distributing): Promise<DistributionReport> {
  const citus = await requireCitus(sql);
  const nodes = await requireNodes(sql);
  const tables = await queries.listPlacedTables(sql);
  const moved = tables.filter(({ target, current }) => target !== "local" && target !== current);
  // Otherwise a start does not depend on all nodes.
  if (moved.length > 0) await requireSettings(sql);
  const names = (target: queries.Placement) => moved.filter((table) => table.target === target).map(({ name }) => name);
  const [distributed, replicated] = [names("distributed"), names("reference")];
  for (const key of await queries.listForeignKeys(sql, [...distributed, ...replicated]))
    await sql.begin((inner) => queries.dropForeignKey(inner, key));
  for (const name of distributed) {
    await queries.distributeTable(sql, name, shards);
    onProgress(`${name}: distributed`);
  }
  for (const name of replicated) {
    await queries.replicateTable(sql, name);
    onProgress(`${name}: on every node`);
  }
  // Also what an interrupted run left: an erasure does not reach these rows.
  for (const name of await queries.listTablesWithCopiedRows(sql)) await queries.truncateCopiedRows(sql, name);
  const foreignKeys = await restoreForeignKeys(sql, onProgress);
  const functions = await queries.listUndistributedFunctions(sql);
  for (const signature of functions) await queries.distributeFunction(sql, signature);
  return {
    citus,
    nodes,
    shards: await cluster.findShardCount(sql),
    distributed,
    replicated,
    local: tables.filter(({ target }) => target === "local").map(({ name }) => name),
    functions: functions.length,
    foreignKeys,
  };
}

/**
 * After the migrations: tables that they created get their place, and what an interrupted run left is completed. A run that
 * distributed no table yet is undone.
 */
export async function completeDistribution(url: string, isDistributed: boolean): Promise<void> {
  const sql = connect(url, { max: 1, work: "migration" });
  const onProgress = () => undefined;
  try {
    if (isDistributed) await distribute(sql, { shards: await cluster.findShardCount(sql), onProgress });
    else await restoreForeignKeys(sql, onProgress);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function restoreForeignKeys(sql: Sql, onProgress: DistributionProgress): Promise<number> {
  const keys = await queries.listDroppedForeignKeys(sql);
  for (const key of keys) await sql.begin((inner) => addKeepingSequences(inner, key));
  if (keys.length > 0) onProgress(`${keys.length} foreign keys: checked and added`);
  return keys.length;
}

/** Citus makes a table on the coordinator its own when it gets a key to a reference table, and gives it a new sequence. */
async function addKeepingSequences(sql: SqlTag, key: queries.ForeignKey): Promise<void> {
  const sequences = await queries.listSequences(sql);
  await queries.addForeignKey(sql, key);
  await queries.advanceSequences(sql, sequences);
}
