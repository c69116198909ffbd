import type { Fragment, PendingQuery } from "../../../db/client.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { bookNew } from "../counts.ts";
import { linkOrders } from "../orders.ts";
import type { Profile } from "../profile.ts";
import type { ContactRecord } from "../queries.ts";

/** A person as they are about to become a contact, with the consent that the company holds. */
export type Candidate = Profile & {
  email: string;
  fingerprint: Buffer;
  /** Undefined means the company's first shop that is enabled. */
  shopId: string | undefined;
  purposeId: string;
  source: string;
  customFields: Record<string, unknown>;
  at: Date;
  search: string;
  nameKey: string;
};

type Facts = { shopId: string | null; isPurpose: boolean; isTaken: boolean; isErased: boolean };

/** What was decided by the facts; all null together when a fact stood against it. */
type Decided = Pick<
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

/** Orders of the same address that were there before. */
type Linked = { linkedOrders: number };

export type CreationOutcome = Facts & Linked & (Decided | { [Field in keyof Decided]: null });

const factsAbout = ({ sql, tenantId }: TenantDb, candidate: Candidate): Fragment => {
  const shop =
    candidate.shopId === undefined ? sql`order by is_enabled desc, id limit 1` : sql`and id = ${candidate.shopId}`;
  return sql`
    select shop.id as shop_id, shop.language, purpose.id is not null as is_purpose, purpose.valid_months,
      exists (select from contact where tenant_id = ${tenantId} and email = ${candidate.email}) as is_taken,
      exists (select from erased_address where tenant_id = ${tenantId} and fingerprint = ${candidate.fingerprint})
        as is_erased,
      s.reason, s.detail, s.created_at as suppressed_at, case when s.blacklisted then s.created_at end as blacklisted_at,
      s.reason <> 'manual' as is_refused, ${candidate.at}::timestamptz as at, ${candidate.source}::text as source,
      ${candidate.purposeId}::bigint as purpose_id
    from (select) one
    left join lateral (select id, language from shop where tenant_id = ${tenantId} ${shop}) shop on true
    left join purpose on purpose.tenant_id = ${tenantId} and purpose.id = ${candidate.purposeId}
    left join suppression s on s.tenant_id = ${tenantId} and s.fingerprint = ${candidate.fingerprint}`;
};

/**
 * The rules of part 3 for a new address, in one statement: nothing is written when a fact stands against it; an address
 * that is suppressed gets the status of its suppression, and its consent counts as refused. With the contact come its
 * consent, the proof of it, its journal entry and its place in the totals. To be run under the lock of the address.
 */
export function insertContact(db: TenantDb, candidate: Candidate): PendingQuery<CreationOutcome[]> {
  const { sql, tenantId } = db;
  const sources = JSON.stringify([{ source: candidate.source, at: candidate.at }]);
  return sql<CreationOutcome[]>`
    with fact as (${factsAbout(db, candidate)}), new as (
      insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, sources, created_at,
        custom_fields, consent_basis, consent_at, suppression_reason, suppression_note, suppressed_at, blacklisted_at,
        search, name_key, first_name, last_name, title_before, title_after, salutation, salutation_formal,
        vocative_first_name, vocative_last_name, gender, language, company, company_id, phone, mobile, street, city,
        postal_code, country, birthday, name_day, note, affiliate_id)
      select ${tenantId}, ${candidate.email}, ${candidate.fingerprint}, fact.shop_id,
        case when fact.is_refused then fact.reason else 'subscribed' end, fact.at, fact.source, ${sources}::jsonb, fact.at,
        ${JSON.stringify(candidate.customFields)}::jsonb, 'imported', fact.at, fact.reason, fact.detail,
        fact.suppressed_at, fact.blacklisted_at, ${candidate.search}, ${candidate.nameKey}, ${candidate.firstName},
        ${candidate.lastName}, ${candidate.titleBefore}, ${candidate.titleAfter}, ${candidate.salutation},
        ${candidate.salutationFormal}, ${candidate.vocativeFirstName}, ${candidate.vocativeLastName},
        ${candidate.gender}, coalesce(${candidate.language}, fact.language), ${candidate.company},
        ${candidate.companyId}, ${candidate.phone}, ${candidate.mobile}, ${candidate.street}, ${candidate.city},
        ${candidate.postalCode}, ${candidate.country}, ${candidate.birthday}::date, ${candidate.nameDay},
        ${candidate.note}, ${candidate.affiliateId}
      from fact where fact.shop_id is not null and fact.is_purpose and not fact.is_taken and not fact.is_erased
      returning tenant_id, id, email, shop_id, status, state, engagement, excluded, language, suppression_reason,
        suppression_note, suppressed_at, blacklisted, blacklisted_at
    ), ${bookNew(sql)}, ${linkOrders(sql)}, consented as (
      insert into consent (tenant_id, contact_id, purpose_id, state, basis, source, at, withdrawn_at, valid_until)
      select new.tenant_id, new.id, fact.purpose_id, case when fact.is_refused then 'withdrawn' else 'valid' end,
        'imported', fact.source, fact.at, case when fact.is_refused then fact.at end,
        fact.at + make_interval(months => fact.valid_months)
      from new, fact
    ), proven as (
      insert into consent_event (tenant_id, contact_id, purpose_id, action, basis, source, at)
      select new.tenant_id, new.id, fact.purpose_id, case when fact.is_refused then 'refused' else 'given' end,
        'imported', fact.source, fact.at
      from new, fact
    ), told as (
      insert into journal (tenant_id, at, type, contact_id, payload)
      select new.tenant_id, fact.at, 'contact_created', new.id,
        jsonb_build_object('source', fact.source, 'to', new.status)
      from new, fact
      returning id
    )
    select fact.shop_id, fact.is_purpose, fact.is_taken, fact.is_erased, new.id, new.status, new.state, new.engagement,
      new.excluded, new.language, new.suppression_reason, new.suppression_note, new.suppressed_at, new.blacklisted,
      new.blacklisted_at, told.id as journal_id, (select count(*)::int from linked) as linked_orders
    from fact left join new on true left join told on true`;
}
