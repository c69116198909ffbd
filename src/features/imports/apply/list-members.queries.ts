import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { appendSelect } from "../../../journal/append.sql.ts";
import { listRemoved, listUnsubscribed } from "../../../journal/events.ts";
import { bucketOf, shards } from "../../contacts/counts.sql.ts";
import { emailColumn, journalOrigin, type BatchContext } from "./batch.ts";
import type { ApplyCounts } from "./existing-contacts.ts";

type MembershipEnd = {
  readonly state: "unsubscribed" | "removed";
  readonly event: typeof listUnsubscribed | typeof listRemoved;
  /** Memberships on which it changes something. */
  readonly where: Fragment;
  readonly unsubscribedAt: Fragment;
};

/** They left these lists themselves. A membership that was removed stays so, but nothing adds it again. */
export const unsubscribeMembers = (db: TenantDb, batch: BatchContext): Promise<ApplyCounts> =>
  leaveLists(db, batch, {
    state: "unsubscribed",
    event: listUnsubscribed,
    where: db.sql`(m.unsubscribed_at is null or m.state in ('confirmed', 'unconfirmed'))`,
    unsubscribedAt: db.sql`${batch.at}::timestamptz`,
  });

export const removeMembers = (db: TenantDb, batch: BatchContext): Promise<ApplyCounts> =>
  leaveLists(db, batch, {
    state: "removed",
    event: listRemoved,
    where: db.sql`m.state <> 'removed'`,
    unsubscribedAt: db.sql`m.unsubscribed_at`,
  });

/** Rows of people who are on none of the lists are skipped; those for whom nothing changes count as unchanged. */
async function leaveLists(db: TenantDb, batch: BatchContext, end: MembershipEnd): Promise<ApplyCounts> {
  const { sql, tenantId } = db;
  const { at, record } = batch;
  const listIds = sql`${[...batch.listIds]}::bigint[]`;
  const membership = sql`m.tenant_id = ${tenantId} and m.list_id = any(${listIds}) and m.contact_id`;
  await sql`
    select from list_member m join contact c on c.tenant_id = ${tenantId} and c.id = m.contact_id
    where ${membership} in (
      select c.id from staged_row s join contact c on c.tenant_id = ${tenantId} and c.email = s.email)
    order by c.id, m.list_id for update of m, c`;
  const journaled = appendSelect(end.event, {
    tenantId,
    at,
    contactId: node`old.contact_id`,
    payload: { listId: node`l.id::text`, title: node`l.name`, ...journalOrigin(batch) },
    from: node`from old join list l on l.tenant_id = ${tenantId} and l.id = old.list_id`,
  });
  const rows = await sql<{ updated: number; unchanged: number }[]>`
    with staged as (
      delete from staged_row s returning s.row, s.email, s.fingerprint
    ), fact as (
      select s.row, s.fingerprint, c.id, c.state as contact_state from staged s
      join contact c on c.tenant_id = ${tenantId} and c.email = s.email
    ), old as (
      select m.tenant_id, m.list_id, m.contact_id, m.state, f.contact_state
      from fact f join list_member m on ${membership} = f.id where ${end.where}
    ), new as (
      update list_member m set changed_at = ${at}, unsubscribed_at = ${end.unsubscribedAt},
        state = case when m.state = 'removed' then m.state else ${end.state} end
      from old where m.tenant_id = ${tenantId} and m.list_id = old.list_id and m.contact_id = old.contact_id
      returning m.tenant_id, m.list_id, m.contact_id, m.state, old.contact_state
    ), listed as (
      insert into list_count as k (tenant_id, list_id, bucket, shard, n)
      select tenant_id, list_id, bucket, shard, sum(n) from (
        select tenant_id, list_id, ${bucketOf(sql, sql`state`, sql`contact_state`)} as bucket,
          contact_id % ${shards} as shard, -1 as n from old
        union all
        select tenant_id, list_id, ${bucketOf(sql, sql`state`, sql`contact_state`)}, contact_id % ${shards}, 1 from new
      ) change
      where bucket is not null
      group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
      on conflict (tenant_id, list_id, bucket, shard) do update set n = k.n + excluded.n
    ), journaled as (${toFragment(sql, journaled)}), outcome as (
      select f.row, f.fingerprint, f.id in (select contact_id from old) as is_changed,
        exists (select from list_member m where ${membership} = f.id) as is_member
      from fact f
    ), not_members as (
      insert into import_problem (tenant_id, import_id, row, column_name, code, fingerprint)
      select ${tenantId}, ${record.id}, row, ${emailColumn(batch)}, 'not_member', fingerprint from outcome where not is_member
      on conflict do nothing
    )
    select count(*) filter (where is_changed)::int as updated,
      count(*) filter (where is_member and not is_changed)::int as unchanged
    from outcome`;
  return { created: 0, notAddedToLists: 0, ...singleRow(rows) };
}
