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
 * partitions may have the same ctid: then a statement deletes more. A cluster finds rows by their key only.
 */
async function deleteBatch({ sql, tenantId, isDistributed }: TenantDb, table: CompanyTable): Promise<number> {
  const name = tableName(sql, table);
  const key = sql`(${sql(table.key)})`;
  if (table.isSelfReferencing || (isDistributed && table.key.length === 0)) {
    await sql`delete from ${name} where tenant_id = ${tenantId}`;
    return 0;
  }
  const { count } = isDistributed
    ? await sql`
      delete from ${name} where tenant_id = ${tenantId}
        and ${key} in (select ${sql(table.key)} from ${name} where tenant_id = ${tenantId} limit ${batchSize})`
    : await sql`
      delete from ${name} where tenant_id = ${tenantId}
        and ctid = any(array(select ctid from ${name} where tenant_id = ${tenantId} limit ${batchSize}))`;
  return count;
}
