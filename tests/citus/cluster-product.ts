import { randomBytes } from "node:crypto";
import path from "node:path";
import { connect, type Sql } from "../../src/db/client.ts";
import { MailingProduct } from "../crash/mailing-product.ts";
import { aFolder, cleanUp } from "../crash/product.ts";
import { startDistributedDatabase, type DistributedDatabase } from "./distributed-database.ts";
import type { CitusNode } from "./cluster.ts";

/** The running product on a cluster of its own, with a company on each worker node. */
export type ClusterProduct = {
  readonly database: DistributedDatabase;
  /** As the owner of the tables, on the coordinator. */
  readonly sql: Sql;
  /** The companies and their nodes; the first two are on different nodes. */
  readonly companies: readonly [PlacedCompany, PlacedCompany];
  stop(): Promise<void>;
};

export type PlacedCompany = { readonly mailing: MailingProduct; readonly tenantId: string; readonly node: CitusNode };

export async function startClusterProduct(): Promise<ClusterProduct> {
  const database = await startDistributedDatabase(path.join(aFolder(), "citus"));
  const { ownerUrl, applicationUrl } = database.urls;
  const sql = connect(ownerUrl, { max: 2 });
  const first = await MailingProduct.start({
    DATABASE_URL: applicationUrl,
    DATABASE_OWNER_URL: ownerUrl,
    DATA_KEY: randomBytes(32).toString("base64"),
  });
  const place = async (mailing: MailingProduct): Promise<PlacedCompany> => {
    const tenantId = await findTenantId(sql, mailing);
    return { mailing, tenantId, node: await findNode(database, sql, tenantId) };
  };
  const own = await place(first);
  let other = own;
  for (let count = 0; other.node === own.node; count += 1)
    other = await place(await first.addCompany(`admin${count}@example.com`));
  return {
    database,
    sql,
    companies: [own, other],
    stop: async () => {
      await sql.end({ timeout: 1 });
      await cleanUp();
      await first.sink.close();
      await database.stop();
    },
  };
}

async function findTenantId(sql: Sql, { company }: MailingProduct): Promise<string> {
  const [row] = await sql<{ tenantId: string }[]>`select tenant_id from company_lookup where guid = ${company.tenant}`;
  return String(row?.tenantId);
}

/** The node with the shard of the company's contacts. */
export async function findNode(database: DistributedDatabase, sql: Sql, tenantId: string): Promise<CitusNode> {
  const [row] = await sql<{ port: number }[]>`
    select nodeport as port from citus_shards
    where shardid = get_shard_id_for_distribution_column('contact', ${tenantId}::bigint)`;
  const node = database.cluster.nodes.find(({ port }) => port === row?.port);
  if (node === undefined) throw new Error(`no node has company ${tenantId}`);
  return node;
}
