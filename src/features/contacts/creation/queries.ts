import type { Fragment, PendingQuery } from "../../../db/client.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { appendSelect } from "../../../journal/append.sql.ts";
import { contactCreated } from "../../../journal/events.ts";
import { applyContactCountsForInserts } from "../counts.sql.ts";
import { linkOrders } from "../contact-orders.queries.ts";
import type { Profile, SearchColumns } from "../profile.ts";
import type { ContactRecord } from "../queries.ts";
import { savedOptOuts, restoreOptOuts } from "../opt-out-memory/restore.sql.ts";

/** A person as they are about to become a contact, with the consent that the company holds. */
export type NewContactInput = Profile &
  SearchColumns & {
    email: string;
    fingerprint: Buffer;
    /** Undefined means the company's first shop that is enabled. */
    shopId: string | undefined;
    purposeId: string;
    source: string;
    customFields: Record<string, unknown>;
    at: Date;
  };

type ValidationFacts = { shopId: string | null; isPurpose: boolean; isTaken: boolean; isErased: boolean };

/** What was decided by the facts; all null together when a fact stood against it. */
type InsertedColumns = Pick<
  ContactRecord,
  | "id"
  | "status"
  | "state"
  | "engagement"
  | "excluded"
  | "language"
  | "suppressionReason"
  | "suppressionNote"
  | "suppressedAt"
  | "blacklisted"
  | "blacklistedAt"
> & { journalId: string };

/** Of the same address, from before: orders, and what the person refused. */
type RestoredHistory = { linkedOrders: number; hasSavedOptOuts: boolean };

export type CreationOutcome = ValidationFacts &
  RestoredHistory &
  (InsertedColumns | { [Field in keyof InsertedColumns]: null });

/** What stands for and against each candidate. */
function validationFacts(db: TenantDb, inputs: readonly NewContactInput[]): Fragment {
  const { sql, tenantId } = db;
  return sql`
  select g.*, decode(g.hash, 'hex') as fingerprint, shop.id as shop_id, shop.language as shop_language,
    purpose.id is not null as is_purpose, purpose.valid_months,
    exists (select from contact where tenant_id = ${tenantId} and email = g.email) as is_taken,
    exists (select from erased_address where tenant_id = ${tenantId} and fingerprint = decode(g.hash, 'hex')) as is_erased,
    s.reason, s.detail, s.created_at as suppressed_at, case when s.blacklisted then s.created_at end as blacklisted_at,
    s.reason <> 'manual' as is_refused, r.has_saved_opt_outs, r.is_withdrawn, r.is_unconfirmed
  from jsonb_to_recordset(${JSON.stringify(inputs.map(toJsonRow))}::jsonb) as g(n int, email text, hash text,
    "requestedShopId" bigint, "purposeId" bigint, source text, sources jsonb, at timestamptz, "customFields" jsonb,
    search text, grams int[], "nameKey" text, "firstName" text, "lastName" text, "titleBefore" text, "titleAfter" text,
    salutation text, "salutationFormal" text, "vocativeFirstName" text, "vocativeLastName" text, gender text,
    language text, company text, "companyId" text, phone text, mobile text, street text, city text, "postalCode" text,
    country text, birthday date, "nameDay" text, note text, "affiliateId" text)
  left join lateral (
    select id, language from shop
    where tenant_id = ${tenantId} and (g."requestedShopId" is null or id = g."requestedShopId")
    order by is_enabled desc, id limit 1
  ) shop on true
  left join purpose on purpose.tenant_id = ${tenantId} and purpose.id = g."purposeId"
  left join lateral (
    select reason, detail, created_at, blacklisted from suppression
    where tenant_id = ${tenantId} and fingerprint = decode(g.hash, 'hex') offset 0
  ) s on true
  cross join lateral (${savedOptOuts(db, sql`decode(g.hash, 'hex')`, sql`g."purposeId"`)}) r`;
}

const toJsonRow = ({ fingerprint, shopId, ...input }: NewContactInput, n: number) => ({
  ...input,
  n,
  hash: fingerprint.toString("hex"),
  requestedShopId: shopId,
  sources: [{ source: input.source, at: input.at }],
});

const appendCreated = appendSelect(contactCreated, {
  tenantId: node`tenant_id`,
  at: node`at`,
  contactId: node`id`,
  payload: { source: node`source`, to: node`status` },
  from: node`from created`,
});

/**
 * The rules of part 3 for new addresses, each once, in one statement: nothing is written where a fact stands against it;
 * an address that is suppressed gets the status of its suppression, and its consent counts as refused; so does one to a
 * purpose that the person refused, which leaves a customer. Who never confirmed is asked again. With the contact come
 * its consent, the proof of it, its journal entry and its place in the totals. To be run under the locks of the
 * addresses; answers in the order of the candidates.
 */
export function insertContacts(db: TenantDb, inputs: readonly NewContactInput[]): PendingQuery<CreationOutcome[]> {
  const { sql, tenantId } = db;
  return sql<CreationOutcome[]>`
    with fact as materialized (${validationFacts(db, inputs)}), new as (
      insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, sources, created_at,
        custom_fields, consent_basis, consent_at, suppression_reason, suppression_note, suppressed_at, blacklisted_at,
        search, grams, name_key, first_name, last_name, title_before, title_after, salutation, salutation_formal,
        vocative_first_name, vocative_last_name, gender, language, company, company_id, phone, mobile, street, city,
        postal_code, country, birthday, name_day, note, affiliate_id)
      select ${tenantId}, email, fingerprint, shop_id,
        case when is_refused then reason when is_unconfirmed then 'pending' when is_withdrawn then 'customer'
          else 'subscribed' end, at,
        source, sources, at, "customFields", case when is_withdrawn or is_unconfirmed then 'none' else 'imported' end,
        case when not is_withdrawn and not is_unconfirmed then at end, reason, detail, suppressed_at, blacklisted_at, search,
        grams, "nameKey", "firstName", "lastName", "titleBefore", "titleAfter", salutation, "salutationFormal",
        "vocativeFirstName", "vocativeLastName", gender, coalesce(language, shop_language), company, "companyId",
        phone, mobile, street, city, "postalCode", country, birthday, "nameDay", note, "affiliateId"
      from fact where shop_id is not null and is_purpose and not is_taken and not is_erased
      returning tenant_id, id, email, shop_id, status, state, engagement, excluded, language, suppression_reason,
        suppression_note, suppressed_at, blacklisted, blacklisted_at
    ), ${applyContactCountsForInserts(sql)}, ${linkOrders(sql)}, created as materialized (
      select new.tenant_id, new.id, new.status, new.state, fact.n, fact."purposeId" as purpose_id, fact.source, fact.at,
        fact.valid_months, coalesce(fact.is_refused, false) or fact.is_withdrawn as is_refused,
        new.status = 'pending' as is_confirmation_requested, fact.fingerprint, fact.has_saved_opt_outs
      from new join fact on fact.email = new.email
    ), ${restoreOptOuts(sql, sql`select * from created where has_saved_opt_outs`)}, consented as (
      insert into consent (tenant_id, contact_id, purpose_id, state, basis, source, at, withdrawn_at, valid_until)
      select tenant_id, id, purpose_id, case when is_refused then 'withdrawn' when is_confirmation_requested then 'pending' else 'valid' end, 'imported',
        source, at,
        case when is_refused then at end, at + make_interval(months => valid_months)
      from created
    ), proven as (
      insert into consent_event (tenant_id, contact_id, purpose_id, action, basis, source, at)
      select tenant_id, id, purpose_id, case when is_refused then 'refused' when is_confirmation_requested then 'requested' else 'given' end,
        'imported', source, at
      from created
    ), journaled as (${toFragment(sql, appendCreated)} returning id, contact_id)
    select fact.shop_id, fact.is_purpose, fact.is_taken, fact.is_erased, new.id, new.status, new.state, new.engagement,
      new.excluded, new.language, new.suppression_reason, new.suppression_note, new.suppressed_at, new.blacklisted,
      new.blacklisted_at, journaled.id as journal_id, fact.has_saved_opt_outs,
      (select count(*)::int from linked where linked.contact_id = new.id) as linked_orders
    from fact left join new on new.email = fact.email left join journaled on journaled.contact_id = new.id
    order by fact.n`;
}
