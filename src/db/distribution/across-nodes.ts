import { isConnectionLost, isUnreachable, type Fragment, type PendingQuery, type SqlTag } from "../client.ts";
import { isSqlNode, node, rawIdentifier, toFragment, type SqlNode } from "../sql-node.ts";
import type { SystemDb } from "../tenant.ts";
import { nodeOutages } from "./node-outages.ts";

/** The companies that a query is about. Every table of companies in it is written in one of these ways. */
export type Companies = {
  /** The table with the rows of these companies. */
  readonly table: (name: string) => Fragment;
  /** The query with each `companyTable` in it limited to them. */
  readonly limited: (query: SqlNode) => Fragment;
};

export type QueryOf<Row extends object> = (of: Companies) => PendingQuery<Row[]>;

const tableNodes = new Map<string, SqlNode>();
const tables = new WeakSet<SqlNode>();

/** A table in a query that is a part of others, over all companies or about one. */
export function companyTable(name: string): SqlNode {
  const table = tableNodes.get(name) ?? rawIdentifier(name);
  tableNodes.set(name, table);
  tables.add(table);
  return table;
}

export const allCompanies = (sql: SqlTag): Companies => ({
  table: (name) => toFragment(sql, companyTable(name)),
  limited: (query) => toFragment(sql, query),
});

function someCompanies(sql: SqlTag, tenantIds: readonly string[]): Companies {
  const limit = (query: SqlNode): SqlNode =>
    tables.has(query)
      ? node`(select * from ${query} where tenant_id = any(${tenantIds}::bigint[]))`
      : { ...query, values: query.values.map((value) => (isSqlNode(value) ? limit(value) : value)) };
  return {
    table: (name) => toFragment(sql, limit(companyTable(name))),
    limited: (query) => toFragment(sql, limit(query)),
  };
}

/** The coordinator answers that it cannot reach a node. */
const isNodeUnreachable = (error: unknown): boolean => isUnreachable(error) && !isConnectionLost(error);

/**
 * The rows of a query over all companies, outside of a transaction. While a node of a cluster is lost, the companies of the
 * other nodes are asked node by node, so that their work goes on; an order or a limit then holds for each node alone.
 * `candidates`: a query of one table for the companies that may have rows. A query of several tables is planned for each
 * shard, which is most of its cost; a cluster asks only the shards of these companies.
 */
export async function acrossNodes<Row extends object>(
  { sql, isDistributed }: SystemDb,
  query: QueryOf<Row>,
  candidates?: QueryOf<{ tenantId: string }>,
): Promise<Row[]> {
  const all = allCompanies(sql);
  if (!isDistributed) return query(all);
  if (!nodeOutages.hasAny()) {
    try {
      return await (candidates === undefined ? query(all) : queryCandidates(sql, query, candidates(all)));
    } catch (error) {
      if (!isNodeUnreachable(error)) throw error;
    }
  }
  return listByNode(sql, query);
}

async function queryCandidates<Row extends object>(
  sql: SqlTag,
  query: QueryOf<Row>,
  candidates: PendingQuery<{ tenantId: string }[]>,
): Promise<Row[]> {
  const tenantIds = (await candidates).map(({ tenantId }) => tenantId);
  return tenantIds.length === 0 ? [] : query(someCompanies(sql, tenantIds));
}

async function listByNode<Row extends object>(sql: SqlTag, query: QueryOf<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  const nodes = await listCompaniesByNode(sql);
  nodeOutages.keepOnly(nodes.map(({ address }) => address));
  for (const { address, tenantIds } of nodes) {
    if (nodeOutages.has(address)) {
      nodeOutages.retry(address, () => sql`select from company where tenant_id = ${tenantIds[0] ?? null}`);
      continue;
    }
    try {
      rows.push(...(await query(someCompanies(sql, tenantIds))));
    } catch (error) {
      if (!isNodeUnreachable(error)) throw error;
      nodeOutages.add(address);
    }
  }
  return rows;
}

type NodeCompanies = { readonly address: string; readonly tenantIds: readonly string[] };

/** Companies by the node with their rows. */
async function listCompaniesByNode(sql: SqlTag): Promise<NodeCompanies[]> {
  return sql<NodeCompanies[]>`
    select n.nodename || ':' || n.nodeport as address, array_agg(l.tenant_id::text) as tenant_ids
    from company_lookup l
    join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('company', l.tenant_id)
    join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    group by 1 order by 1`;
}

type CompanyUpdate = {
  /** The companies that have rows to update. */
  readonly listCompanies: QueryOf<{ tenantId: string }>;
  /** `ofCompany` is a further condition on the rows. */
  readonly update: (ofCompany: Fragment) => PromiseLike<unknown>;
};

/** An update over all companies. A cluster gets one for each company, so that a lost node delays only its own. */
export async function updateAcrossCompanies(db: SystemDb, { listCompanies, update }: CompanyUpdate): Promise<void> {
  const { sql, isDistributed } = db;
  if (isDistributed)
    await forEachReachable(await acrossNodes(db, listCompanies), ({ tenantId }) =>
      update(sql`tenant_id = ${tenantId}`),
    );
  else await update(sql`true`);
}

/** Runs work for each company; those of a lost node are left out. */
export async function forEachReachable<Company extends { readonly tenantId: string }>(
  companies: readonly Company[],
  run: (company: Company) => PromiseLike<unknown>,
): Promise<void> {
  for (const company of companies) {
    try {
      await run(company);
    } catch (error) {
      if (!isNodeUnreachable(error)) throw error;
    }
  }
}
