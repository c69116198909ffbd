import type { Fragment } from "../../../db/client.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { PurposeRecord } from "../../contacts/consents/queries.ts";
import { findOrInsertCustomers } from "../../contacts/creation/customers.ts";
import type { Run } from "../run.ts";

/**
 * Some rows of an import on their way into the contacts, in the table `staged_row` of the connection. Each part of the
 * work takes the rows that it deals with off it. Runs under the lock of all addresses of the company.
 */
export type Batch = Run & {
  readonly at: Date;
  /** Lists that still exist. */
  readonly listIds: readonly string[];
  readonly purpose: PurposeRecord | undefined;
};

export const emailColumn = ({ plan }: Batch): string => plan.columns[plan.email] ?? "";

/** What every journal entry of an import says; automations leave quiet ones alone. */
export const origin = ({ record }: Batch): { importId: string; quiet?: true } =>
  record.runAutomations ? { importId: record.id } : { importId: record.id, quiet: true };

const isErased = ({ sql, tenantId }: TenantDb): Fragment => sql`
  exists (select from erased_address e where e.tenant_id = ${tenantId} and e.fingerprint = s.fingerprint)`;

const isStranger = ({ sql, tenantId }: TenantDb): Fragment => sql`
  not exists (select from contact c where c.tenant_id = ${tenantId} and c.email = s.email)`;

/** Takes rows off the batch that nothing is done with, and notes why. */
async function refuseRows(db: TenantDb, batch: Batch, refusal: { code: string; where: Fragment }): Promise<void> {
  await db.sql`
    with gone as (delete from staged_row s where ${refusal.where} returning s.row, s.fingerprint)
    insert into import_problem (tenant_id, import_id, row, column_name, code, fingerprint)
    select ${db.tenantId}, ${batch.record.id}, row, ${emailColumn(batch)}, ${refusal.code}, fingerprint from gone
    on conflict do nothing`;
}

/** An erased address is not written anywhere again, whatever the import was to do with it. */
export async function refuseErased(db: TenantDb, batch: Batch): Promise<void> {
  const [any] = await db.sql`select from erased_address where tenant_id = ${db.tenantId} limit 1`;
  if (any !== undefined) await refuseRows(db, batch, { code: "erased", where: isErased(db) });
}

/**
 * Who was a contact before and refused something is one again first, with what they refused: the row then speaks to them
 * as to any other contact.
 */
export async function bringBackRefusers(db: TenantDb, batch: Batch): Promise<void> {
  const { shopId } = batch.record;
  const [any] = await db.sql`select from refusal where tenant_id = ${db.tenantId} limit 1`;
  if (any === undefined) return;
  const people = await db.sql<{ email: string; fingerprint: Buffer }[]>`
    select s.email, s.fingerprint from staged_row s where exists (
      select from refusal r where r.tenant_id = ${db.tenantId} and r.fingerprint = s.fingerprint)`;
  const buyers = people.map((person) => ({ ...person, shopId }));
  if (buyers.length > 0)
    await findOrInsertCustomers(db, buyers, { at: batch.at, source: "import", told: origin(batch) });
}

export const refuseStrangers = (db: TenantDb, batch: Batch): Promise<void> =>
  refuseRows(db, batch, { code: "unknown", where: isStranger(db) });

export const refuseStrangersWithoutConsent = (db: TenantDb, batch: Batch): Promise<void> =>
  refuseRows(db, batch, { code: "no_consent", where: db.sql`not s.consents and ${isStranger(db)}` });

/** They cannot be deleted before the batch is committed. Answers those that are there. */
export async function lockLists(db: TenantDb, listIds: readonly string[]): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select id from list where tenant_id = ${db.tenantId} and id = any(${[...listIds]}::bigint[])
      and deleted_at is null and system_kind is null
    order by id for key share`;
  return rows.map(({ id }) => id);
}
