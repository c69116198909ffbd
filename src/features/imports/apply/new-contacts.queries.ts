import { canDisableForeignKeyChecks } from "../../../db/distribution/abilities.ts";
import { inParts } from "../../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../../db/parts.ts";
import { singleRow } from "../../../db/rows.ts";
import { constantNode, node, toFragment, type SqlNode } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { appendSelect } from "../../../journal/append.sql.ts";
import { contactsCreated } from "../../../journal/events.ts";
import { profileColumnsOf } from "../../contacts/contact-columns.sql.ts";
import { addToListCounts, applyGroupedContactCounts, bucketOf, shards } from "../../contacts/counts.sql.ts";
import {
  admittedContacts,
  insertCandidates,
  insertConsentsWithProof,
} from "../../contacts/creation/bulk-admission.sql.ts";
import { insertMembers } from "../../contacts/memberships/members.sql.ts";
import { insertAssignmentsByName } from "../../labels/queries.ts";
import { linkOrders } from "../../orders/link-orders.sql.ts";
import { isStaged, stagedRow, stagedWithContact } from "../rows/staging.queries.ts";
import { journalOrigin, sourceOf, type BatchContext } from "./batch.ts";

/**
 * Admits the new contacts of a batch by the rules of `contacts/creation/admission.sql.ts`. Unlike `admitContacts` it
 * takes several statements: ids are assigned before the insertion, nothing is read back, the journal gets one entry per
 * group and foreign keys are checked once. Rows of existing contacts, erased addresses and saved opt-outs were removed
 * before. Answers how many were created, and how many of them could not be added to the lists.
 */
export async function insertNewContacts(db: TenantDb, batch: BatchContext) {
  const tagged = batch.plan.tags === undefined ? [] : await listTaggedRows(db);
  await copySuppressions(db);
  await disableForeignKeyChecks(db, batch);
  const { sql } = db;
  const candidates = stagedCandidates(db, batch);
  await sql`${toFragment(sql, insertCandidates(candidates))}`;
  const rows = await inParts<{ created: number; suppressed: number }>(
    db,
    [
      part("new", [], admittedContacts(candidates), "not materialized"),
      groupedContacts,
      applyGroupedContactCounts,
      partIfRows("consented", ["new"], insertConsentsWithProof),
      partIfRows("journaled", ["grouped"], journalEntries(batch)),
      partIfRows("joined", ["new"], newMembers(batch)),
      partIfRows("listed", ["grouped"], listCounts(batch)),
    ],
    lastPart(
      ["grouped"],
      sql`
    select coalesce(sum(n), 0)::int as created, coalesce(sum(n) filter (where is_suppressed), 0)::int as suppressed
    from grouped`,
    ),
  );
  await enableForeignKeyChecks(db);
  await linkOrdersOfNewContacts(db);
  await assignLabels(db, tagged);
  const { created, suppressed } = singleRow(rows);
  return { created, notAddedToLists: batch.listIds.length === 0 ? 0 : suppressed };
}

/** Stores the few suppressions, if any, in the staged rows, so that later statements need not join them. */
async function copySuppressions(db: TenantDb): Promise<void> {
  const { sql, tenantId } = db;
  await sql`
    update ${toFragment(sql, stagedRow(db))} s set reason = x.reason, detail = x.detail, suppressed_at = x.created_at,
      blacklisted_at = case when x.blacklisted then x.created_at end
    from suppression x where ${toFragment(sql, isStaged(db))} and x.tenant_id = ${tenantId} and x.fingerprint = s.fingerprint`;
}

const stagedProfile = profileColumnsOf("s");

/** The rows of the batch as candidates, with the columns that `contacts/creation/admission.sql.ts` needs. */
const stagedCandidates = (db: TenantDb, batch: BatchContext): SqlNode => {
  const { tenantId } = db;
  const { record, purpose, at } = batch;
  const source = sourceOf(batch);
  return node`
  select ${tenantId}::bigint as tenant_id, s.id, s.email, s.fingerprint, shop.id as shop_id, ${at}::timestamptz as at,
    ${source}::text as source, ${JSON.stringify([{ source, at }])}::jsonb as sources,
    coalesce(s.custom_fields, '{}') as custom_fields, s.search, (s.grams::oidvector::oid[]::int[])[:] as grams, s.name_key,
    ${stagedProfile}, s.consents, ${record.options.consentWeak === true}::boolean as is_weak,
    ${record.purposeId}::bigint as purpose_id, ${purpose?.validMonths ?? null}::int as valid_months,
    ${record.source || source}::text as consent_source, s.reason, s.detail, s.suppressed_at, s.blacklisted_at,
    ${purpose?.isDefault ?? false}::boolean as is_default, false as is_withdrawn, ${isUnconfirmed(batch)} as is_unconfirmed, shop.language as shop_language, shop.customer_exception
  from ${stagedRow(db)} s join shop on shop.tenant_id = ${tenantId} and shop.id = ${record.shopId}
  where ${isStaged(db)}`;
};

/** A person without a stated consent on another platform has to confirm first; no exception for customers applies. */
const isUnconfirmed = ({ record }: BatchContext): SqlNode =>
  record.kind === "legacy" ? node`not s.consents` : node`false`;

/** Contacts per group, aggregated once for counters, lists and journal. */
const groupedContacts = inlinedPart(
  "grouped",
  ["new"],
  constantNode(node`
    select tenant_id, shop_id, status, state, engagement, source, id % ${shards} as shard,
      suppression_reason is not null as is_suppressed, count(*) as n, string_agg(id::text, ',') as ids
    from new group by 1, 2, 3, 4, 5, 6, 7, 8`),
  "materialized",
);

/** One journal entry per group: single entries would cost a tenth of the import. Suppressed contacts join no list. */
const journalEntries = (batch: BatchContext): SqlNode =>
  appendSelect(contactsCreated, {
    tenantId: node`tenant_id`,
    at: batch.at,
    payload: {
      source: sourceOf(batch),
      to: node`status`,
      lists: node`case when is_suppressed then '[]' else ${JSON.stringify(batch.listIds)}::jsonb end`,
      count: node`sum(n)`,
      contactIds: node`string_agg(ids, ',')`,
      ...journalOrigin(batch),
    },
    from: node`from grouped group by tenant_id, status, is_suppressed`,
  });

const newMembers = ({ listIds, at }: BatchContext): SqlNode =>
  insertMembers(node`
    select new.tenant_id, l.id, new.id, 'confirmed', ${at}, ${at}, null, new.at
    from new, unnest(${listIds}::bigint[]) as l(id) where new.suppression_reason is null`);

const listCounts = ({ listIds }: BatchContext): SqlNode =>
  addToListCounts(node`
    select tenant_id, l.id as list_id, ${bucketOf(node`'confirmed'`, node`state`)} as bucket, shard, n
    from grouped, unnest(${listIds}::bigint[]) as l(id) where not is_suppressed`);

/** Links orders of deleted contacts whose address is imported again; most companies have none. */
async function linkOrdersOfNewContacts(db: TenantDb): Promise<void> {
  const { sql, tenantId } = db;
  const [any] = await sql`
    select from shop_order where tenant_id = ${tenantId} and contact_id is null and email is not null limit 1`;
  if (any === undefined) return;
  await inParts<object>(
    db,
    [
      part(
        "new",
        [],
        sql`
      select c.tenant_id, c.id, c.email from ${toFragment(sql, stagedWithContact(db))}
      where ${toFragment(sql, isStaged(db))} and exists (
        select from shop_order o where o.tenant_id = ${tenantId} and o.email = s.email and o.contact_id is null)`,
      ),
      ...linkOrders(tenantId),
    ],
    lastPart(
      ["linked"],
      sql`
    select from linked`,
    ),
  );
}

type TaggedRow = { email: string; tags: string[] };

const listTaggedRows = (db: TenantDb): Promise<TaggedRow[]> => db.sql<TaggedRow[]>`
  select s.email, s.tags from ${toFragment(db.sql, stagedRow(db))} s where ${toFragment(db.sql, isStaged(db))} and s.tags is not null`;

async function assignLabels(db: TenantDb, tagged: readonly TaggedRow[]): Promise<void> {
  if (tagged.length === 0) return;
  await insertAssignmentsByName(
    db,
    "contact",
    node`
      select c.id as object_id, tag
      from jsonb_to_recordset(${JSON.stringify(tagged)}::jsonb) as t(email text, tags jsonb)
      cross join jsonb_array_elements_text(t.tags) as tag
      join contact c on c.tenant_id = ${db.tenantId} and c.email = t.email`,
  );
}

/**
 * Checking seven foreign keys per row costs as much as the insertion. They are valid here: contacts are inserted by the
 * same transaction, and the shop, the purpose, the lists and the company are locked. Without the privilege to disable the
 * checks they are made, and on the nodes of a cluster.
 */
async function disableForeignKeyChecks(db: TenantDb, { record, listIds }: BatchContext): Promise<void> {
  const { sql, tenantId } = db;
  if (!canDisableForeignKeyChecks(db)) return;
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

async function enableForeignKeyChecks(db: TenantDb): Promise<void> {
  if (!canDisableForeignKeyChecks(db)) return;
  await db.sql`
    select set_config('session_replication_role', 'origin', true)
    where has_parameter_privilege('session_replication_role', 'set')`;
}
