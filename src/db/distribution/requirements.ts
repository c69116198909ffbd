import type { Sql } from "../client.ts";
import * as cluster from "./cluster.queries.ts";
import { DistributionError } from "./errors.ts";

/** Older versions know neither this PostgreSQL nor some of the statements. */
const oldestCitus = 13;
/** The journal needs a function of it (`readBound`). */
const oldestServer = 17;

/** The version; throws without a sufficient one. */
export async function requireCitus(sql: Sql): Promise<string> {
  const version = await cluster.findCitusVersion(sql);
  if (version === undefined)
    throw new DistributionError(
      "This database has no Citus: add it to shared_preload_libraries and run `create extension citus` here and in the databases of the nodes.",
    );
  if (version.major < oldestCitus)
    throw new DistributionError(`Citus ${version.name} is too old: use ${oldestCitus} or newer.`);
  return version.name;
}

/** The addresses of the nodes that take shards. */
export async function requireNodes(sql: Sql): Promise<string[]> {
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

/** Every node must be reachable as the owner of the tables, and able to commit with others and to move shards. */
export async function requireSettings(sql: Sql): Promise<void> {
  for (const { address, isReached, answer } of await cluster.listNodeSettings(sql)) {
    const problem = isReached ? findProblem(JSON.parse(answer)) : `the connection failed: ${answer}`;
    if (problem !== undefined) throw new DistributionError(`Node ${address}: ${problem}.`);
  }
}

function findProblem({ version, walLevel, prepared }: cluster.NodeSettings): string | undefined {
  if (version < oldestServer * 10_000) return `PostgreSQL is too old, use ${oldestServer} or newer`;
  if (walLevel !== "logical") return `wal_level is ${walLevel}, set it to logical and restart the node`;
  if (prepared === 0) return "max_prepared_transactions is 0, set it to twice max_connections and restart the node";
  return undefined;
}
