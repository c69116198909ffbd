import { connect, type Sql } from "../client.ts";
import * as cluster from "./cluster.queries.ts";
import { DistributionError } from "./errors.ts";
import * as queries from "./tables.queries.ts";

/** Older versions know neither this PostgreSQL nor some of the statements. */
const oldestCitus = 13;

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

/** After the migrations of a distributed database: tables that they created get their place. */
export async function keepDistributed(url: string): Promise<void> {
  const sql = connect(url, { max: 1, work: "migration" });
  try {
    await distribute(sql, { shards: await cluster.findShardCount(sql), onProgress: () => undefined });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function restoreForeignKeys(sql: Sql, onProgress: DistributionProgress): Promise<number> {
  const keys = await queries.listDroppedForeignKeys(sql);
  for (const key of keys) await sql.begin((inner) => queries.addForeignKey(inner, key));
  if (keys.length > 0) onProgress(`${keys.length} foreign keys: checked and added`);
  return keys.length;
}

async function requireCitus(sql: Sql): Promise<string> {
  const version = await cluster.findCitusVersion(sql);
  if (version === undefined)
    throw new DistributionError(
      "This database has no Citus: add it to shared_preload_libraries and run `create extension citus` here and in the databases of the nodes.",
    );
  if (version.major < oldestCitus)
    throw new DistributionError(`Citus ${version.name} is too old: use ${oldestCitus} or newer.`);
  return version.name;
}

async function requireNodes(sql: Sql): Promise<string[]> {
  const nodes = await cluster.listNodes(sql);
  if (!nodes.some(({ isCoordinator }) => isCoordinator))
    throw new DistributionError(
      "The nodes do not know the coordinator: run `select citus_set_coordinator_host('host', port)` in this database.",
    );
  const inactive = nodes.find(({ isActive }) => !isActive);
  if (inactive !== undefined) throw new DistributionError(`Node ${inactive.address} is not active.`);
  const holding = nodes.filter(({ hasShards }) => hasShards).map(({ address }) => address);
  if (holding.length === 0)
    throw new DistributionError("No node takes shards: run `select citus_add_node('host', port)` for each of them.");
  return holding;
}
