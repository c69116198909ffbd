import type { Fragment, SqlTag } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { appendSelect } from "../../../journal/append.sql.ts";
import { contactsCreated } from "../../../journal/events.ts";
import { profileColumnsOf } from "../../contacts/contact-columns.sql.ts";
import {
  admittedColumns,
  admittedConsentState,
  admittedState,
  admittedStatus,
  admittedValues,
  consentAction,
  consentColumns,
  consentValues,
} from "../../contacts/creation/admission.sql.ts";
import { applyContactCountsForInserts, bucketOf, shards } from "../../contacts/counts.sql.ts";
import { linkOrders } from "../../contacts/contact-orders.queries.ts";
import { journalOrigin, type BatchContext } from "./batch.ts";

/**
 * Admits the new contacts of a batch by the rules of `contacts/creation/admission.sql.ts`. Unlike `admitContacts` it takes
 * several statements: ids are assigned before the insertion, nothing is read back, the journal gets one entry per group
 * and foreign keys are checked once. Rows of existing contacts, erased addresses and saved opt-outs were taken off before.
 * Answers how many were created, and how many of them were to be put on lists and are on none.
 */
export async function insertNewContacts(db: TenantDb, batch: BatchContext) {
  const tagged = batch.plan.tags === undefined ? [] : await listTaggedRows(db);
  await copySuppressions(db);
  await disableForeignKeyChecks(db, batch);
  await insertContacts(db, batch);
  const { sql } = db;
  const rows = await sql<{ created: number; suppressed: number }[]>`
    with new as not materialized (${admittedContacts(db, batch)}), ${groupedContacts(sql)}, ${applyContactCountsForInserts(sql, sql`select * from grouped`)},
    ${insertConsents(db)}, ${insertJournalEntries(db, batch)}, ${insertMemberships(db, batch)}
    select coalesce(sum(n), 0)::int as created, coalesce(sum(n) filter (where is_suppressed), 0)::int as suppressed
    from grouped`;
  await enableForeignKeyChecks(db);
  await linkOrdersOfNewContacts(db);
  await assignLabels(db, tagged);
  const { created, suppressed } = singleRow(rows);
  return { created, notAddedToLists: batch.listIds.length === 0 ? 0 : suppressed };
}

/** Stores the few suppressions, if any, in the staged rows, so that later statements need not join them. */
async function copySuppressions({ sql, tenantId }: TenantDb): Promise<void> {
  await sql`
    update staged_row s set reason = x.reason, detail = x.detail, suppressed_at = x.created_at,
      blacklisted_at = case when x.blacklisted then x.created_at end
    from suppression x where x.tenant_id = ${tenantId} and x.fingerprint = s.fingerprint`;
}

const stagedProfile = profileColumnsOf("s");

/** The rows of the batch as candidates: `contacts/creation/admission.sql.ts` reads them as `f`. The planner merges the subquery. */
function stagedCandidates({ sql, tenantId }: TenantDb, { record, purpose, at }: BatchContext): Fragment {
  return sql`
  select ${tenantId}::bigint as tenant_id, s.id, s.email, s.fingerprint, shop.id as shop_id, ${at}::timestamptz as at,
    'import' as source, ${JSON.stringify([{ source: "import", at }])}::jsonb as sources,
    coalesce(s.custom_fields, '{}') as custom_fields, s.search, (s.grams::oid[]::int[])[:] as grams, s.name_key,
    ${toFragment(sql, stagedProfile)}, s.consents, ${record.options.consentWeak === true}::boolean as is_weak,
    ${record.purposeId}::bigint as purpose_id, ${purpose?.validMonths ?? null}::int as valid_months,
    ${record.source || "import"}::text as consent_source, s.reason, s.detail, s.suppressed_at, s.blacklisted_at,
    ${purpose?.isDefault ?? false}::boolean as is_default, false as is_withdrawn, false as is_unconfirmed, shop.language as shop_language, shop.customer_exception
  from staged_row s join shop on shop.tenant_id = ${tenantId} and shop.id = ${record.shopId}`;
}

async function insertContacts(db: TenantDb, batch: BatchContext): Promise<void> {
  const { sql } = db;
  await sql`
    insert into contact (${toFragment(sql, admittedColumns)}, id, initial_status)
    select ${toFragment(sql, admittedValues)}, f.id, ${toFragment(sql, admittedStatus)}
    from (${stagedCandidates(db, batch)}) f`;
}

/** The inserted contacts, computed from the batch: reading them back costs more. */
const admittedContacts = (db: TenantDb, batch: BatchContext): Fragment => db.sql`
  select f.tenant_id, f.id, f.shop_id, f.at, f.consents, f.purpose_id, f.valid_months, f.consent_source, 'N' as engagement,
    ${toFragment(db.sql, admittedStatus)} as status, ${toFragment(db.sql, admittedState)} as state,
    ${toFragment(db.sql, admittedConsentState)} as consent_state, f.reason as suppression_reason
  from (${stagedCandidates(db, batch)}) f`;

/** How many of each kind, gone through once for all who count them. */
const groupedContacts = (sql: SqlTag): Fragment => sql`
  grouped as materialized (
    select tenant_id, shop_id, status, state, engagement, id % ${shards} as shard,
      suppression_reason is not null as is_suppressed, count(*) as n, string_agg(id::text, ',') as ids
    from new group by 1, 2, 3, 4, 5, 6, 7
  )`;

/** The consent is its own proof, without an event beside it: its purpose, basis, source and time never change. */
const insertConsents = ({ sql }: TenantDb): Fragment => sql`
  consented as (
    insert into consent (${toFragment(sql, consentColumns)}, proof)
    select ${toFragment(sql, consentValues)}, ${toFragment(sql, consentAction)} from new a where a.consents
  )`;

/** One journal entry per group: single entries would cost a tenth of the import. Suppressed contacts join no list. */
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

/** Links orders of deleted contacts whose address is imported again; most companies have none. */
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
