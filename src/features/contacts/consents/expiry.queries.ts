import { acrossNodes, type Companies } from "../../../db/distribution/across-nodes.ts";
import { inParts } from "../../../db/in-parts.ts";
import { lastPart, part, partIfRows } from "../../../db/parts.ts";
import type { Fragment } from "../../../db/client.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import { applyContactCounts, applyListCounts } from "../counts.sql.ts";
import { lockAllAddresses } from "../queries.ts";

/** Contacts of one transaction: unsubscriptions wait for its lock. */
const batchSize = 500;

/** Whether a consent ended that is not marked yet: then stored states differ from those that are shown. */
export async function hasEndedConsents({ sql, tenantId }: TenantDb, now: Date): Promise<boolean> {
  const rows = await sql`
    select from consent where tenant_id = ${tenantId} and state = 'valid' and valid_until <= ${now} limit 1`;
  return rows.length > 0;
}

/** Companies with a consent that ended and is not marked yet. */
export async function listTenantsWithEndedConsents(db: SystemDb, now: Date): Promise<string[]> {
  const ended = (of: Companies) => db.sql<{ tenantId: string }[]>`
    select o.tenant_id from ${of.table("company")} o
    where exists (select from ${of.table("consent")} k
      where k.tenant_id = o.tenant_id and k.state = 'valid' and k.valid_until <= ${now})`;
  return (await acrossNodes(db, ended)).map(({ tenantId }) => tenantId);
}

/** Marks consents whose time is over, with their entry in the history; contacts without another one are unconfirmed. */
export async function expireConsents(db: TenantDb, now: Date): Promise<number> {
  let expired = 0;
  for (;;) {
    const contactIds = await underLock(db, async (inner) => {
      const ids = await markExpired(inner, now);
      await refreshConsentStates(inner, ids, now);
      return ids;
    });
    expired += contactIds.length;
    if (contactIds.length < batchSize) return expired;
  }
}

/** Contacts that are unconfirmed although they have a valid consent. */
export async function refreshUnconfirmed(db: TenantDb, now: Date): Promise<void> {
  for (;;) {
    const contactIds = await listConfirmable(db, now);
    await underLock(db, (inner) => refreshConsentStates(inner, contactIds, now));
    if (contactIds.length < batchSize) return;
  }
}

const underLock = <Result>(db: TenantDb, run: (inner: TenantDb) => Promise<Result>): Promise<Result> =>
  db.transaction(async (inner) => {
    await lockAllAddresses(inner);
    return run(inner);
  });

/** Whether contact `c` has no valid consent to the default purpose. */
const lacksConsentNow = ({ sql, tenantId }: TenantDb, now: Date): Fragment => sql`
  not exists (
    select from consent k join purpose p on p.tenant_id = ${tenantId} and p.id = k.purpose_id and p.is_default
    where k.tenant_id = ${tenantId} and k.contact_id = c.id and k.state = 'valid'
      and (k.valid_until is null or k.valid_until > ${now}))`;

/** The next unconfirmed contacts whose `lacks_consent` is outdated. */
async function listConfirmable(db: TenantDb, now: Date): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select c.id from contact c
    where c.tenant_id = ${db.tenantId} and c.status = 'subscribed' and c.state = 'unconfirmed'
      and ${lacksConsentNow(db, now)} <> c.lacks_consent
    limit ${batchSize}`;
  return rows.map(({ id }) => id);
}

async function markExpired({ sql, tenantId }: TenantDb, now: Date): Promise<string[]> {
  const rows = await sql<{ contactId: string }[]>`
    with over as (
      select tenant_id, id from consent where tenant_id = ${tenantId} and state = 'valid' and valid_until <= ${now}
      order by valid_until, id limit ${batchSize}
    ), expired as (
      update consent k set state = 'expired' from over where k.tenant_id = ${tenantId} and k.id = over.id
      returning k.contact_id, k.purpose_id, k.basis
    )
    insert into consent_event (tenant_id, contact_id, purpose_id, action, basis, source, at)
    select ${tenantId}, contact_id, purpose_id, 'expired', basis, 'service', ${now} from expired
    returning contact_id`;
  return rows.map(({ contactId }) => contactId);
}

/** Requires the lock of all addresses. */
async function refreshConsentStates(db: TenantDb, contactIds: readonly string[], now: Date): Promise<void> {
  if (contactIds.length === 0) return;
  const { sql, tenantId } = db;
  await inParts<object>(
    db,
    [
      part(
        "old",
        [],
        sql`
      select c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement, c.source, not c.lacks_consent as lacks_now
      from contact c
      where c.tenant_id = ${tenantId} and c.status = 'subscribed' and c.id = any(${[...contactIds]}::bigint[])
        and ${lacksConsentNow(db, now)} <> c.lacks_consent`,
      ),
      partIfRows(
        "new",
        ["old"],
        sql`
      update contact c set lacks_consent = old.lacks_now from old where c.tenant_id = ${tenantId} and c.id = old.id
      returning c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement, c.source`,
      ),
      applyContactCounts,
      applyListCounts(tenantId),
    ],
    lastPart(
      ["new"],
      sql`
    select from new`,
    ),
  );
}
