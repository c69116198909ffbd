import type { SqlTag } from "../db/client.ts";
import * as cluster from "../db/distribution/cluster.queries.ts";
import { hasDroppedForeignKey, isDistributed } from "../db/distribution/state.ts";
import { listDroppedForeignKeys, listPlacedTables } from "../db/distribution/tables.queries.ts";
import { fail, ok, warn, type Check } from "./check.ts";

/** A node may hold this many times the shards of the emptiest one. */
const unevenRatio = 1.5;

/** Nothing in a database without Citus. */
export async function checkCluster(sql: SqlTag): Promise<Check[]> {
  const version = await cluster.findCitusVersion(sql);
  if (version === undefined) return [];
  if (!(await isDistributed(sql)) && !(await hasDroppedForeignKey(sql)))
    return [warn("cluster", `Citus ${version.name}; the tables are not distributed.`, "Run `postrider distribute`.")];
  return [await checkNodes(sql, version), await checkTables(sql), await checkShards(sql)];
}

async function checkNodes(sql: SqlTag, version: cluster.CitusVersion): Promise<Check> {
  const nodes = await cluster.listNodes(sql);
  const inactive = nodes.filter(({ isActive }) => !isActive).map(({ address }) => address);
  if (inactive.length > 0)
    return fail(
      "cluster",
      `Nodes that are not active: ${inactive.join(", ")}.`,
      "Start them, then citus_activate_node.",
    );
  const holding = nodes.filter(({ hasShards }) => hasShards).map(({ address }) => address);
  return ok("cluster", `Citus ${version.name}, shards on ${holding.join(", ")}`);
}

async function checkTables(sql: SqlTag): Promise<Check> {
  const tables = await listPlacedTables(sql);
  const count = (place: string) => tables.filter(({ current }) => current === place).length;
  const misplaced = tables.filter(({ target, current }) => target !== current).map(({ name }) => name);
  const dropped = await listDroppedForeignKeys(sql);
  if (misplaced.length > 0 || dropped.length > 0)
    return fail(
      "cluster_tables",
      `The distribution is not complete: ${[...misplaced, ...dropped.map(({ name }) => name)].join(", ")}.`,
      "Run `postrider distribute`.",
    );
  const shards = await cluster.findShardCount(sql);
  return ok(
    "cluster_tables",
    `${count("distributed")} tables in ${shards} shards, ${count("reference")} on every node, ${count("local")} on the coordinator`,
  );
}

async function checkShards(sql: SqlTag): Promise<Check> {
  const placements = await cluster.listPlacements(sql);
  const message = placements
    .map(({ address, shards, bytes }) => `${address}: ${shards} shards, ${Math.round(bytes / 1e6)} MB`)
    .join("; ");
  const counts = placements.map(({ shards }) => shards);
  const holding = (await cluster.listNodes(sql)).filter(({ hasShards }) => hasShards).length;
  if (placements.length < holding || Math.max(...counts) > unevenRatio * Math.min(...counts))
    return warn("cluster_shards", message, "Run `select citus_rebalance_start()` in the database.");
  return ok("cluster_shards", message);
}
