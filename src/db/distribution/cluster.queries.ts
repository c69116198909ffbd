import type { SqlTag } from "../client.ts";

export type CitusVersion = { readonly major: number; readonly name: string };

/** Undefined in a database without the extension. */
export async function findCitusVersion(sql: SqlTag): Promise<CitusVersion | undefined> {
  const [row] = await sql<
    { version: string }[]
  >`select extversion as version from pg_extension where extname = 'citus'`;
  if (row === undefined) return undefined;
  // The extension's own version is `14.0-1`; the library's is complete.
  const [library] = await sql<{ text: string }[]>`select citus_version() as text`;
  const name = /\d+\.\d+\.\d+/.exec(library?.text ?? "")?.[0] ?? row.version;
  return { major: Number.parseInt(name, 10), name };
}

export type ClusterNode = {
  readonly address: string;
  readonly isCoordinator: boolean;
  readonly isActive: boolean;
  readonly hasShards: boolean;
};

export async function listNodes(sql: SqlTag): Promise<ClusterNode[]> {
  return sql<ClusterNode[]>`
    select nodename || ':' || nodeport as address, groupid = 0 as is_coordinator, isactive as is_active,
      shouldhaveshards as has_shards
    from pg_dist_node where noderole = 'primary' order by groupid`;
}

export type NodePlacement = { readonly address: string; readonly shards: number; readonly bytes: number };

/** Shards of the tables of companies by node; those of reference and local tables are left out. */
export async function listPlacements(sql: SqlTag): Promise<NodePlacement[]> {
  return sql<NodePlacement[]>`
    select nodename || ':' || nodeport as address, count(*)::int as shards, coalesce(sum(shard_size), 0)::float8 as bytes
    from citus_shards where citus_table_type = 'distributed' group by 1 order by 1`;
}

/** How many shards each table of companies has. */
export async function findShardCount(sql: SqlTag): Promise<number> {
  const [row] = await sql<{ shards: number }[]>`
    select count(*)::int as shards from pg_dist_shard where logicalrelid = 'public.company'::regclass`;
  return row?.shards ?? 0;
}

export type NodeSettings = { readonly version: number; readonly walLevel: string; readonly prepared: number };

/** The settings of each node as JSON, or the error of its connection. */
export async function listNodeSettings(
  sql: SqlTag,
): Promise<{ address: string; isReached: boolean; answer: string }[]> {
  const settings = `
    select json_build_object('version', current_setting('server_version_num')::int,
      'walLevel', current_setting('wal_level'), 'prepared', current_setting('max_prepared_transactions')::int)`;
  return sql<{ address: string; isReached: boolean; answer: string }[]>`
    select nodename || ':' || nodeport as address, success as is_reached, result as answer
    from run_command_on_all_nodes(${settings}) join pg_dist_node using (nodeid) order by groupid`;
}
