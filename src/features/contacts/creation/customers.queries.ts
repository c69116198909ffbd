import type { Fragment } from "../../../db/client.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { appendSelect } from "../../../journal/append.sql.ts";
import { contactCreated } from "../../../journal/events.ts";
import { applyContactCountsForInserts } from "../counts.sql.ts";
import { searchColumns } from "../profile.ts";
import { savedOptOuts, restoreOptOuts } from "../opt-out-memory/restore.sql.ts";

/** Somebody who bought something in a shop. */
export type Buyer = { readonly email: string; readonly fingerprint: Buffer; readonly shopId: string };

export type CustomerOrigin = {
  readonly at: Date;
  readonly source: "order" | "import";
  /** The import in the journal entries, where it is one. */
  readonly journalOrigin?: { readonly importId: string; readonly quiet?: true };
};

const emptySearchFields = { firstName: null, lastName: null, company: null, phone: null, mobile: null };

const returningCustomers = ({ sql }: TenantDb, at: Date): Fragment => sql`
  select new.tenant_id, new.id, new.state, fact.fingerprint, ${at}::timestamptz as at, null::bigint as purpose_id
  from new join fact on fact.email = new.email where fact.has_saved_opt_outs`;

/**
 * The contact of each buyer; an address that is none becomes one. A buyer agreed to nothing: the new contact is a
 * customer without a consent, and a suppressed address gets the status of its suppression. Null for an erased address,
 * which stays away. To be run under the locks of the addresses, with each address once.
 */
export async function findOrInsertCustomers(
  db: TenantDb,
  buyers: readonly Buyer[],
  { at, source, journalOrigin }: CustomerOrigin,
): Promise<Map<string, string | null>> {
  const given = buyers.map(({ email, fingerprint, shopId }) => ({
    email,
    fingerprint: fingerprint.toString("hex"),
    shopId,
    ...searchColumns(db.tenantId, email, emptySearchFields),
  }));
  const journaled = appendSelect(contactCreated, {
    tenantId: node`tenant_id`,
    at,
    contactId: node`id`,
    payload: { source, to: node`status`, ...journalOrigin },
    from: node`from new`,
  });
  const rows = await db.sql<{ email: string; contactId: string | null }[]>`
    with fact as (
      select b.email, decode(b.fingerprint, 'hex') as fingerprint, b."shopId" as shop_id, b.search, b.grams,
        b."nameKey" as name_key,
        shop.language, shop.customer_exception, c.id as contact_id, e.fingerprint is not null as is_erased, s.reason,
        s.detail, s.created_at as suppressed_at, case when s.blacklisted then s.created_at end as blacklisted_at,
        r.has_saved_opt_outs, r.is_unconfirmed
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as b(email text, fingerprint text, "shopId" bigint, search text, grams int[], "nameKey" text)
      join shop on shop.tenant_id = ${db.tenantId} and shop.id = b."shopId"
      left join lateral (
        select id from contact where tenant_id = ${db.tenantId} and email = b.email offset 0) c on true
      left join lateral (
        select fingerprint from erased_address
        where tenant_id = ${db.tenantId} and fingerprint = decode(b.fingerprint, 'hex') offset 0) e on true
      left join lateral (
        select reason, detail, created_at, blacklisted from suppression
        where tenant_id = ${db.tenantId} and fingerprint = decode(b.fingerprint, 'hex') offset 0) s on true
      cross join lateral (${savedOptOuts(db, db.sql`decode(b.fingerprint, 'hex')`, db.sql`null`)}) r
    ), new as (
      insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, sources, created_at,
        language, consent_basis, suppression_reason, suppression_note, suppressed_at, blacklisted_at, search, grams, name_key)
      select ${db.tenantId}, email, fingerprint, shop_id,
        case when reason <> 'manual' then reason when is_unconfirmed then 'pending' else 'customer' end, ${at}, ${source},
        ${JSON.stringify([{ source, at }])}::jsonb, ${at}, language,
        case when customer_exception and reason is null and not is_unconfirmed then 'soft_opt_in_customer' else 'none' end, reason, detail,
        suppressed_at, blacklisted_at, search, grams, name_key
      from fact where contact_id is null and not is_erased
      returning tenant_id, id, email, shop_id, status, state, engagement
    ), ${applyContactCountsForInserts(db.sql)}, ${restoreOptOuts(db.sql, returningCustomers(db, at))}, journaled as (${toFragment(db.sql, journaled)})
    select fact.email, coalesce(fact.contact_id, new.id) as contact_id
    from fact left join new on new.email = fact.email`;
  return new Map(rows.map(({ email, contactId }) => [email, contactId]));
}
