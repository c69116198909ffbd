import { node } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { insertAssignmentsByName } from "../../labels/queries.ts";
import type { BatchContext } from "./batch.ts";
import type { ExistingContact } from "./contact-diff.ts";

export type StagedRow = { row: number; contactId: string; tags: string[] | null; staged: Record<string, unknown> };

/** Removes the rows about existing contacts from the batch and returns them. Often there are none. */
export async function takeRowsOfExistingContacts(db: TenantDb): Promise<StagedRow[]> {
  const [any] = await db.sql`
    select from contact where tenant_id = ${db.tenantId} and email = any(array(select email from staged_row)) limit 1`;
  if (any === undefined) return [];
  return db.sql<StagedRow[]>`
    delete from staged_row s using contact c
    where c.tenant_id = ${db.tenantId} and c.email = s.email
    returning s.row, c.id as contact_id, s.tags, to_jsonb(s) as staged`;
}

/** Locks the contacts until the end of the transaction; with them, which consents they have. */
export async function lockExistingContacts(
  db: TenantDb,
  batch: BatchContext,
  ids: readonly string[],
): Promise<ExistingContact[]> {
  const of = db.sql`from consent k where k.tenant_id = ${db.tenantId} and k.contact_id = c.id`;
  return db.sql<ExistingContact[]>`
    select c.*, exists (select ${of} and k.purpose_id = ${batch.record.purposeId}) as has_consent,
      exists (select ${of} and k.state = 'valid' and (k.valid_until is null or k.valid_until > ${batch.at}))
        as has_valid_consent,
      exists (select ${of} and k.state = 'valid' and (k.valid_until is null or k.valid_until > ${batch.at})
        and k.purpose_id = (select p.id from purpose p where p.tenant_id = ${db.tenantId} and p.is_default))
        as has_default_consent
    from contact c where c.tenant_id = ${db.tenantId} and c.id = any(${[...ids]}::bigint[])
    order by c.id for update of c`;
}

const updatedProfile = profileColumnsOf("n");

/** `change` holds columns and their new values; the others stay. */
export type ContactUpdate = { id: string; change: Readonly<Record<string, unknown>> };

export async function updateContacts(db: TenantDb, writes: readonly ContactUpdate[]): Promise<void> {
  if (writes.length === 0) return;
  const { sql } = db;
  await sql`
    with write as (
      select * from jsonb_to_recordset(${JSON.stringify(writes)}::jsonb) as w(id bigint, change jsonb)
    ), old as (
      select c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement
      from contact c join write w on w.id = c.id where c.tenant_id = ${db.tenantId}
    ), new as (
      update contact c set (status, status_at, consent_basis, consent_at, consent_weak, lacks_consent, sources, updated_at, custom_fields, search,
        grams, name_key, ${toFragment(sql, profileColumnList)}) = (
        select n.status, n.status_at, n.consent_basis, n.consent_at, n.consent_weak, n.lacks_consent, n.sources, n.updated_at,
          n.custom_fields, n.search, n.grams, n.name_key, ${toFragment(sql, updatedProfile)}
        from jsonb_populate_record(c, w.change) n)
      from write w where c.tenant_id = ${db.tenantId} and c.id = w.id
      returning c.tenant_id, c.id, c.shop_id, c.status, c.state, c.engagement
    ), ${applyContactCounts(sql)}, ${applyListCounts(sql)}
    select from new`;
}

/** Consents of contacts that had none to this purpose; one who still has to confirm consents when that is done. */
export async function insertConsents(db: TenantDb, batch: BatchContext, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return;
  const { record, purpose, at } = batch;
  const { sql } = db;
  const source = record.source || "import";
  await sql`
    with consented as (
      insert into consent (tenant_id, contact_id, purpose_id, state, basis, source, at, valid_until)
      select c.tenant_id, c.id, ${record.purposeId}, case when c.status = 'pending' then 'pending' else 'valid' end,
        'imported', ${source}, ${at}, ${at}::timestamptz + make_interval(months => ${purpose?.validMonths ?? null}::int)
      from contact c where c.tenant_id = ${db.tenantId} and c.id = any(${[...contactIds]}::bigint[])
      returning contact_id
    )
    insert into consent_event (tenant_id, contact_id, purpose_id, action, basis, source, at)
    select ${db.tenantId}, contact_id, ${record.purposeId}, 'given', 'imported', ${source}, ${at} from consented`;
}

/**
 * Puts contacts on the lists of the import, if they are neither suppressed nor unsubscribed, and if they did not leave
 * the list themselves. Answers those who were on one list less before, and those who still are missing on one.
 */
export async function addToLists(db: TenantDb, batch: BatchContext, contactIds: readonly string[]) {
  const { listIds, at } = batch;
  if (listIds.length === 0 || contactIds.length === 0) return { joined: [], leftOut: [] };
  const { sql } = db;
  const journaled = appendSelect(listAdded, {
    tenantId: db.tenantId,
    at,
    contactId: node`j.contact_id`,
    payload: { listId: node`l.id::text`, title: node`l.name`, ...journalOrigin(batch) },
    from: node`from joined j join list l on l.tenant_id = ${db.tenantId} and l.id = j.list_id`,
  });
  const rows = await sql<{ contactId: string; isJoined: boolean }[]>`
    with joined as (
      insert into list_member as m (tenant_id, list_id, contact_id, state, added_at, changed_at)
      select c.tenant_id, l.id, c.id, case when c.status = 'pending' then 'unconfirmed' else 'confirmed' end, ${at}, ${at}
      from contact c, unnest(${[...listIds]}::bigint[]) as l(id)
      where c.tenant_id = ${db.tenantId} and c.id = any(${[...contactIds]}::bigint[]) and c.suppression_reason is null
        and c.status in ('subscribed', 'pending', 'customer')
      order by l.id, c.id
      on conflict (tenant_id, list_id, contact_id) do update
        set state = excluded.state, added_at = excluded.added_at, changed_at = excluded.changed_at
        where m.state = 'removed' and m.unsubscribed_at is null
      returning m.list_id, m.contact_id, m.state
    ), listed as (
      insert into list_count as k (tenant_id, list_id, bucket, shard, n)
      select tenant_id, list_id, bucket, shard, count(*) from (
        select c.tenant_id, j.list_id, ${bucketOf(sql, sql`j.state`, sql`c.state`)} as bucket, c.id % ${shards} as shard
        from joined j join contact c on c.tenant_id = ${db.tenantId} and c.id = j.contact_id
      ) member
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (tenant_id, list_id, bucket, shard) do update set n = k.n + excluded.n
    ), journaled as (${toFragment(sql, journaled)}), missing as (
      select c.id, l.id as list_id
      from unnest(${[...contactIds]}::bigint[]) as c(id), unnest(${[...listIds]}::bigint[]) as l(id)
      except select contact_id, list_id from joined
    )
    select distinct contact_id, true as is_joined from joined
    union all
    select distinct id, false from missing where not exists (
      select from list_member m where m.tenant_id = ${db.tenantId} and m.list_id = missing.list_id
        and m.contact_id = missing.id and m.state in ('confirmed', 'unconfirmed'))`;
  return {
    joined: rows.filter(({ isJoined }) => isJoined).map(({ contactId }) => contactId),
    leftOut: rows.filter(({ isJoined }) => !isJoined).map(({ contactId }) => contactId),
  };
}

/** Labels are added, never taken away. Answers who carries one more than before. */
export async function addLabels(db: TenantDb, tagged: readonly { id: string; tags: readonly string[] }[]) {
  if (tagged.length === 0) return [];
  return insertAssignmentsByName(
    db,
    "contact",
    node`
      select t.id as object_id, tag from jsonb_to_recordset(${JSON.stringify(tagged)}::jsonb) as t(id bigint, tags jsonb)
      cross join jsonb_array_elements_text(t.tags) as tag`,
  );
}
