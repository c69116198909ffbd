import type { Fragment, SqlTag } from "../../db/client.ts";
import { joinNodes, node, rawIdentifier, toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { saveOptOuts } from "./opt-out-memory/save.sql.ts";

/**
 * Keeps exact totals: a statement that changes contacts names the rows before (`old`) and after (`new`), and this CTE
 * applies the difference to the counters. Keys are sorted, so that concurrent writers cannot deadlock.
 */
export const shards = 8;

export const applyContactCounts = (sql: SqlTag): Fragment => sql`
  counted as (
    insert into contact_count as c (tenant_id, shop_id, status, state, engagement, shard, n)
    select tenant_id, shop_id, status, state, engagement, shard, sum(n) from (
      select tenant_id, shop_id, status, state, engagement, id % ${shards} as shard, -1 as n from old
      union all
      select tenant_id, shop_id, status, state, engagement, id % ${shards} as shard, 1 as n from new
    ) change
    group by tenant_id, shop_id, status, state, engagement, shard
    having sum(n) <> 0
    order by tenant_id, shop_id, status, state, engagement, shard
    on conflict (tenant_id, shop_id, status, state, engagement, shard) do update set n = c.n + excluded.n
  )`;

/** The same for a statement that only inserts contacts: `inserted`, or the rows of `new`. */
export const applyContactCountsForInserts = (sql: SqlTag, inserted: Fragment = insertedContacts(sql)): Fragment => sql`
  counted as (
    insert into contact_count as c (tenant_id, shop_id, status, state, engagement, shard, n)
    select tenant_id, shop_id, status, state, engagement, shard, sum(n) from (${inserted}) inserted
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (tenant_id, shop_id, status, state, engagement, shard) do update set n = c.n + excluded.n
  )`;

const insertedContacts = (sql: SqlTag): Fragment => sql`
  select tenant_id, shop_id, status, state, engagement, id % ${shards} as shard, 1 as n from new`;

/**
 * The counter bucket of a list member. A global opt-out takes precedence over the state in the list. Removed members
 * are in no bucket; `customer` counts only in the total.
 */
export const bucketOf = (sql: SqlTag, memberState: Fragment, contactState: Fragment): Fragment => sql`
  case
    when ${memberState} = 'removed' then null
    when ${contactState} in ('blacklisted', 'complained', 'bounced', 'unsubscribed') then ${contactState}
    when ${memberState} = 'unsubscribed' then 'unsubscribed'
    when ${memberState} = 'unconfirmed' then 'unconfirmed'
    else ${contactState}
  end`;

/**
 * Updates list sizes when the states of members change. An earlier statement must have locked the contacts, so that
 * memberships added just before are visible here.
 */
export const applyListCounts = (sql: SqlTag): Fragment => sql`
  listed as (
    insert into list_count as c (tenant_id, list_id, bucket, shard, n)
    select tenant_id, list_id, bucket, shard, sum(n) from (
      select m.tenant_id, m.list_id, ${bucketOf(sql, sql`m.state`, sql`old.state`)} as bucket,
        m.contact_id % ${shards} as shard, -1 as n
      from old join list_member m on m.tenant_id = old.tenant_id and m.contact_id = old.id
      union all
      select m.tenant_id, m.list_id, ${bucketOf(sql, sql`m.state`, sql`new.state`)}, m.contact_id % ${shards}, 1
      from new join list_member m on m.tenant_id = new.tenant_id and m.contact_id = new.id
    ) change
    where bucket is not null
    group by tenant_id, list_id, bucket, shard
    having sum(n) <> 0
    order by tenant_id, list_id, bucket, shard
    on conflict (tenant_id, list_id, bucket, shard) do update set n = c.n + excluded.n
  )`;

/** For a statement that only removes contacts. */
export const emptyContactSet = (sql: SqlTag): Fragment => sql`
  select tenant_id, shop_id, status, state, engagement, id from contact where false`;

/**
 * Deletes what no foreign key deletes with the contacts in `old`: rows of contacts itself and, by the statements of
 * `hooks.onDelete`, of other features. Messages and snapshots have no foreign key because each insert would look up and
 * lock the contact. Opt-outs are saved.
 */
export const deleteDependents = (db: TenantDb, statements: readonly SqlNode[]): Fragment => {
  const { sql, tenantId } = db;
  const others = statements.map((statement, index) => node`${rawIdentifier(`dependent_${index}`)} as (${statement}), `);
  return sql`
  ${toFragment(sql, joinNodes([node``, ...others], node``))} send_summaries as (
    delete from contact_send_summary where tenant_id = ${tenantId} and contact_id = any(array(select id from old))
  ), ${saveOptOuts(db)}`;
};

/** Differences between the counters and a recount, for the nightly check. */
export async function findContactCountDifferences(
  db: TenantDb,
): Promise<{ key: string; counted: number; kept: number }[]> {
  return db.sql<{ key: string; counted: number; kept: number }[]>`
    with counted as (
      select shop_id, status, state, engagement, count(*) as n from contact where tenant_id = ${db.tenantId}
      group by shop_id, status, state, engagement
    ), kept as (
      select shop_id, status, state, engagement, sum(n) as n from contact_count where tenant_id = ${db.tenantId}
      group by shop_id, status, state, engagement
    )
    select concat_ws(' ', shop_id, status, state, engagement) as key,
      coalesce(counted.n, 0)::int as counted, coalesce(kept.n, 0)::int as kept
    from counted full join kept using (shop_id, status, state, engagement)
    where coalesce(counted.n, 0) <> coalesce(kept.n, 0)`;
}
