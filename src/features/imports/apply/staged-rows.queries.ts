import type { Context } from "../../../context.ts";
import type { Fragment } from "../../../db/client.ts";
import { toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { findOrInsertCustomers } from "../../contacts/creation/customers.ts";
import type { ProblemCode } from "../problem-codes.ts";
import { isStaged, stagedRow } from "../rows/staging.queries.ts";
import { replaceIfImported } from "../queries.ts";
import { emailColumn, journalOrigin, sourceOf, type BatchContext } from "./batch.ts";

const isErased = ({ sql, tenantId }: TenantDb): Fragment => sql`
  exists (select from erased_address e where e.tenant_id = ${tenantId} and e.fingerprint = s.fingerprint)`;

const isUnknownContact = ({ sql, tenantId }: TenantDb): Fragment => sql`
  not exists (select from contact c where c.tenant_id = ${tenantId} and c.email = s.email)`;

/** Removes rows from the batch and stores why they were rejected. */
async function rejectRows(
  db: TenantDb,
  batch: BatchContext,
  rejection: { code: ProblemCode; where: Fragment },
): Promise<void> {
  await db.sql`
    with rejected as (
      delete from ${toFragment(db.sql, stagedRow(db))} s where ${toFragment(db.sql, isStaged(db))} and ${rejection.where} returning s.row, s.fingerprint)
    insert into import_problem (tenant_id, import_id, row, column_name, code, fingerprint)
    select ${db.tenantId}, ${batch.record.id}, row, ${emailColumn(batch)}, ${rejection.code}, fingerprint from rejected
    ${replaceIfImported(db)}`;
}

/** An erased address is not stored again, whatever the mode of the import. */
export async function rejectErasedAddresses(db: TenantDb, batch: BatchContext): Promise<void> {
  const [any] = await db.sql`select from erased_address where tenant_id = ${db.tenantId} limit 1`;
  if (any !== undefined) await rejectRows(db, batch, { code: "erased", where: isErased(db) });
}

/**
 * Deleted contacts with saved opt-outs are created again first, with their opt-outs: the row then updates an existing
 * contact.
 */
export async function restoreOptedOutContacts(ctx: Context, batch: BatchContext): Promise<void> {
  const { db } = ctx;
  const { shopId } = batch.record;
  const [any] = await db.sql`select from deleted_contact_opt_out where tenant_id = ${db.tenantId} limit 1`;
  if (any === undefined) return;
  const people = await db.sql<{ email: string; fingerprint: Buffer }[]>`
    select s.email, s.fingerprint from ${toFragment(db.sql, stagedRow(db))} s where ${toFragment(db.sql, isStaged(db))} and exists (
      select from deleted_contact_opt_out r where r.tenant_id = ${db.tenantId} and r.fingerprint = s.fingerprint)`;
  const buyers = people.map((person) => ({ ...person, shopId }));
  if (buyers.length > 0)
    await findOrInsertCustomers(ctx, buyers, {
      at: batch.at,
      source: sourceOf(batch),
      journalOrigin: journalOrigin(batch),
    });
}

export const rejectUnknownContacts = (db: TenantDb, batch: BatchContext): Promise<void> =>
  rejectRows(db, batch, { code: "unknown", where: isUnknownContact(db) });

export const rejectUnknownContactsWithoutConsent = (db: TenantDb, batch: BatchContext): Promise<void> =>
  rejectRows(db, batch, { code: "no_consent", where: db.sql`not s.consents and ${isUnknownContact(db)}` });

/** Locks the lists against deletion until the batch is committed. Answers those that exist. */
export async function lockExistingLists(db: TenantDb, listIds: readonly string[]): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select id from list where tenant_id = ${db.tenantId} and id = any(${[...listIds]}::bigint[])
      and deleted_at is null and system_kind is null
    order by id for key share`;
  return rows.map(({ id }) => id);
}
