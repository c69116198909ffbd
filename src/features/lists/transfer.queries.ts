import { inParts } from "../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../db/parts.ts";
import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import { node, toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { actionTypes } from "../../jobs/action-types.ts";
import type { Referrer } from "../../kernel/errors.ts";
import {
  applyMembershipCounts,
  insertMissingMembers,
  mergeMemberStates,
  noMembersBefore,
} from "../contacts/memberships/members.sql.ts";

export type TransferBatch = {
  sourceIds: readonly string[];
  listId: string;
  after: string;
  perSource: number;
  at: Date;
};

/** Aggregates the memberships of one contact. */
const mostRestrictiveState = ({ sql }: TenantDb): Fragment => sql`
  min(added_at) as added_at, min(unsubscribed_at) as unsubscribed_at, min(contact_created_at) as contact_created_at,
  case
    when bool_or(state = 'unsubscribed' or unsubscribed_at is not null) then 'unsubscribed'
    when bool_or(state = 'removed') then 'removed'
    when bool_or(state = 'unconfirmed') then 'unconfirmed'
    else 'confirmed'
  end as state, bool_or(state in ('confirmed', 'unconfirmed')) as is_active`;

/**
 * Copies the next members of the sources, in order of contact, each once and with the most restrictive of its states:
 * unsubscribed, removed, unconfirmed, confirmed. An earlier unsubscription counts whatever followed. `leftOut` counts active
 * members of one source that were removed from another. A batch ends where a source would exceed `perSource`. Requires
 * lockAllAddresses. Undefined when there are no more.
 */
export async function transferMembers(
  db: TenantDb,
  { sourceIds, listId, after, perSource, at }: TransferBatch,
): Promise<{ lastId: string; seen: number; leftOut: number } | undefined> {
  const { sql, tenantId } = db;
  const sources = [...sourceIds];
  const members = node`
    select ${tenantId}, ${listId}::bigint, contact_id, state, added_at, ${at}, unsubscribed_at, contact_created_at
    from batch where state <> 'removed' order by contact_id`;
  const [row] = await inParts<{ lastId: string | null; seen: number; leftOut: number }>(
    db,
    [
      part(
        "bound",
        [],
        sql`
      select min(ahead.contact_id) as id from unnest(${sources}::bigint[]) as source
      cross join lateral (
        select contact_id from list_member
        where tenant_id = ${tenantId} and list_id = source and contact_id > ${after}
        order by contact_id offset ${perSource - 1} limit 1
      ) ahead`,
        "materialized",
      ),
      part(
        "batch",
        ["bound"],
        sql`
      select contact_id, count(*)::int as seen, ${mostRestrictiveState(db)} from list_member
      where tenant_id = ${tenantId} and list_id = any(${sources}::bigint[]) and contact_id > ${after}
        and contact_id <= coalesce((select id from bound), 9223372036854775807)
      group by contact_id`,
        "materialized",
      ),
      noMembersBefore,
      partIfRows(
        "written",
        ["batch"],
        sql`
      ${toFragment(sql, insertMissingMembers(members))} returning list_id, contact_id, state`,
      ),
      partIfRows("counted", ["was", "written"], applyMembershipCounts(tenantId)),
    ],
    lastPart(
      ["batch"],
      sql`
    select max(contact_id) as last_id, coalesce(sum(seen), 0)::int as seen,
      count(*) filter (where state = 'removed' and is_active)::int as left_out
    from batch`,
    ),
  );
  return row === undefined || row.lastId === null ? undefined : { ...row, lastId: row.lastId };
}

export type LateChanges = { sourceIds: readonly string[]; listId: string; since: string; at: Date };

/**
 * Applies changes made to the sources since the copy began: contacts that unsubscribed or were removed leave the list,
 * added ones join it. A more restrictive state stays. Members added to the list by others leave it if they unsubscribed
 * from a source, and stay if a source removed them earlier. Requires lockListsForUpdate. Returns how many active
 * members of another source were removed.
 */
export async function applyLateChanges(db: TenantDb, { sourceIds, listId, since, at }: LateChanges): Promise<number> {
  const { sql, tenantId } = db;
  const sources = sql`list_id = any(${[...sourceIds]}::bigint[])`;
  const members = node`
    select ${tenantId}, ${listId}::bigint, contact_id, state, added_at, ${at}, unsubscribed_at, contact_created_at
    from change order by contact_id`;
  const rows = await inParts<{ leftOut: number }>(
    db,
    [
      part(
        "touched",
        [],
        sql`
      select contact_id from list_member
      where tenant_id = ${tenantId} and ${sources} and changed_at >= ${since}::timestamptz
      union
      select contact_id from list_member
      where tenant_id = ${tenantId} and list_id = ${listId} and added_at >= ${since}::timestamptz`,
        "materialized",
      ),
      part(
        "fact",
        ["touched"],
        sql`
      select m.contact_id, ${mostRestrictiveState(db)}, max(m.changed_at) filter (where m.state = 'removed') as removed_at
      from touched cross join lateral (
        select * from list_member
        where tenant_id = ${tenantId} and ${sources} and contact_id = touched.contact_id offset 0) m
      group by m.contact_id`,
        "materialized",
      ),
      part(
        "change",
        ["fact"],
        sql`
      select f.*, m.state as old_state from fact f left join lateral (
        select * from list_member
        where tenant_id = ${tenantId} and list_id = ${listId} and contact_id = f.contact_id offset 0) m on true
      where m.contact_id is null and f.state <> 'removed'
        or f.state = 'unsubscribed'
          and (m.state in ('confirmed', 'unconfirmed') or m.state = 'removed' and m.unsubscribed_at is null)
        or f.state = 'removed' and m.state in ('confirmed', 'unconfirmed') and f.removed_at >= m.added_at`,
        "materialized",
      ),
      inlinedPart(
        "was",
        ["change"],
        sql`
      select ${listId}::bigint as list_id, contact_id, old_state as state from change where old_state is not null`,
      ),
      partIfRows(
        "written",
        ["change"],
        sql`
      ${toFragment(sql, mergeMemberStates(members))} returning list_id, contact_id, state`,
      ),
      partIfRows("counted", ["was", "written"], applyMembershipCounts(tenantId)),
    ],
    lastPart(
      ["change"],
      sql`
    select count(*) filter (where state = 'removed' and is_active)::int as left_out from change`,
    ),
  );
  return singleRow(rows).leftOut;
}

/** Whether all lists exist and none is hidden. */
export async function allExist(db: TenantDb, listIds: readonly string[]): Promise<boolean> {
  const rows = await db.sql`
    select from list where tenant_id = ${db.tenantId} and id = any(${[...listIds]}::bigint[]) and deleted_at is null`;
  return rows.length === listIds.length;
}

/** Unfinished actions that read or write members of one of the lists; `others` is the condition of later features. */
export async function listRunningTransfers(
  db: TenantDb,
  listIds: readonly string[],
  others: SqlNode,
): Promise<Referrer[]> {
  const ids = [...listIds];
  return db.sql<Referrer[]>`
    select 'job' as kind, id, type as name from background_action
    where tenant_id = ${db.tenantId} and state in ('queued', 'running')
      and (type = any(${[actionTypes.mergeLists, actionTypes.copyList]}::text[])
          and ((params ->> 'listId') = any(${ids}::text[]) or (params -> 'sourceIds') ?| ${ids}::text[])
        or ${toFragment(db.sql, others)})
    order by id limit 100`;
}

/** Running merges that delete one of the lists at their end. */
export async function listRunningMergesDeleting(db: TenantDb, listIds: readonly string[]): Promise<Referrer[]> {
  return db.sql<Referrer[]>`
    select 'job' as kind, id, type as name from background_action
    where tenant_id = ${db.tenantId} and state in ('queued', 'running') and type = ${actionTypes.mergeLists}
      and (params -> 'deleteSources')::boolean and (params -> 'sourceIds') ?| ${[...listIds]}::text[]
    order by id limit 100`;
}

export async function countListMembers(db: TenantDb, listIds: readonly string[]): Promise<number> {
  const [row] = await db.sql<{ n: number }[]>`
    select coalesce(sum(n), 0)::int as n from list_count
    where tenant_id = ${db.tenantId} and list_id = any(${[...listIds]}::bigint[])`;
  return row?.n ?? 0;
}
