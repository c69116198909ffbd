import { isConnectionLost, isUnreachable, type Fragment, type PendingQuery, type SqlTag } from "../client.ts";
import type { SystemDb } from "../tenant.ts";
import { nodeOutages } from "./node-outages.ts";
import { flattenedStatement } from "./parts-tag.ts";
import { numberValues, type FlatStatement } from "./statement-text.ts";

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
  query: PendingQuery<Row[]>,
  candidates?: PendingQuery<{ tenantId: string }[]>,
): Promise<Row[]> {
  if (!isDistributed) return query;
  if (!nodeOutages.hasAny()) {
    try {
      return await (candidates === undefined
        ? query
        : queryCandidates<Row>(sql, flattenedStatement(query), candidates));
    } catch (error) {
      if (!isNodeUnreachable(error)) throw error;
    }
  }
  return listByNode<Row>(sql, flattenedStatement(query));
}

async function queryCandidates<Row extends object>(
  sql: SqlTag,
  statement: FlatStatement,
  candidates: PendingQuery<{ tenantId: string }[]>,
): Promise<Row[]> {
  const tenantIds = (await candidates).map(({ tenantId }) => tenantId);
  if (tenantIds.length === 0) return [];
  return queryCompanies<Row>(sql, statement, { tables: await listDistributedTables(sql), tenantIds });
}

async function listByNode<Row extends object>(sql: SqlTag, statement: FlatStatement): Promise<Row[]> {
  const tables = await listDistributedTables(sql);
  const rows: Row[] = [];
  for (const { address, tenantIds } of await listCompaniesByNode(sql)) {
    if (nodeOutages.has(address)) {
      nodeOutages.retry(address, () => sql`select from company where tenant_id = ${tenantIds[0] ?? null}`);
      continue;
    }
    try {
      rows.push(...(await queryCompanies<Row>(sql, statement, { tables, tenantIds })));
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

/** A process starts after migrations and `distribute`: they stay as they are. */
let distributedTables: ReadonlySet<string> | undefined;

async function listDistributedTables(sql: SqlTag): Promise<ReadonlySet<string>> {
  if (distributedTables !== undefined) return distributedTables;
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where p.partmethod = 'h' and not c.relispartition`;
  distributedTables = new Set(rows.map(({ name }) => name));
  return distributedTables;
}

const source =
  /\b(from|join)(\s+)([a-z_]\w*)\b(?!\s*[.(])(?:\s+(?:as\s+)?(?!(?:where|join|left|right|full|inner|cross|on|using|order|group|having|limit|union|for)\b)([a-z_]\w*))?/g;

type CompanyLimits = { readonly tables: ReadonlySet<string>; readonly tenantIds: readonly string[] };

async function queryCompanies<Row extends object>(
  sql: SqlTag,
  { text, values }: FlatStatement,
  limits: CompanyLimits,
): Promise<Row[]> {
  const rows: Promise<Row[]> = Reflect.apply(Reflect.get(sql, "unsafe"), sql, [
    numberValues(ofCompanies(text, limits)),
    values,
  ]);
  return rows;
}

/** Each table of companies without the rows of other companies. */
function ofCompanies(text: string, { tables, tenantIds }: CompanyLimits): string {
  const limited = (table: string) =>
    `(select * from ${table} where tenant_id = any('{${tenantIds.join(",")}}'::bigint[]))`;
  return text.replaceAll(source, (all, ...[word, space, table, alias]: string[]) =>
    table !== undefined && tables.has(table) ? `${word}${space}${limited(table)} ${alias ?? table}` : all,
  );
}

type CompanyUpdate = {
  /** The companies that have rows to update. */
  readonly listCompanies: () => PendingQuery<{ tenantId: string }[]>;
  /** `ofCompany` is a further condition on the rows. */
  readonly update: (ofCompany: Fragment) => PromiseLike<unknown>;
};

/** An update over all companies. A cluster gets one for each company, so that a lost node delays only its own. */
export async function updateAcrossCompanies(db: SystemDb, { listCompanies, update }: CompanyUpdate): Promise<void> {
  const { sql, isDistributed } = db;
  if (isDistributed)
    await forEachReachable(await acrossNodes(db, listCompanies()), ({ tenantId }) =>
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
