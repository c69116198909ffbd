import { singleRow } from "../../db/rows.ts";
import { joinNodes, node, runUnprepared, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { matchesSearch } from "../contacts/search.sql.ts";
import { contactOrder, hitOrder, sortKeys, type ContactSorting } from "../contacts/sorting.sql.ts";
import { countsAsMailable, mailable } from "../contacts/gate.sql.ts";
import type { ContactRowRecord } from "../contacts/contact-pages.queries.ts";

export type MatchCounts = { matched: number; mailable: number };

const matchCounts = ({ tenantId }: TenantDb, now: Date): SqlNode => node`
  count(*)::int as matched,
  count(*) filter (where ${countsAsMailable({ tenant: node`${tenantId}`, now })})::int as mailable`;

const countStatement = (db: TenantDb, condition: SqlNode, now: Date): SqlNode =>
  node`select ${matchCounts(db, now)} from contact c where ${condition}`;

export const countMatches = async (db: TenantDb, condition: SqlNode, now: Date): Promise<MatchCounts> =>
  singleRow(await runUnprepared<MatchCounts>(db, countStatement(db, condition, now)));

/** Adds the number of contacts of the shop from the kept counts. */
export async function countPreview(
  db: TenantDb,
  condition: SqlNode,
  { shopId, now }: { shopId: string; now: Date },
): Promise<MatchCounts & { total: number }> {
  const total = node`
    (select coalesce(sum(n), 0) from contact_count where tenant_id = ${db.tenantId} and shop_id = ${shopId})::int as total`;
  return singleRow(
    await runUnprepared<MatchCounts & { total: number }>(
      db,
      node`select counted.*, ${total} from (${countStatement(db, condition, now)}) counted`,
    ),
  );
}

/**
 * Replaces the snapshot by the contacts that match now, in one statement: concurrent readers see the previous one. Only the
 * difference is written, and nothing when it exceeds `atMost`. For one writer at a time.
 */
export async function replaceSnapshot(
  db: TenantDb,
  segment: { id: string; condition: SqlNode; atMost: number; now: Date },
): Promise<MatchCounts & { isWritten: boolean }> {
  const own = node`m.tenant_id = ${db.tenantId} and m.segment_id = ${segment.id}`;
  return singleRow(
    await runUnprepared<MatchCounts & { isWritten: boolean }>(
      db,
      node`
      with hit as materialized (select c.id, c.state, c.excluded from contact c where ${segment.condition}),
      new as materialized (
        select id from hit where not exists (select from segment_member m where ${own} and m.contact_id = hit.id)
      ), old as materialized (
        select m.contact_id as id from segment_member m where ${own} and not exists (select from hit where hit.id = m.contact_id)
      ), size as materialized (
        select (select count(*) from new) + (select count(*) from old) <= ${segment.atMost} as is_small
      ), removed as (
        delete from segment_member m using old where ${own} and m.contact_id = old.id and (select is_small from size)
      ), added as (
        insert into segment_member (tenant_id, segment_id, contact_id)
        select ${db.tenantId}, ${segment.id}, id from new where (select is_small from size)
      )
      select ${matchCounts(db, segment.now)}, (select is_small from size) as is_written from hit c`,
    ),
  );
}

/** Deletes rows of segments that are live by now and of contacts deleted while a snapshot was written. */
export async function deleteOrphanedMembers({ sql, tenantId }: TenantDb): Promise<void> {
  await sql`
    delete from segment_member m where m.tenant_id = ${tenantId} and (
      not exists (select from segment s where s.tenant_id = ${tenantId} and s.id = m.segment_id and s.refresh = 'static')
      or not exists (select from contact c where c.tenant_id = ${tenantId} and c.id = m.contact_id))`;
}

export type SegmentMemberFilters = { q?: string; state?: string; engagement?: string };

const filtered = (
  { tenantId }: TenantDb,
  condition: SqlNode,
  { q, state, engagement }: SegmentMemberFilters,
): SqlNode =>
  joinNodes(
    [
      condition,
      ...(state === undefined ? [] : [node`c.state = ${state}`]),
      ...(engagement === undefined ? [] : [node`c.engagement = ${engagement}`]),
      ...(q === undefined || q.trim() === "" ? [] : [matchesSearch(tenantId, q)]),
    ],
    node` and `,
  );

export type SegmentMemberPage = { sorting: ContactSorting; limit: number; offset: number };

/** The page and the exact total, from one evaluation of the condition. */
export async function listMemberRecords(
  db: TenantDb,
  condition: SqlNode,
  { sorting, limit, offset, ...filters }: SegmentMemberPage & SegmentMemberFilters,
): Promise<{ total: number; rows: ContactRowRecord[] }> {
  const keys = sortKeys(db.tenantId, sorting);
  const rows = await runUnprepared<ContactRowRecord & { total: number }>(
    db,
    node`
      with hit as materialized (select ${keys} from contact c where ${filtered(db, condition, filters)})
      select (select count(*) from hit)::float8 as total, page.* from (select) one
      left join (
        select c.id, c.email, c.first_name, c.last_name, c.status, c.engagement, c.excluded, c.shop_id, c.suppression_reason,
          c.blacklisted, c.blacklisted_at, c.state, c.created_at
        from contact c
        where c.tenant_id = ${db.tenantId}
          and c.id = any(array(select id from hit order by ${hitOrder(sorting)} limit ${limit} offset ${offset}))
        order by ${contactOrder(db.tenantId, sorting)}
      ) page on true`,
  );
  return { total: rows[0]?.total ?? 0, rows: rows.filter(({ id }) => id !== null) };
}

/** The next mailable contacts in id order. */
export async function listMailableIds(
  db: TenantDb,
  condition: SqlNode,
  { after, limit, now }: { after: string; limit: number; now: Date },
): Promise<string[]> {
  const rows = await runUnprepared<{ id: string }>(
    db,
    node`
      select c.id from contact c where ${condition} and c.id > ${after} and ${mailable({ tenant: node`${db.tenantId}`, purposeId: null, now })}
      order by c.id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}
