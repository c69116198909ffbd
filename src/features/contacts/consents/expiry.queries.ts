import { toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { applyContactCounts, applyListCounts } from "../counts.sql.ts";
import { lockAllAddresses } from "../queries.ts";

/** Marks consents whose time is over, with their entry in the history; contacts without another one are unconfirmed. */
export async function expireConsents(db: TenantDb, now: Date): Promise<number> {
  return db.transaction(async (inner) => {
    await lockAllAddresses(inner);
    const contactIds = await markExpired(inner, now);
    await refreshConsentStates(inner, contactIds, now);
    return contactIds.length;
  });
}

async function markExpired({ sql, tenantId }: TenantDb, now: Date): Promise<string[]> {
  const rows = await sql<{ contactId: string }[]>`
    with expired as (
      update consent set state = 'expired'
      where tenant_id = ${tenantId} and state = 'valid' and valid_until <= ${now}
      returning contact_id, purpose_id, basis
    )
    insert into consent_event (tenant_id, contact_id, purpose_id, action, basis, source, at)
    select ${tenantId}, contact_id, purpose_id, 'expired', basis, 'service', ${now} from expired
    returning contact_id`;
  return rows.map(({ contactId }) => contactId);
}

/** Of these contacts and of all that are unconfirmed. Requires the lock of all addresses. */
async function refreshConsentStates(
  { sql, tenantId }: TenantDb,
  contactIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    with candidate as (
      select c.id, c.lacks_consent, not exists (
        select from consent k join purpose p on p.tenant_id = ${tenantId} and p.id = k.purpose_id and p.is_default
        where k.tenant_id = ${tenantId} and k.contact_id = c.id and k.state = 'valid'
          and (k.valid_until is null or k.valid_until > ${now})) as lacks_now
      from contact c
      where c.tenant_id = ${tenantId} and c.status = 'subscribed'
        and (c.id = any(${[...contactIds]}::bigint[]) or c.state = 'unconfirmed')
    ), old as (
      select c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement, candidate.lacks_now
      from contact c join candidate on candidate.id = c.id and candidate.lacks_now <> candidate.lacks_consent
      where c.tenant_id = ${tenantId}
    ), new as (
      update contact c set lacks_consent = old.lacks_now from old where c.tenant_id = ${tenantId} and c.id = old.id
      returning c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement
    ), ${toFragment(sql, applyContactCounts)}, ${toFragment(sql, applyListCounts)}
    select from new`;
}
