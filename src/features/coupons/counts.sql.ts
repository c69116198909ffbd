import { node, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";

/**
 * Adds `changes` (stack_id, state, n) to the counters, in the statement that changes the codes. Writes in key order to avoid
 * deadlocks; concurrent sessions mostly have different shards.
 */
export const applyCouponCounts = (tenantId: string, changes: SqlNode): SqlNode => node`
  insert into coupon_count as k (tenant_id, stack_id, state, shard, n)
  select ${tenantId}::bigint, stack_id, state, pg_backend_pid() % 8, sum(n) from (${changes}) change
  group by stack_id, state having sum(n) <> 0
  order by stack_id, state
  on conflict (tenant_id, stack_id, state, shard) do update set n = k.n + excluded.n`;

export async function findCouponCountDifferences(db: TenantDb): Promise<readonly object[]> {
  return db.sql<object[]>`
    select stack_id, state, coalesce(kept.n, 0) as kept, coalesce(counted.n, 0) as counted
    from (select stack_id, state, sum(n) as n from coupon_count where tenant_id = ${db.tenantId} group by 1, 2) kept
    full join (
      select stack_id, state, count(*) as n from coupon where tenant_id = ${db.tenantId} group by 1, 2
    ) counted using (stack_id, state)
    where coalesce(kept.n, 0) <> coalesce(counted.n, 0)`;
}
