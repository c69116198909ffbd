import { hasRowPlaces } from "../db/distribution/abilities.ts";
import { listCompanyTables, tableName, type CompanyTable } from "../db/company-tables.ts";
import { auditTables } from "../db/application-role.ts";
import type { TenantDb } from "../db/tenant.ts";
import { deleteAuditLog, sealEntries } from "../journal/audit-chain.ts";

const batchSize = 5000;

/**
 * Deletes every row of the company, referring tables first, in statements of limited size. Its own row is the last one but
 * for the audit log, which can be deleted only then; the head of the log stays. An interrupted run is continued by the next
 * one: the company is listed by its row, later by that head (`listLeftAuditLogs`), which sealing makes.
 */
export async function deleteCompanyRows(db: TenantDb): Promise<void> {
  await sealEntries(db, "all");
  const tables = (await listCompanyTables(db.sql)).filter(({ name }) => !auditTables.includes(name)).toReversed();
  const isOwnRow = ({ name }: CompanyTable) => name === "company";
  for (const table of [...tables.filter((each) => !isOwnRow(each)), ...tables.filter(isOwnRow)]) {
    for (let deleted = batchSize; deleted >= batchSize;) deleted = await deleteBatch(db, table);
  }
  await deleteAuditLog(db);
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
