import { takeLock } from "../../db/locks.ts";
import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import { node, toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { actionTypes } from "../../jobs/action-types.ts";
import type { Referrer } from "../../kernel/errors.ts";
import { startOfDay, startOfNextDay } from "../../kernel/local-time.ts";
import { searchPattern } from "../../kernel/text.ts";
import { hasTags, tagsOf } from "../labels/assignments.sql.ts";

export type SegmentRefresh = "daily" | "static";

export type SegmentRecord = {
  id: string;
  name: string;
  publicName: string;
  shopId: string;
  refresh: SegmentRefresh;
  definition: unknown;
  ruleCount: number;
  signatureHtml: string;
  matched: number;
  mailable: number;
  /** When the snapshot of a static segment was taken; null without one. */
  computedAt: Date | null;
  countedAt: Date | null;
  jobId: string | null;
  snapshotRequests: number;
  createdAt: Date;
  updatedAt: Date;
  tags: string[];
};

const segments = (db: TenantDb) => db.sql`
  select s.id, s.name, s.public_name, s.shop_id, s.refresh, s.definition, s.rule_count, s.signature_html, s.matched,
    s.mailable, s.computed_at, s.counted_at, s.job_id, s.snapshot_requests, s.created_at, s.updated_at, ${toFragment(db.sql, tagsOf({ tenantId: db.tenantId, kind: "segment", id: node`s.id` }))} as tags
  from segment s where s.tenant_id = ${db.tenantId}`;

export async function findSegment(db: TenantDb, id: string): Promise<SegmentRecord | undefined> {
  const [row] = await db.sql<SegmentRecord[]>`${segments(db)} and s.id = ${id}`;
  return row;
}

/** Locks the segment until the end of the transaction. */
export async function lockSegment(db: TenantDb, id: string): Promise<SegmentRecord | undefined> {
  const [row] = await db.sql<SegmentRecord[]>`${segments(db)} and s.id = ${id} for update of s`;
  return row;
}

/** The segment, locked against deletion until the end of the transaction. */
export async function lockSegmentForShare(db: TenantDb, id: string): Promise<SegmentRecord | undefined> {
  const [row] = await db.sql<SegmentRecord[]>`${segments(db)} and s.id = ${id} for key share of s`;
  return row;
}

export type SegmentFilters = {
  q?: string;
  shop?: string;
  tag?: string[];
  idFrom?: string;
  idTo?: string;
  createdFrom?: string;
  createdTo?: string;
  updatedFrom?: string;
  updatedTo?: string;
  refresh?: SegmentRefresh;
};

function conditions(db: TenantDb, filters: SegmentFilters, timeZone: string): Fragment {
  const { sql } = db;
  const tags = [...new Set((filters.tag ?? []).map((name) => name.trim().toLowerCase()))];
  const all: Fragment[] = [];
  if (filters.q !== undefined && filters.q.trim() !== "") all.push(sql`and s.search like ${searchPattern(filters.q)}`);
  if (filters.shop !== undefined) all.push(sql`and s.shop_id = ${filters.shop}`);
  if (tags.length > 0)
    all.push(sql`and ${toFragment(sql, hasTags({ tenantId: db.tenantId, kind: "segment", id: node`s.id` }, tags))}`);
  if (filters.idFrom !== undefined) all.push(sql`and s.id >= ${filters.idFrom}`);
  if (filters.idTo !== undefined) all.push(sql`and s.id <= ${filters.idTo}`);
  if (filters.createdFrom !== undefined)
    all.push(sql`and s.created_at >= ${startOfDay(filters.createdFrom, timeZone)}`);
  if (filters.createdTo !== undefined) all.push(sql`and s.created_at < ${startOfNextDay(filters.createdTo, timeZone)}`);
  if (filters.updatedFrom !== undefined)
    all.push(sql`and s.updated_at >= ${startOfDay(filters.updatedFrom, timeZone)}`);
  if (filters.updatedTo !== undefined) all.push(sql`and s.updated_at < ${startOfNextDay(filters.updatedTo, timeZone)}`);
  if (filters.refresh !== undefined) all.push(sql`and s.refresh = ${filters.refresh}`);
  return all.reduce((text, next) => sql`${text} ${next}`, sql``);
}

export type SegmentSortTerm = { readonly column: string; readonly isDescending: boolean };
export type SegmentPage = { sorting: readonly SegmentSortTerm[]; limit: number; offset: number };

export async function listSegments(
  db: TenantDb,
  filters: SegmentFilters & { timeZone: string },
  { sorting, limit, offset }: SegmentPage,
): Promise<{ total: number; rows: SegmentRecord[] }> {
  const where = conditions(db, filters, filters.timeZone);
  const order = sorting
    .map(({ column, isDescending }) => {
      const key = column === "name" ? db.sql`lower(s.name)` : db.sql`s.${db.sql(column)}`;
      return isDescending ? db.sql`${key} desc nulls last` : db.sql`${key} nulls first`;
    })
    .reduce((text, next) => db.sql`${text}, ${next}`);
  const [count, rows] = await Promise.all([
    db.sql<{ total: number }[]>`
      select count(*)::int as total from segment s where s.tenant_id = ${db.tenantId} ${where}`,
    db.sql<SegmentRecord[]>`${segments(db)} ${where} order by ${order} limit ${limit} offset ${offset}`,
  ]);
  return { total: singleRow(count).total, rows };
}

export type SegmentWrite = {
  name?: string;
  publicName?: string;
  refresh?: SegmentRefresh;
  definition?: string;
  ruleCount?: number;
  signatureHtml?: string;
  search?: string;
  updatedAt?: Date;
  computedAt?: null;
};

export type SegmentInsert = Required<Omit<SegmentWrite, "computedAt">> & {
  shopId: string;
  createdAt: Date;
};

export async function insertSegment(db: TenantDb, segment: SegmentInsert): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`
    insert into segment ${db.sql({ tenantId: db.tenantId, ...segment })} returning id`;
  return singleRow(rows).id;
}

export async function updateSegment(db: TenantDb, id: string, change: SegmentWrite): Promise<void> {
  await db.sql`update segment set ${db.sql(change)} where tenant_id = ${db.tenantId} and id = ${id}`;
}

export type SegmentSizes = { matched: number; mailable: number; countedAt: Date; computedAt?: Date };

/**
 * Writes sizes counted for the segment as it was read. Does nothing if it was saved or snapshotted meanwhile, if deleted
 * contacts were subtracted from a static one, or if it is locked: those writers store newer sizes.
 */
export async function updateSizes(
  db: TenantDb,
  seen: Pick<SegmentRecord, "id" | "updatedAt" | "computedAt" | "matched" | "mailable">,
  sizes: SegmentSizes,
): Promise<void> {
  const update = db.sql`update segment s set ${db.sql(sizes)}`;
  await db.sql`
    with free as (
      select id from segment where tenant_id = ${db.tenantId} and id = ${seen.id}
        and updated_at = ${seen.updatedAt} and computed_at is not distinct from ${seen.computedAt}
        and (refresh = 'daily' or matched = ${seen.matched} and mailable = ${seen.mailable})
      for no key update skip locked
    )
    ${update} from free where s.tenant_id = ${db.tenantId} and s.id = free.id`;
}

/** Marks a snapshot as requested, by a new or a running action. */
export async function requestSnapshot(db: TenantDb, id: string, jobId: string): Promise<void> {
  await db.sql`
    update segment set job_id = ${jobId}, snapshot_requests = snapshot_requests + 1 where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** Returns whether the snapshot taken belongs to the latest request. */
export async function finishSnapshot(
  db: TenantDb,
  seen: SegmentRecord,
  sizes: Required<SegmentSizes>,
): Promise<boolean> {
  const update = db.sql`update segment set ${db.sql({ ...sizes, jobId: null })}`;
  const rows = await db.sql`
    ${update} where tenant_id = ${db.tenantId} and id = ${seen.id} and snapshot_requests = ${seen.snapshotRequests} returning id`;
  return rows.length > 0;
}

export async function clearSnapshotJob(db: TenantDb, id: string): Promise<void> {
  await db.sql`update segment set job_id = null where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** Segments without a count request since `before`. Saving a segment counts it too. */
export async function claimSizeCounting(
  db: TenantDb,
  ids: readonly string[],
  { now, before }: { now: Date; before: Date },
): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    with free as (
      select id from segment where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[])
        and (count_requested_at is null or count_requested_at <= ${before})
      order by id for no key update skip locked
    )
    update segment s set count_requested_at = ${now} from free where s.tenant_id = ${db.tenantId} and s.id = free.id
    returning s.id`;
  return rows.map(({ id }) => id);
}

export async function deleteSegment(db: TenantDb, id: string): Promise<void> {
  await db.sql`delete from segment_member where tenant_id = ${db.tenantId} and segment_id = ${id}`;
  await db.sql`delete from segment where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function listSegmentIds(db: TenantDb): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`select id from segment where tenant_id = ${db.tenantId} order by id`;
  return rows.map(({ id }) => id);
}

/** Serializes saving of definitions that reference others: two valid ones may form a cycle together. */
export async function lockDefinitions(db: TenantDb): Promise<void> {
  await takeLock(db, "segmentDefinitions", db.tenantId);
}

export async function replaceReferences(db: TenantDb, id: string, targets: readonly string[]): Promise<void> {
  await db.sql`
    delete from segment_reference where tenant_id = ${db.tenantId} and segment_id = ${id}
      and target_id <> all(${[...targets]}::bigint[])`;
  await db.sql`
    insert into segment_reference (tenant_id, segment_id, target_id)
    select ${db.tenantId}, ${id}, target from unnest(${[...targets]}::bigint[]) as target on conflict do nothing`;
}

export async function listReferrers(db: TenantDb, id: string): Promise<Referrer[]> {
  return db.sql<Referrer[]>`
    select 'segment' as kind, s.id, s.name from segment_reference r
    join segment s on s.tenant_id = ${db.tenantId} and s.id = r.segment_id
    where r.tenant_id = ${db.tenantId} and r.target_id = ${id} order by s.id limit 100`;
}

/** Running actions that convert the segment to a list or take its snapshot. */
export async function listRunningActionsOn(db: TenantDb, id: string): Promise<Referrer[]> {
  return db.sql<Referrer[]>`
    select 'job' as kind, id, type as name from background_action
    where tenant_id = ${db.tenantId} and state in ('queued', 'running') and type = any(${[actionTypes.convertSegment, actionTypes.takeSegmentSnapshot]}::text[])
      and (params ->> 'segmentId') = ${id}::text
    order by id limit 100`;
}

type SegmentDefinitionRecord = Pick<SegmentRecord, "id" | "refresh" | "computedAt" | "definition">;

const referencedSegments = (db: TenantDb, ids: readonly string[]): Fragment => db.sql`
  below as (
    select id from unnest(${[...ids]}::bigint[]) as id
    union
    select r.target_id from below join segment_reference r on r.tenant_id = ${db.tenantId} and r.segment_id = below.id
  )`;

/** These segments and all segments that they reference, directly or indirectly. */
export async function listReferencedSegments(db: TenantDb, ids: readonly string[]): Promise<SegmentDefinitionRecord[]> {
  return db.sql<SegmentDefinitionRecord[]>`
    with recursive ${referencedSegments(db, ids)}
    select s.id, s.refresh, s.computed_at, s.definition from segment s
    where s.tenant_id = ${db.tenantId} and s.id in (select id from below)`;
}

/** All segments connected with a segment that has these targets: those below the targets, and those above it with theirs. */
export async function listConnectedSegments(
  db: TenantDb,
  segment: { id: string; targets: readonly string[] },
): Promise<SegmentDefinitionRecord[]> {
  return db.sql<SegmentDefinitionRecord[]>`
    with recursive above as (
      select ${segment.id}::bigint as id
      union
      select r.segment_id from above join segment_reference r on r.tenant_id = ${db.tenantId} and r.target_id = above.id
    ), ${referencedSegments(db, segment.targets)}, beside as (
      select id from above
      union
      select r.target_id from beside join segment_reference r on r.tenant_id = ${db.tenantId} and r.segment_id = beside.id
    )
    select s.id, s.refresh, s.computed_at, s.definition from segment s
    where s.tenant_id = ${db.tenantId} and s.id in (select id from beside union select id from below)`;
}

export type ReferencedIds = Readonly<
  Record<"lists" | "purposes" | "campaigns" | "shops" | "segments", readonly string[]>
>;

export type ExistingReferences = {
  lists: string[];
  purposes: string[];
  campaigns: string[];
  shops: { id: string; currencies: string[] }[];
  segments: { id: string; shopId: string }[];
};

/** The ids that exist in the company. */
export async function findExistingReferences(db: TenantDb, ids: ReferencedIds): Promise<ExistingReferences> {
  const among = (requested: readonly string[]) =>
    db.sql`tenant_id = ${db.tenantId} and id = any(${[...requested]}::bigint[])`;
  return singleRow(
    await db.sql<ExistingReferences[]>`
      select
        array(select id::text from list where ${among(ids.lists)} and deleted_at is null) as lists,
        array(select id::text from purpose where ${among(ids.purposes)}) as purposes,
        array(select id::text from campaign where ${among(ids.campaigns)}) as campaigns,
        (select coalesce(json_agg(json_build_object('id', id::text, 'currencies', currencies)), '[]')
          from shop where ${among(ids.shops)}) as shops,
        (select coalesce(json_agg(json_build_object('id', id::text, 'shopId', shop_id::text)), '[]')
          from segment where ${among(ids.segments)}) as segments`,
  );
}
