import type { Fragment, SqlTag } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { appendSelect } from "../../../journal/append.sql.ts";
import { contactsCreated } from "../../../journal/events.ts";
import { applyContactCountsForInserts, bucketOf, shards } from "../../contacts/counts.sql.ts";
import { linkOrders } from "../../contacts/contact-orders.queries.ts";
import { journalOrigin, type BatchContext } from "./batch.ts";

/**
 * New contacts of a batch, by the rules of contacts/creation for thousands at once: an address that is suppressed gets
 * the status of its suppression, and its consent counts as refused. With the contacts come their consents, the proofs,
 * journal entries, memberships, labels and places in the totals, in the order of the file. Whoever is a contact already, or erased, was taken off
 * the batch before. Answers how many, and how many of them were to be put on lists and are on none.
 */
export async function insertNewContacts(db: TenantDb, batch: BatchContext) {
  const tagged = batch.plan.tags === undefined ? [] : await listTaggedRows(db);
  await copySuppressions(db);
  await disableForeignKeyChecks(db, batch);
  await insertContacts(db, batch);
  const { sql } = db;
  const rows = await sql<{ created: number; suppressed: number }[]>`
    with new as not materialized (${newContactRows(db, batch)}), ${groupedContacts(sql)}, ${applyContactCountsForInserts(sql, sql`select * from grouped`)},
    ${insertConsents(db, batch)}, ${insertJournalEntries(db, batch)}, ${insertMemberships(db, batch)}
    select coalesce(sum(n), 0)::int as created, coalesce(sum(n) filter (where is_suppressed), 0)::int as suppressed
    from grouped`;
  await enableForeignKeyChecks(db);
  await linkOrdersOfNewContacts(db);
  await assignLabels(db, tagged);
  const { created, suppressed } = singleRow(rows);
  return { created, notAddedToLists: batch.listIds.length === 0 ? 0 : suppressed };
}

/** Few rows if any: looked for once, and not by everything that asks for them. */
async function copySuppressions({ sql, tenantId }: TenantDb): Promise<void> {
  await sql`
    update staged_row s set reason = x.reason, detail = x.detail, suppressed_at = x.created_at,
      blacklisted_at = case when x.blacklisted then x.created_at end
    from suppression x where x.tenant_id = ${tenantId} and x.fingerprint = s.fingerprint`;
}

const statusOf = (sql: SqlTag): Fragment => sql`
  case when s.reason <> 'manual' then s.reason when s.consents then 'subscribed' else 'customer' end`;

/** A shop's own exception is for those who said nothing. */
const consentBasisOf = (sql: SqlTag): Fragment => sql`
  case when s.consents then 'imported' when shop.customer_exception and s.reason is null then 'soft_opt_in_customer'
    else 'none' end`;

const stagedRowsWithShop = ({ sql, tenantId }: TenantDb, { record }: BatchContext): Fragment => sql`
  staged_row s join shop on shop.tenant_id = ${tenantId} and shop.id = ${record.shopId}`;

async function insertContacts(db: TenantDb, batch: BatchContext): Promise<void> {
  const { sql, tenantId } = db;
  const { record, at } = batch;
  await sql`
    insert into contact (tenant_id, id, email, fingerprint, shop_id, status, status_at, source, sources, created_at,
      custom_fields, consent_basis, consent_at, consent_weak, suppression_reason, suppression_note, suppressed_at,
      blacklisted_at, search, grams, name_key, first_name, last_name, title_before, title_after, salutation, salutation_formal,
      vocative_first_name, vocative_last_name, gender, language, company, company_id, phone, mobile, street, city,
      postal_code, country, birthday, name_day, note, affiliate_id, initial_status)
    select ${tenantId}, s.id, s.email, s.fingerprint, shop.id, ${statusOf(sql)}, ${at}, 'import',
      ${JSON.stringify([{ source: "import", at }])}::jsonb, ${at}, coalesce(s.custom_fields, '{}'),
      ${consentBasisOf(sql)}, case when s.consents then ${at}::timestamptz end,
      s.consents and ${record.options.consentWeak === true}, s.reason, s.detail, s.suppressed_at, s.blacklisted_at,
      s.search, (s.grams::oid[]::int[])[:], s.name_key, s.first_name, s.last_name, s.title_before, s.title_after, s.salutation, s.salutation_formal,
      s.vocative_first_name, s.vocative_last_name, s.gender, coalesce(s.language, shop.language), s.company,
      s.company_id, s.phone, s.mobile, s.street, s.city, s.postal_code, s.country, s.birthday, s.name_day, s.note,
      s.affiliate_id, ${statusOf(sql)}
    from ${stagedRowsWithShop(db, batch)}`;
}

/** The same contacts as they came in, from the batch: to read them back would cost more. */
const newContactRows = (db: TenantDb, batch: BatchContext): Fragment => db.sql`
  select ${db.tenantId}::bigint as tenant_id, s.id, shop.id as shop_id, ${statusOf(db.sql)} as status, 'N' as engagement,
    case when s.blacklisted_at is not null then 'blacklisted' when s.reason <> 'manual' then s.reason
      when s.consents then 'active' else 'customer' end as state,
    ${consentBasisOf(db.sql)} as consent_basis, s.reason as suppression_reason
  from ${stagedRowsWithShop(db, batch)}`;

/** How many of each kind, gone through once for all who count them. */
const groupedContacts = (sql: SqlTag): Fragment => sql`
  grouped as materialized (
    select tenant_id, shop_id, status, state, engagement, id % ${shards} as shard,
      suppression_reason is not null as is_suppressed, count(*) as n, string_agg(id::text, ',') as ids
    from new group by 1, 2, 3, 4, 5, 6, 7
  )`;

/** Each one is its own proof: purpose, basis, source and time of a consent never change. */
function insertConsents({ sql }: TenantDb, { record, purpose, at }: BatchContext): Fragment {
  const hasOptedOut = sql`new.status <> 'subscribed'`;
  const source = record.source || "import";
  return sql`
    consented as (
      insert into consent (tenant_id, contact_id, purpose_id, state, basis, source, at, withdrawn_at, valid_until, proof)
      select tenant_id, id, ${record.purposeId}, case when ${hasOptedOut} then 'withdrawn' else 'valid' end, 'imported',
        ${source}, ${at}, case when ${hasOptedOut} then ${at}::timestamptz end,
        ${at}::timestamptz + make_interval(months => ${purpose?.validMonths ?? null}::int),
        case when ${hasOptedOut} then 'refused' else 'given' end
      from new where consent_basis = 'imported'
    )`;
}

/** One entry for all that came grouped: entries of their own would cost a tenth of the import. Who is suppressed is put on no list. */
const insertJournalEntries = ({ sql }: TenantDb, batch: BatchContext): Fragment => sql`
  journaled as (${toFragment(
    sql,
    appendSelect(contactsCreated, {
      tenantId: node`tenant_id`,
      at: batch.at,
      payload: {
        source: "import",
        to: node`status`,
        lists: node`case when is_suppressed then '[]' else ${JSON.stringify(batch.listIds)}::jsonb end`,
        count: node`sum(n)`,
        contactIds: node`string_agg(ids, ',')`,
        ...journalOrigin(batch),
      },
      from: node`from grouped group by tenant_id, status, is_suppressed`,
    }),
  )})`;

const insertMemberships = ({ sql }: TenantDb, { listIds, at }: BatchContext): Fragment => sql`
  joined as (
    insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at)
    select new.tenant_id, l.id, new.id, 'confirmed', ${at}, ${at}
    from new, unnest(${[...listIds]}::bigint[]) as l(id) where new.suppression_reason is null
  ), listed as (
    insert into list_count as c (tenant_id, list_id, bucket, shard, n)
    select tenant_id, list_id, bucket, shard, sum(n) from (
      select tenant_id, l.id as list_id, ${bucketOf(sql, sql`'confirmed'`, sql`state`)} as bucket, shard, n
      from grouped, unnest(${[...listIds]}::bigint[]) as l(id) where not is_suppressed
    ) member
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (tenant_id, list_id, bucket, shard) do update set n = c.n + excluded.n
  )`;

/** Orders of contacts that were deleted wait for their addresses to come back; most companies have none. */
async function linkOrdersOfNewContacts({ sql, tenantId }: TenantDb): Promise<void> {
  const [any] = await sql`
    select from shop_order where tenant_id = ${tenantId} and contact_id is null and email is not null limit 1`;
  if (any === undefined) return;
  await sql`
    with new as (
      select c.tenant_id, c.id, c.email from staged_row s join contact c on c.tenant_id = ${tenantId} and c.email = s.email
      where exists (
        select from shop_order o where o.tenant_id = ${tenantId} and o.email = s.email and o.contact_id is null)
    ), ${linkOrders(sql)}
    select from linked`;
}

type TaggedRow = { email: string; tags: string[] };

const listTaggedRows = ({ sql }: TenantDb): Promise<TaggedRow[]> => sql<TaggedRow[]>`
  select email, tags from staged_row where tags is not null`;

async function assignLabels({ sql, tenantId }: TenantDb, tagged: readonly TaggedRow[]): Promise<void> {
  if (tagged.length === 0) return;
  await sql`
    insert into label_assignment (tenant_id, label_id, kind, object_id)
    select distinct ${tenantId}::bigint, l.id, 'contact', c.id
    from jsonb_to_recordset(${JSON.stringify(tagged)}::jsonb) as t(email text, tags jsonb)
    cross join jsonb_array_elements_text(t.tags) as tag
    join contact c on c.tenant_id = ${tenantId} and c.email = t.email
    join label l on l.tenant_id = ${tenantId} and lower(l.name) = lower(tag)`;
}

/**
 * Seven foreign keys of each row would be looked up one by one and cost as much as the insertion itself. Here they are
 * certain: contacts come in the same statement, and the shop, the purpose, the lists and the company are held for the
 * transaction. Where the role of the connection may not do without the checks, they are made.
 */
async function disableForeignKeyChecks({ sql, tenantId }: TenantDb, { record, listIds }: BatchContext): Promise<void> {
  await sql`
    select (select count(*) from (select from company where tenant_id = ${tenantId} for key share) c),
      (select count(*) from (
        select from shop where tenant_id = ${tenantId} and id = ${record.shopId} for key share) s),
      (select count(*) from (
        select from purpose where tenant_id = ${tenantId} and id = ${record.purposeId} for key share) p),
      (select count(*) from (
        select from list where tenant_id = ${tenantId} and id = any(${[...listIds]}::bigint[]) for key share) l)`;
  await sql`
    select set_config('session_replication_role', 'replica', true)
    where has_parameter_privilege('session_replication_role', 'set')`;
}

async function enableForeignKeyChecks({ sql }: TenantDb): Promise<void> {
  await sql`
    select set_config('session_replication_role', 'origin', true)
    where has_parameter_privilege('session_replication_role', 'set')`;
}
