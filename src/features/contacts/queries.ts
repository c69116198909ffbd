import { inParts } from "../../db/in-parts.ts";
import { lastPart, part, partIfRows } from "../../db/parts.ts";
import { exclusiveLock, sharedLock, takeKeyLocks } from "../../db/locks.ts";
import { forceGenericPlan } from "../../db/generic-plan.ts";
import { toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { CustomerException } from "./gate.sql.ts";
import { analyzeIfCompanyUnderestimated } from "./planner-stats.queries.ts";
import {
  applyContactCounts,
  applyListCounts,
  deleteDependents,
  deleteOldContacts,
  noContactsAfter,
} from "./counts.sql.ts";
import type { ContactRowRecord } from "./contact-pages.queries.ts";
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

/** Locks the contact until the end of the transaction, against changes and new references. */
export async function lockContact(db: TenantDb, id: string): Promise<ContactRecord | undefined> {
  const [row] = await db.sql<ContactRecord[]>`
    select * from contact where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return row;
}

export const listContactRecords = async (db: TenantDb, ids: readonly string[]): Promise<ContactRecord[]> =>
  db.sql<ContactRecord[]>`
    select * from contact where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[]) order by id`;

/** Locks many contacts in order of id. */
export const lockContactRecords = async (db: TenantDb, ids: readonly string[]): Promise<ContactRecord[]> =>
  db.sql<ContactRecord[]>`
    select * from contact where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[])
    order by id for no key update`;

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

/** Serializes changes of consents and of the existence of an address. */
export const lockAddress = (db: TenantDb, fingerprint: Buffer): Promise<void> => lockAddresses(db, [fingerprint]);

/** Locks are taken in one order, so that two transactions cannot deadlock. */
export async function lockAddresses(db: TenantDb, fingerprints: readonly Buffer[]): Promise<void> {
  await takeKeyLocks(db, "address", fingerprints, sharedLock(db.sql, "allAddresses", db.tenantId));
}

/**
 * Locks every address of the company, for statements over thousands of contacts. The transaction must be short:
 * unsubscribe requests wait for it. Its statements are planned for companies of any size.
 */
export async function lockAllAddresses(db: TenantDb): Promise<void> {
  await analyzeIfCompanyUnderestimated(db);
  await lockCompanyAddresses(db);
}

/** The same without the check of planner statistics, which costs as much as some hundred rows. */
export async function lockCompanyAddresses(db: TenantDb): Promise<void> {
  await db.sql`select ${exclusiveLock(db.sql, "allAddresses", db.tenantId)}, ${forceGenericPlan(db)}`;
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

/** The only statement that updates a contact; it keeps the counters. */
export async function updateContact(db: TenantDb, id: string, change: ContactChange): Promise<void> {
  // A separate fragment: the client tells SET from VALUES by the preceding words, and `for update` would mislead it.
  const update = db.sql`update contact set ${db.sql(change)}`;
  await inParts<object>(
    db,
    [
      part(
        "old",
        [],
        db.sql`
      select tenant_id, id, shop_id, status, state, engagement, source from contact
      where tenant_id = ${db.tenantId} and id = ${id} for update`,
      ),
      partIfRows(
        "new",
        ["old"],
        db.sql`
      ${update} from old where contact.tenant_id = ${db.tenantId} and contact.id = old.id
      returning contact.tenant_id, contact.id, contact.shop_id, contact.status, contact.state, contact.engagement, contact.source`,
      ),
      applyContactCounts,
      applyListCounts(db.tenantId),
    ],
    lastPart(
      ["new"],
      db.sql`
    select from new`,
    ),
  );
}

/** `dependents`: see `deleteDependents`. */
export async function deleteContact(db: TenantDb, id: string, dependents: readonly SqlNode[]): Promise<void> {
  await inParts<object>(
    db,
    [
      part(
        "old",
        [],
        db.sql`
      select tenant_id, id, shop_id, status, state, engagement, source from contact
      where tenant_id = ${db.tenantId} and id = ${id} for update`,
        "materialized",
      ),
      noContactsAfter,
      ...deleteDependents(db.tenantId, dependents),
      applyContactCounts,
      applyListCounts(db.tenantId),
      deleteOldContacts(db.tenantId),
    ],
    lastPart(
      ["old"],
      db.sql`
    select from old`,
    ),
  );
}

export async function insertErasedAddress(db: TenantDb, fingerprint: Buffer, at: Date): Promise<void> {
  await db.sql`
    insert into erased_address (tenant_id, fingerprint, erased_at) values (${db.tenantId}, ${fingerprint}, ${at})
    on conflict do nothing`;
}

/** The customer exception of the shop while it is switched on. */
export async function findCustomerException(
  db: TenantDb,
  shopId: string,
  now: Date,
): Promise<CustomerException | undefined> {
  const [row] = await db.sql<{ since: Date }[]>`
    select ${now}::timestamptz - make_interval(days => customer_exception_days) as since from shop
    where tenant_id = ${db.tenantId} and id = ${shopId} and customer_exception`;
  return row === undefined ? undefined : { shopId, since: row.since };
}

export async function isShopEnabled(db: TenantDb, shopId: string): Promise<boolean> {
  const rows = await db.sql`select from shop where tenant_id = ${db.tenantId} and id = ${shopId} and is_enabled`;
  return rows.length > 0;
}

/** Undefined where the company has several. */
export async function findOnlyShop(db: TenantDb): Promise<string | undefined> {
  const rows = await db.sql<{ id: string }[]>`select id from shop where tenant_id = ${db.tenantId} limit 2`;
  return rows.length === 1 ? rows[0]?.id : undefined;
}

export async function hasShop(db: TenantDb, shopId: string): Promise<boolean> {
  const rows = await db.sql`select from shop where tenant_id = ${db.tenantId} and id = ${shopId}`;
  return rows.length > 0;
}
