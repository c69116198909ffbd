import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";

export type ConsentRecord = {
  id: string;
  contactId: string;
  purposeId: string;
  state: "valid" | "pending" | "withdrawn" | "expired";
  basis: "double_opt_in" | "imported" | "soft_opt_in_customer" | "none";
  source: string;
  text: string | null;
  ip: string | null;
  at: Date;
  withdrawnAt: Date | null;
  validUntil: Date | null;
};

const columns = (db: TenantDb) =>
  db.sql`id, contact_id, purpose_id, state, basis, source, text, ip, at, withdrawn_at, valid_until`;

export async function listConsents(db: TenantDb, contactId: string): Promise<ConsentRecord[]> {
  return db.sql<ConsentRecord[]>`
    select ${columns(db)} from consent where tenant_id = ${db.tenantId} and contact_id = ${contactId} order by id`;
}

export async function findConsent(db: TenantDb, contactId: string, id: string): Promise<ConsentRecord | undefined> {
  const [row] = await db.sql<ConsentRecord[]>`
    select ${columns(db)} from consent
    where tenant_id = ${db.tenantId} and contact_id = ${contactId} and id = ${id}`;
  return row;
}

/** The newest consent of a contact to a purpose. */
export async function findLatestConsent(
  db: TenantDb,
  contactId: string,
  purposeId: string,
): Promise<ConsentRecord | undefined> {
  const [row] = await db.sql<ConsentRecord[]>`
    select ${columns(db)} from consent
    where tenant_id = ${db.tenantId} and contact_id = ${contactId} and purpose_id = ${purposeId}
    order by id desc limit 1`;
  return row;
}

export type NewConsent = Omit<ConsentRecord, "id">;

export async function insertConsent(db: TenantDb, consent: NewConsent): Promise<ConsentRecord> {
  return singleRow(
    await db.sql<ConsentRecord[]>`
      insert into consent ${db.sql({ tenantId: db.tenantId, ...consent })} returning ${columns(db)}`,
  );
}

export type ImportedConsents = {
  readonly contactIds: readonly string[];
  readonly purposeId: string | null;
  readonly source: string;
  readonly at: Date;
  readonly validMonths: number | null;
};

/** Consents of contacts that have none to this purpose; that of a pending contact waits for the confirmation. */
export async function insertImportedConsents(db: TenantDb, consents: ImportedConsents): Promise<void> {
  const { contactIds, purposeId, source, at, validMonths } = consents;
  if (contactIds.length === 0) return;
  await db.sql`
    with consented as (
      insert into consent (tenant_id, contact_id, purpose_id, state, basis, source, at, valid_until)
      select c.tenant_id, c.id, ${purposeId}, case when c.status = 'pending' then 'pending' else 'valid' end,
        'imported', ${source}, ${at}, ${at}::timestamptz + make_interval(months => ${validMonths}::int)
      from contact c where c.tenant_id = ${db.tenantId} and c.id = any(${[...contactIds]}::bigint[])
      returning contact_id
    )
    insert into consent_event (tenant_id, contact_id, purpose_id, action, basis, source, at)
    select ${db.tenantId}, contact_id, ${purposeId}, 'given', 'imported', ${source}, ${at} from consented`;
}

/** Withdraws one consent, or all that the contact still has, and says which. */
export async function withdrawConsents(
  db: TenantDb,
  contactId: string,
  which: { consentId: string | undefined; at: Date },
): Promise<ConsentRecord[]> {
  const one = which.consentId === undefined ? db.sql`` : db.sql`and id = ${which.consentId}`;
  return db.sql<ConsentRecord[]>`
    update consent set state = 'withdrawn', withdrawn_at = ${which.at}
    where tenant_id = ${db.tenantId} and contact_id = ${contactId} and state in ('valid', 'pending') ${one}
    returning ${columns(db)}`;
}

export type ConsentAction = "given" | "requested" | "withdrawn" | "expired" | "unsubscribed" | "refused";

export type ConsentEventRecord = {
  id: string;
  contactId: string;
  purposeId: string | null;
  action: ConsentAction;
  basis: string | null;
  source: string;
  note: string | null;
  at: Date;
};

export async function insertConsentEvents(db: TenantDb, events: readonly Omit<ConsentEventRecord, "id">[]) {
  if (events.length === 0) return;
  await db.sql`
    insert into consent_event ${db.sql(events.map((event) => ({ tenantId: db.tenantId, ...event })))}`;
}

/** A consent created with its contact is its own event `given`; later changes have rows of their own. */
export async function listConsentEvents(db: TenantDb, contactId: string): Promise<ConsentEventRecord[]> {
  return db.sql<ConsentEventRecord[]>`
    select id, contact_id, purpose_id, action, basis, source, note, at from (
      select 1 as sort_key, id, contact_id, purpose_id, action, basis, source, note, at from consent_event
      where tenant_id = ${db.tenantId} and contact_id = ${contactId}
      union all
      select 0, id + ${initialEventIdOffset}::bigint, contact_id, purpose_id, proof, basis, source, null, at from consent
      where tenant_id = ${db.tenantId} and contact_id = ${contactId} and proof is not null
    ) event order by sort_key, id`;
}

/** Above the ids of events. */
const initialEventIdOffset = 6_000_000_000_000_000;

export type PurposeRecord = {
  id: string;
  name: string;
  description: string;
  isDefault: boolean;
  validMonths: number | null;
  createdAt: Date;
};

export async function listPurposes(db: TenantDb): Promise<PurposeRecord[]> {
  return db.sql<PurposeRecord[]>`
    select id, name, description, is_default, valid_months, created_at from purpose
    where tenant_id = ${db.tenantId} order by is_default desc, id`;
}

export async function findPurpose(db: TenantDb, id: string): Promise<PurposeRecord | undefined> {
  const [row] = await db.sql<PurposeRecord[]>`
    select id, name, description, is_default, valid_months, created_at from purpose
    where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

export type PurposeInput = {
  name: string;
  description: string;
  validMonths: number | null;
  isDefault?: boolean;
  createdAt: Date;
};

export async function insertPurpose(db: TenantDb, purpose: PurposeInput): Promise<PurposeRecord> {
  return singleRow(
    await db.sql<PurposeRecord[]>`
      insert into purpose ${db.sql({ tenantId: db.tenantId, ...purpose })}
      returning id, name, description, is_default, valid_months, created_at`,
  );
}

export async function updatePurpose(db: TenantDb, id: string, change: { name?: string; description?: string }) {
  const rows = await db.sql<PurposeRecord[]>`
    update purpose set name = coalesce(${change.name ?? null}, name),
      description = coalesce(${change.description ?? null}, description)
    where tenant_id = ${db.tenantId} and id = ${id}
    returning id, name, description, is_default, valid_months, created_at`;
  return rows[0];
}
