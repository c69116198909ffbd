import { node, runUnprepared, type SqlNode } from "../../../../db/sql-node.ts";
import type { TenantDb } from "../../../../db/tenant.ts";

/** The next contacts of a population in order of id. */
export async function listPopulation(
  db: TenantDb,
  population: SqlNode,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await runUnprepared<{ id: string }>(
    db,
    node`select c.id from contact c where c.tenant_id = ${db.tenantId} and c.id > ${after} and ${population}
      order by c.id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

export async function listExistingContacts(db: TenantDb, ids: readonly string[]): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select id from contact where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[]) order by id`;
  return rows.map(({ id }) => id);
}
