import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";

export type WaitingAt = {
  readonly automationId: string;
  readonly node: string;
  /** All contacts when left out. */
  readonly contactIds?: readonly string[] | undefined;
};

export type Batch = { readonly after: string; readonly limit: number };

/** Reads the counter. */
export async function countWaiting({ sql, tenantId }: TenantDb, { automationId, node }: WaitingAt): Promise<number> {
  const rows = await sql<{ n: number }[]>`
    select coalesce(sum(n), 0)::int as n from automation_count
    where tenant_id = ${tenantId} and automation_id = ${automationId} and node = ${node} and output = ''
      and measure = 'waiting'`;
  return singleRow(rows).n;
}

export type WaitingRun = { runId: string; contactId: string; arrivedAt: Date };

/** Locks the next runs that wait at the node, in order of id. */
export const lockWaitingRuns = async (
  { sql, tenantId }: TenantDb,
  { automationId, node, contactIds }: WaitingAt,
  { after, limit }: Batch,
): Promise<WaitingRun[]> =>
  sql<WaitingRun[]>`
    select id as run_id, contact_id, arrived_at from automation_run
    where tenant_id = ${tenantId} and automation_id = ${automationId} and node = ${node} and state = 'waiting'
      and id > ${after} ${contactIds === undefined ? sql`` : sql`and contact_id = any(${[...contactIds]}::bigint[])`}
    order by id limit ${limit} for update`;

export type NewDueTime = { readonly runId: string; readonly dueAt: Date; readonly deadlineAt: Date | null };

export async function updateDueTimes({ sql, tenantId }: TenantDb, times: readonly NewDueTime[]): Promise<void> {
  if (times.length === 0) return;
  await sql`
    update automation_run r set due_at = t.due_at, deadline_at = t.deadline_at
    from unnest(${times.map(({ runId }) => runId)}::bigint[], ${times.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[],
      ${times.map(({ deadlineAt }) => deadlineAt?.toISOString() ?? null)}::timestamptz[]) as t (id, due_at, deadline_at)
    where r.tenant_id = ${tenantId} and r.id = t.id`;
}
