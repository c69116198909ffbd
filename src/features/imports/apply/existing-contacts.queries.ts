import { canReturnComputed } from "../../../db/distribution/abilities.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { insertAssignmentsByName } from "../../labels/queries.ts";
import { isStaged, stagedRow, stagedWithContact } from "../rows/staging.queries.ts";
import type { BatchContext } from "./batch.ts";
import type { ExistingContact } from "./contact-diff.ts";

export type StagedRow = { row: number; contactId: string; tags: string[] | null; staged: Record<string, unknown> };

/** Removes the rows about existing contacts from the batch and returns them. Often there are none. */
export async function takeRowsOfExistingContacts(db: TenantDb): Promise<StagedRow[]> {
  const [any] = await db.sql`
    select from contact where tenant_id = ${db.tenantId} and email = any(array(
      select s.email from ${toFragment(db.sql, stagedRow(db))} s where ${toFragment(db.sql, isStaged(db))})) limit 1`;
  if (any === undefined) return [];
  const { sql, tenantId } = db;
  const staged = toFragment(sql, isStaged(db));
  if (canReturnComputed(db))
    return sql<StagedRow[]>`
      delete from ${toFragment(sql, stagedRow(db))} s using contact c where ${staged} and c.tenant_id = ${tenantId} and c.email = s.email
      returning s.row, c.id as contact_id, s.tags, to_jsonb(s) as staged`;
  // A cluster cannot return computed columns.
  const rows = await sql<StagedRow[]>`
    select s.row, c.id as contact_id, s.tags, to_jsonb(s) as staged from ${toFragment(sql, stagedWithContact(db))} where ${staged}`;
  await sql`delete from ${toFragment(sql, stagedRow(db))} s where ${staged} and s.row = any(${rows.map(({ row }) => row)}::int[])`;
  return rows;
}

/** Locks the contacts until the end of the transaction; with them, which consents they have. */
export async function lockExistingContacts(
  db: TenantDb,
  batch: BatchContext,
  ids: readonly string[],
): Promise<ExistingContact[]> {
  const of = db.sql`from consent k where k.tenant_id = ${db.tenantId} and k.contact_id = c.id`;
  return db.sql<ExistingContact[]>`
    select c.*, exists (select ${of} and k.purpose_id = ${batch.record.purposeId}) as has_consent,
      exists (select ${of} and k.state = 'valid' and (k.valid_until is null or k.valid_until > ${batch.at}))
        as has_valid_consent,
      exists (select ${of} and k.state = 'valid' and (k.valid_until is null or k.valid_until > ${batch.at})
        and k.purpose_id = (select p.id from purpose p where p.tenant_id = ${db.tenantId} and p.is_default))
        as has_default_consent
    from contact c where c.tenant_id = ${db.tenantId} and c.id = any(${[...ids]}::bigint[])
    order by c.id for update of c`;
}

/** Labels are added, never removed. Answers the contacts that got a new label. */
export async function addLabels(
  db: TenantDb,
  tagged: readonly { id: string; tags: readonly string[] }[],
): Promise<string[]> {
  if (tagged.length === 0) return [];
  return insertAssignmentsByName(
    db,
    "contact",
    node`
      select t.id as object_id, tag from jsonb_to_recordset(${JSON.stringify(tagged)}::jsonb) as t(id bigint, tags jsonb)
      cross join jsonb_array_elements_text(t.tags) as tag`,
  );
}
