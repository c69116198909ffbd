import { node, type SqlNode } from "../../db/sql-node.ts";

const inside = (tenantId: string): SqlNode => node`
  tenant_id = ${tenantId} and contact_id = any(array(select id from old)) and state in ('running', 'waiting')`;

/** Stops the runs of the contacts in `old`; the history stays and shows no address. */
export const stopRuns = (tenantId: string, at: Date): SqlNode => node`
  update automation_run set state = 'stopped', reason = 'deleted', due_at = null, finished_at = ${at}
  where ${inside(tenantId)}`;

/** Subtracts them from the counters. The statement still sees the runs: all its parts read the same snapshot. */
export const subtractFromCounts = (tenantId: string): SqlNode => node`
  insert into automation_count (tenant_id, automation_id, node, output, measure, shard, n)
  select ${tenantId}::bigint, automation_id, place, '', measure, 0, -count(*)
  from automation_run cross join lateral (values ('', 'active'), (node, 'waiting')) as counted (place, measure)
  where ${inside(tenantId)} and place is not null and (measure = 'active' or state = 'waiting')
  group by automation_id, place, measure
  order by automation_id, place, measure
  on conflict (tenant_id, automation_id, node, output, measure, shard) do update set n = automation_count.n + excluded.n`;

/** Deletes what triggers remember about them. */
export const deleteSegmentMembersSeen = (tenantId: string): SqlNode => node`
  delete from automation_segment_member where tenant_id = ${tenantId} and contact_id = any(array(select id from old))`;

export const deleteCartsOfContacts = (tenantId: string): SqlNode => node`
  delete from automation_cart where tenant_id = ${tenantId} and contact_id = any(array(select id from old))`;

/** Webhook calls that wait for the contacts in `old`. */
export const deleteCalls = (tenantId: string): SqlNode => node`
  delete from automation_webhook_call
  where tenant_id = ${tenantId} and contact_id = any(array(select id from old))`;
