import { forceGenericPlan } from "../../db/generic-plan.ts";
import { toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { analyzeIfCompanyUnderestimated } from "./planner-stats.queries.ts";
import { applyContactCounts, applyListCounts, deleteDependents, emptyContactSet } from "./counts.sql.ts";
import type { ContactRowRecord } from "./contact-list.queries.ts";
import type { Profile } from "../../kernel/contact-columns.ts";
import type { SearchColumns } from "./profile.ts";
import type { ContactStatus, SuppressionReason } from "./states.ts";

export type ContactRecord = ContactRowRecord &
  Profile & {
    fingerprint: Buffer;
    customFields: Record<string, unknown>;
    updatedAt: Date | null;
    source: string;
    sources: { source: string; at: string }[];
    statusAt: Date;
    consentBasis: "double_opt_in" | "imported" | "soft_opt_in_customer" | "none";
    consentAt: Date | null;
    consentWeak: boolean;
    /** Subscribed without a valid consent to the default purpose: such a contact is unconfirmed. */
    lacksConsent: boolean;
    softBounces: number;
    lastOpenAt: Date | null;
    lastClickAt: Date | null;
    suppressedAt: Date | null;
    suppressionNote: string | null;
    engagementAt: Date | null;
    editedFields: string[];
  };

export async function findContact(db: TenantDb, id: string): Promise<ContactRecord | undefined> {
  const [row] = await db.sql<ContactRecord[]>`
    select * from contact where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

/** The contact as it is now, until the end of the transaction: nothing that refers to it can come or go meanwhile. */
export async function lockContact(db: TenantDb, id: string): Promise<ContactRecord | undefined> {
  const [row] = await db.sql<ContactRecord[]>`
    select * from contact where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return row;
}

/** Mail to the contact is approved, waits, or left since then. `approved` is a condition on `contact c`. */
export async function hasMailSince(
  { sql, tenantId }: TenantDb,
  id: string,
  { since, approved }: { since: Date; approved: SqlNode },
): Promise<boolean> {
  const rows = await sql`
    select from contact c where c.tenant_id = ${tenantId} and c.id = ${id} and (${toFragment(sql, approved)})
    union all
    select from contact_send_summary where tenant_id = ${tenantId} and contact_id = ${id} and last_sent_at > ${since}
    union all
    select from message where tenant_id = ${tenantId} and contact_id = ${id}
      and (state = 'queued' or sent_at > ${since})
    limit 1`;
  return rows.length > 0;
}

export async function listLabelNamesOfContact(db: TenantDb, contactId: string): Promise<string[]> {
  const rows = await db.sql<{ name: string }[]>`
    select l.name from label_assignment a
    join label l on l.tenant_id = ${db.tenantId} and l.id = a.label_id
    where a.tenant_id = ${db.tenantId} and a.kind = 'contact' and a.object_id = ${contactId} order by l.name`;
  return rows.map(({ name }) => name);
}

/** Everything that changes what a person agreed to, or whether their address exists here, goes one after another. */
export const lockAddress = (db: TenantDb, fingerprint: Buffer): Promise<void> => lockAddresses(db, [fingerprint]);

/** Locks are taken in one order, so that two transactions cannot deadlock. */
export async function lockAddresses(db: TenantDb, fingerprints: readonly Buffer[]): Promise<void> {
  const keys = fingerprints.map((fingerprint) => fingerprint.readBigInt64BE(0)).toSorted((a, b) => (a < b ? -1 : 1));
  await db.sql`
    select pg_advisory_xact_lock(key) from (
      select pg_advisory_xact_lock_shared(1, hashint8(${db.tenantId})) offset 0
    ) company cross join unnest(${keys.map(String)}::bigint[]) key`;
}

/**
 * The lock of every address of the company at once, for work on thousands of contacts in one statement. The transaction
 * has to be short: whoever wants to unsubscribe waits for it. Its statements are planned for companies of any size.
 */
export async function lockAllAddresses(db: TenantDb): Promise<void> {
  await analyzeIfCompanyUnderestimated(db);
  await db.sql`select pg_advisory_xact_lock(1, hashint8(${db.tenantId})), ${forceGenericPlan(db.sql)}`;
}

export type ContactWrite = Profile &
  SearchColumns & {
    email: string;
    fingerprint: Buffer;
    shopId: string;
    status: ContactStatus;
    statusAt: Date;
    source: string;
    sources: string;
    createdAt: Date;
    customFields: string;
    consentBasis: ContactRecord["consentBasis"];
    consentAt: Date | null;
    suppressionReason: SuppressionReason | null;
    suppressionNote: string | null;
    suppressedAt: Date | null;
    blacklistedAt: Date | null;
  };

export type ContactChange = Partial<Omit<ContactWrite, "email" | "fingerprint" | "shopId" | "createdAt">> & {
  updatedAt?: Date;
  editedFields?: string[];
  consentWeak?: boolean;
  lacksConsent?: boolean;
};

/** The one statement that changes a contact; totals follow by themselves. */
export async function updateContact(db: TenantDb, id: string, change: ContactChange): Promise<void> {
  // A part of its own: the client tells SET from VALUES by the words before, and `for update` would mislead it.
  const update = db.sql`update contact set ${db.sql(change)}`;
  await db.sql`
    with old as (
      select tenant_id, id, shop_id, status, state, engagement from contact
      where tenant_id = ${db.tenantId} and id = ${id} for update
    ), new as (
      ${update} from old where contact.tenant_id = ${db.tenantId} and contact.id = old.id
      returning contact.tenant_id, contact.id, contact.shop_id, contact.status, contact.state, contact.engagement
    ), ${applyContactCounts(db.sql)}, ${applyListCounts(db.sql)}
    select from new`;
}

/** `dependents`: see `deleteDependents`. */
export async function deleteContact(db: TenantDb, id: string, dependents: readonly SqlNode[]): Promise<void> {
  await db.sql`
    with old as (
      delete from contact where tenant_id = ${db.tenantId} and id = ${id}
      returning tenant_id, id, shop_id, status, state, engagement
    ), new as (${emptyContactSet(db.sql)}), ${deleteDependents(db, dependents)}, ${applyContactCounts(db.sql)}, ${applyListCounts(db.sql)}
    select from old`;
}

export async function insertErasedAddress(db: TenantDb, fingerprint: Buffer, at: Date): Promise<void> {
  await db.sql`
    insert into erased_address (tenant_id, fingerprint, erased_at) values (${db.tenantId}, ${fingerprint}, ${at})
    on conflict do nothing`;
}

export async function hasShop(db: TenantDb, shopId: string): Promise<boolean> {
  const rows = await db.sql`select from shop where tenant_id = ${db.tenantId} and id = ${shopId}`;
  return rows.length > 0;
}
