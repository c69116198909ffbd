import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { ContactStatus, SuppressionReason } from "../states.ts";

export type Address = { readonly email: string; readonly fingerprint: Buffer };

/** What is known about an address, whether it has a contact or not. */
export type AddressStatus = {
  contactId: string | null;
  status: ContactStatus | null;
  suppressionReason: SuppressionReason | null;
  isBlacklisted: boolean;
  isErased: boolean;
};

export async function findAddressStatus(db: TenantDb, address: Address): Promise<AddressStatus> {
  const { sql, tenantId } = db;
  const rows = await sql<AddressStatus[]>`
    select c.id as contact_id, c.status, coalesce(s.reason, c.suppression_reason) as suppression_reason,
      coalesce(s.blacklisted, false) or coalesce(c.blacklisted, false) as is_blacklisted,
      exists (select from erased_address e where e.tenant_id = ${tenantId} and e.fingerprint = ${address.fingerprint}) as is_erased
    from (select) one
    left join contact c on c.tenant_id = ${tenantId} and c.email = ${address.email}
    left join suppression s on s.tenant_id = ${tenantId} and s.fingerprint = ${address.fingerprint}`;
  return singleRow(rows);
}

export async function deleteErasedAddress(db: TenantDb, fingerprint: Buffer): Promise<void> {
  await db.sql`delete from erased_address where tenant_id = ${db.tenantId} and fingerprint = ${fingerprint}`;
}

/** Deletes an opt-out by the person; every other suppression stays. */
export async function deleteOptOut(db: TenantDb, fingerprint: Buffer): Promise<void> {
  await db.sql`
    delete from suppression
    where tenant_id = ${db.tenantId} and fingerprint = ${fingerprint} and reason = 'unsubscribed' and not blacklisted`;
}

/** The pending consents to the purpose become part of the proof of the valid one. */
export async function deletePendingConsents(db: TenantDb, contactId: string, purposeId: string): Promise<void> {
  await db.sql`
    delete from consent
    where tenant_id = ${db.tenantId} and contact_id = ${contactId} and purpose_id = ${purposeId} and state = 'pending'`;
}

/** Whether the contact has a consent to the default purpose that is valid now. */
export async function hasDefaultConsent(db: TenantDb, contactId: string, now: Date): Promise<boolean> {
  const rows = await db.sql`
    select from consent k join purpose p on p.tenant_id = ${db.tenantId} and p.id = k.purpose_id and p.is_default
    where k.tenant_id = ${db.tenantId} and k.contact_id = ${contactId} and k.state = 'valid'
      and (k.valid_until is null or k.valid_until > ${now}) limit 1`;
  return rows.length > 0;
}
