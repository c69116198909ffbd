import { hasRowPlaces } from "../db/distribution/abilities.ts";
import { listCompanyTables, tableName, type CompanyTable } from "../db/company-tables.ts";
import { appendOnlyTables } from "../db/application-role.ts";
import type { TenantDb } from "../db/tenant.ts";
import { deleteAuditLog } from "../journal/audit-chain.ts";

const batchSize = 5000;

/**
 * Deletes every row of the company, referring tables first and its own row last, in statements of limited size. An
 * interrupted run is continued by the next one.
 */
export async function deleteCompanyRows(db: TenantDb): Promise<void> {
  await deleteAuditLog(db);
  for (const table of (await listCompanyTables(db.sql)).toReversed()) {
    if (appendOnlyTables.includes(table.name)) continue;
    for (let deleted = batchSize; deleted >= batchSize;) deleted = await deleteBatch(db, table);
  }
}

/**
 * Rows that refer to each other are deleted in one statement, after which their keys are checked. Rows of several
 * partitions may have the same ctid: then a statement deletes more. A cluster finds rows by their key only.
 */
async function deleteBatch(db: TenantDb, table: CompanyTable): Promise<number> {
  const { sql, tenantId } = db;
  const isByPlace = hasRowPlaces(db);
  const name = tableName(sql, table);
  const key = sql`(${sql(table.key)})`;
  if (table.isSelfReferencing || (!isByPlace && table.key.length === 0)) {
    await sql`delete from ${name} where tenant_id = ${tenantId}`;
    return 0;
  }
  const { count } = isByPlace
    ? await sql`
      delete from ${name} where tenant_id = ${tenantId}
        and ctid = any(array(select ctid from ${name} where tenant_id = ${tenantId} limit ${batchSize}))`
    : await sql`
      delete from ${name} where tenant_id = ${tenantId}
        and ${key} in (select ${sql(table.key)} from ${name} where tenant_id = ${tenantId} limit ${batchSize})`;
  return count;
}
