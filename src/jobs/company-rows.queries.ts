import { listCompanyTables, tableName, type CompanyTable } from "../db/company-tables.ts";
import type { TenantDb } from "../db/tenant.ts";

const batchSize = 5000;

/**
 * Deletes every row of the company, referring tables first and its own row last, in statements of limited size. An
 * interrupted run is continued by the next one.
 */
export async function deleteCompanyRows(db: TenantDb): Promise<void> {
  for (const table of (await listCompanyTables(db.sql)).toReversed()) {
    for (let deleted = batchSize; deleted >= batchSize;) deleted = await deleteBatch(db, table);
  }
}

/**
 * Rows that refer to each other are deleted in one statement, after which their keys are checked. Rows of several
 * partitions may have the same ctid: then a statement deletes more. A cluster does not find rows by their ctid.
 */
async function deleteBatch({ sql, tenantId, isDistributed }: TenantDb, table: CompanyTable): Promise<number> {
  const name = tableName(sql, table);
  if (table.isSelfReferencing || isDistributed) {
    await sql`delete from ${name} where tenant_id = ${tenantId}`;
    return 0;
  }
  const { count } = await sql`
    delete from ${name} where tenant_id = ${tenantId}
      and ctid = any(array(select ctid from ${name} where tenant_id = ${tenantId} limit ${batchSize}))`;
  return count;
}
