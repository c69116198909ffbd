import { inPartsUnprepared } from "../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../db/parts.ts";
import { singleRow } from "../../db/rows.ts";
import { joinNodes, node, runUnprepared, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { matchesSearch } from "../contacts/search.sql.ts";
import { contactOrder, hitOrder, sortedByState, sortKeys, type ContactSorting } from "../contacts/sorting.sql.ts";
import { countsAsMailable, mailable, shownState } from "../contacts/gate.sql.ts";
import { contactStates } from "../contacts/states.ts";
import type { ContactRowRecord } from "../contacts/contact-pages.queries.ts";

export type MatchCounts = { matched: number; mailable: number };

const matchCounts = ({ tenantId }: TenantDb, now: Date): SqlNode => node`
  count(*)::int as matched,
  count(*) filter (where ${countsAsMailable({ tenant: node`${tenantId}`, now })})::int as mailable`;

const stateCounts = node`json_build_object(${joinNodes(
  contactStates.map((state) => node`${state}::text, count(*) filter (where c.shown_state = ${state})`),
  node`, `,
)}) as states`;

/** The state that contact `c` is shown with. */
const stateAt = ({ tenantId }: TenantDb, now: Date): SqlNode => shownState({ tenant: node`${tenantId}`, now }, node`c`);

const countStatement = (db: TenantDb, condition: SqlNode, now: Date): SqlNode =>
  node`select ${matchCounts(db, now)} from contact c where ${condition}`;

export const countMatches = async (db: TenantDb, condition: SqlNode, now: Date): Promise<MatchCounts> =>
  singleRow(await runUnprepared<MatchCounts>(db, countStatement(db, condition, now)));

/** Adds the number of contacts of the shop from the kept counts. */
export const countPreview = (db: TenantDb, condition: SqlNode, scope: PreviewScope): Promise<PreviewCounts> =>
  selectPreview<PreviewCounts>(db, scope, countStatement(db, condition, scope.now));

type PreviewScope = { readonly shopId: string; readonly now: Date };
type PreviewCounts = MatchCounts & { total: number };

/** The same with the number of matches in each state. */
export const countPreviewByState = (db: TenantDb, condition: SqlNode, scope: PreviewScope) =>
  selectPreview<PreviewCounts & { states: Record<(typeof contactStates)[number], number> }>(
    db,
    scope,
    node`select ${matchCounts(db, scope.now)}, ${stateCounts}
      from (select c.*, ${stateAt(db, scope.now)} as shown_state from contact c where ${condition}) c`,
  );

async function selectPreview<Counts extends object>(
  db: TenantDb,
  { shopId }: PreviewScope,
  counts: SqlNode,
): Promise<Counts> {
  const total = node`
    (select coalesce(sum(n), 0) from contact_count where tenant_id = ${db.tenantId} and shop_id = ${shopId})::int as total`;
  return singleRow(await runUnprepared<Counts>(db, node`select counted.*, ${total} from (${counts}) counted`));
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
    await inPartsUnprepared<MatchCounts & { isWritten: boolean }>(
      db,
      [
        part(
          "hit",
          [],
          node`select c.id, c.state, c.excluded from contact c where ${segment.condition}`,
          "materialized",
        ),
        part(
          "new",
          ["hit"],
          node`
        select id from hit where not exists (select from segment_member m where ${own} and m.contact_id = hit.id)`,
          "materialized",
        ),
        part(
          "old",
          ["hit"],
          node`
        select m.contact_id as id from segment_member m where ${own} and not exists (select from hit where hit.id = m.contact_id)`,
          "materialized",
        ),
        inlinedPart(
          "size",
          ["new", "old"],
          node`
        select (select count(*) from new) + (select count(*) from old) <= ${segment.atMost} as is_small`,
          "materialized",
        ),
        part(
          "removed",
          ["old", "size"],
          node`
        delete from segment_member m using old where ${own} and m.contact_id = old.id and (select is_small from size)`,
        ),
        partIfRows(
          "added",
          ["new", "size"],
          node`
        insert into segment_member (tenant_id, segment_id, contact_id)
        select ${db.tenantId}, ${segment.id}, id from new where (select is_small from size)`,
        ),
      ],
      lastPart(
        ["hit", "size"],
        node`
      select ${matchCounts(db, segment.now)}, (select is_small from size) as is_written from hit c`,
      ),
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
  db: TenantDb,
  condition: SqlNode,
  { q, state, engagement, now }: SegmentMemberFilters & { now: Date },
): SqlNode =>
  joinNodes(
    [
      condition,
      ...(state === undefined ? [] : [node`${stateAt(db, now)} = ${state}`]),
      ...(engagement === undefined ? [] : [node`c.engagement = ${engagement}`]),
      ...(q === undefined || q.trim() === "" ? [] : [matchesSearch(db.tenantId, q)]),
    ],
    node` and `,
  );

const contactRowColumns = (db: TenantDb, now: Date): SqlNode => node`
  c.id, c.email, c.first_name, c.last_name, c.status, c.engagement, c.excluded, c.shop_id, c.suppression_reason,
  c.blacklisted, c.blacklisted_at, ${stateAt(db, now)} as state, c.created_at`;

export type SegmentMemberPage = { sorting: ContactSorting; limit: number; offset: number; now: Date };

/** The row of an empty page, which has the total alone. */
type NoContactRow = { [Field in keyof ContactRowRecord]: null };

/** The page and the exact total, from one evaluation of the condition. */
export async function listMemberRecords(
  db: TenantDb,
  condition: SqlNode,
  { limit, offset, ...request }: SegmentMemberPage & SegmentMemberFilters,
): Promise<{ total: number; rows: ContactRowRecord[] }> {
  const sorting = sortedByState(request.sorting, stateAt(db, request.now));
  const keys = sortKeys(db.tenantId, sorting);
  const rows = await runUnprepared<(ContactRowRecord | NoContactRow) & { total: number }>(
    db,
    node`
      with hit as materialized (select ${keys} from contact c where ${filtered(db, condition, request)})
      select (select count(*) from hit)::float8 as total, page.* from (select) one
      left join (
        select ${contactRowColumns(db, request.now)} from contact c
        where c.tenant_id = ${db.tenantId}
          and c.id = any(array(select id from hit order by ${hitOrder(sorting)} limit ${limit} offset ${offset}))
        order by ${contactOrder(db.tenantId, sorting)}
      ) page on true`,
  );
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) };
}

/** The next matches in id order. */
export const listSample = (
  db: TenantDb,
  condition: SqlNode,
  { after, limit, now }: { after: string; limit: number; now: Date },
): Promise<ContactRowRecord[]> =>
  runUnprepared<ContactRowRecord>(
    db,
    node`select ${contactRowColumns(db, now)} from contact c where ${condition} and c.id > ${after} order by c.id limit ${limit}`,
  );

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
