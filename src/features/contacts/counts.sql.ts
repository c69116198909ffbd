import { inlinedPart, partIfRows, type Part } from "../../db/parts.ts";
import { constantNode, node, rawIdentifier, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { saveOptOuts } from "./opt-out-memory/save.sql.ts";

/** Counters of one key are spread over this many rows, by the id of the contact. */
export const shards = rawIdentifier("8");

/** Adds `changes` (tenant_id, shop_id, status, state, engagement, source, shard, n); writes in key order to avoid deadlocks. */
const addToContactCounts = (changes: SqlNode): SqlNode => node`
  insert into contact_count as c (tenant_id, shop_id, status, state, engagement, source, shard, n)
  select tenant_id, shop_id, status, state, engagement, source, shard, sum(n) from (${changes}) change
  group by tenant_id, shop_id, status, state, engagement, source, shard
  having sum(n) <> 0
  order by tenant_id, shop_id, status, state, engagement, source, shard
  on conflict (tenant_id, shop_id, status, state, engagement, source, shard) do update set n = c.n + excluded.n`;

/** A statement that changes contacts has the rows before as `old` and after as `new`; this part adds the difference. */
export const applyContactCounts = partIfRows(
  "counted",
  ["old", "new"],
  constantNode(
    addToContactCounts(node`
    select tenant_id, shop_id, status, state, engagement, source, id % ${shards} as shard, -1 as n from old
    union all
    select tenant_id, shop_id, status, state, engagement, source, id % ${shards} as shard, 1 as n from new`),
  ),
);

const insertedContacts = node`
  select tenant_id, shop_id, status, state, engagement, source, id % ${shards} as shard, 1 as n from new`;

/** Counts the contacts in `new`, for a statement that only inserts contacts. */
export const applyContactCountsForInserts = partIfRows(
  "counted",
  ["new"],
  constantNode(addToContactCounts(insertedContacts)),
);

/** The same for contacts in `grouped`, counted there. */
export const applyGroupedContactCounts = partIfRows(
  "counted",
  ["grouped"],
  constantNode(addToContactCounts(node`select * from grouped`)),
);

/**
 * The bucket in which a list counts a member. A contact who opted out of everything has that state in every list;
 * otherwise the membership decides. Removed members are in no bucket. `customer` counts only in the total.
 */
export const bucketOf = (memberState: SqlNode, contactState: SqlNode): SqlNode => node`
  case
    when ${memberState} = 'removed' then null
    when ${contactState} in ('blacklisted', 'complained', 'bounced', 'unsubscribed') then ${contactState}
    when ${memberState} = 'unsubscribed' then 'unsubscribed'
    when ${memberState} = 'unconfirmed' then 'unconfirmed'
    else ${contactState}
  end`;

/** Adds `changes` (tenant_id, list_id, bucket, shard, n); writes in key order to avoid deadlocks. */
export const addToListCounts = (changes: SqlNode): SqlNode => node`
  insert into list_count as k (tenant_id, list_id, bucket, shard, n)
  select tenant_id, list_id, bucket, shard, sum(n) from (${changes}) change
  where bucket is not null
  group by tenant_id, list_id, bucket, shard
  having sum(n) <> 0
  order by tenant_id, list_id, bucket, shard
  on conflict (tenant_id, list_id, bucket, shard) do update set n = k.n + excluded.n`;

/**
 * Counts members by the changed states of their contacts in `old` and `new`. The contacts must have been locked by an
 * earlier statement, so that every membership added before is visible here.
 */
export const applyListCounts = (tenantId: string): Part<SqlNode> =>
  partIfRows(
    "listed",
    ["old", "new"],
    addToListCounts(node`
    select m.tenant_id, m.list_id, ${bucketOf(node`m.state`, node`old.state`)} as bucket,
      m.contact_id % ${shards} as shard, -1 as n
    from old join list_member m on m.tenant_id = ${tenantId} and m.contact_id = old.id
    union all
    select m.tenant_id, m.list_id, ${bucketOf(node`m.state`, node`new.state`)}, m.contact_id % ${shards}, 1
    from new join list_member m on m.tenant_id = ${tenantId} and m.contact_id = new.id`),
  );

/** `old` of a statement that only inserts contacts. */
export const noContactsBefore = inlinedPart(
  "old",
  ["new"],
  node`select tenant_id, shop_id, status, state, engagement, source, id from new where false`,
);

/** `new` of a statement that only deletes contacts. */
export const noContactsAfter = inlinedPart(
  "new",
  ["old"],
  node`select tenant_id, shop_id, status, state, engagement, source, id from old where false`,
);

/**
 * Deletes the contacts in `old`. The last part of a statement: on a distributed database the parts run one after another,
 * and those before it read what is deleted with the contacts.
 */
export const deleteOldContacts = (tenantId: string): Part<SqlNode> =>
  partIfRows(
    "deleted",
    ["old"],
    node`delete from contact using old where contact.tenant_id = ${tenantId} and contact.id = old.id`,
  );

/**
 * Deletes what no foreign key deletes with the contacts in `old`: rows of contacts itself and, by the statements of
 * the hook `onDelete`, of other features. Messages and snapshots have no foreign key because each insert would look up and
 * lock the contact. Opt-outs are saved.
 */
export const deleteDependents = (tenantId: string, statements: readonly SqlNode[]): readonly Part<SqlNode>[] => [
  ...statements.map((statement, index) => partIfRows(`dependent_${index}`, ["old"], statement)),
  partIfRows(
    "send_summaries",
    ["old"],
    node`delete from contact_send_summary where tenant_id = ${tenantId} and contact_id = any(array(select id from old))`,
  ),
  saveOptOuts(tenantId),
];

/** Keys whose counter differs from the counted contacts; compared every night. */
export async function findContactCountDifferences(
  db: TenantDb,
): Promise<{ key: string; counted: number; kept: number }[]> {
  return db.sql<{ key: string; counted: number; kept: number }[]>`
    with counted as (
      select shop_id, status, state, engagement, source, count(*) as n from contact where tenant_id = ${db.tenantId}
      group by shop_id, status, state, engagement, source
    ), kept as (
      select shop_id, status, state, engagement, source, sum(n) as n from contact_count where tenant_id = ${db.tenantId}
      group by shop_id, status, state, engagement, source
    )
    select concat_ws(' ', shop_id, status, state, engagement, source) as key,
      coalesce(counted.n, 0)::int as counted, coalesce(kept.n, 0)::int as kept
    from counted full join kept using (shop_id, status, state, engagement, source)
    where coalesce(counted.n, 0) <> coalesce(kept.n, 0)`;
}
