import { canLockAcrossCompanies } from "../../../db/distribution/abilities.ts";
import type { Fragment, SqlTag } from "../../../db/client.ts";
import { claimAcrossCompanies } from "../../../db/distribution/claims.ts";
import { claimColumns, isClaimedRow, isUnclaimed } from "../../../db/claim.sql.ts";
import { toFragment } from "../../../db/sql-node.ts";
import { allCompanies, type Companies } from "../../../db/distribution/across-nodes.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import type { GraphNode } from "../graph/graph.ts";

type NewCalls = {
  readonly automationId: string;
  readonly node: string;
  readonly runs: readonly { readonly runId: string; readonly contactId: string }[];
  readonly dueAt: Date;
};

export async function insertCalls(db: TenantDb, { automationId, node, runs, dueAt }: NewCalls): Promise<void> {
  await db.sql`
    insert into automation_webhook_call (tenant_id, automation_id, node, run_id, contact_id, due_at)
    select ${db.tenantId}, ${automationId}, ${node}, run_id, contact_id, ${dueAt}
    from unnest(${runs.map(({ runId }) => runId)}::bigint[], ${runs.map(({ contactId }) => contactId)}::bigint[])
      as r (run_id, contact_id)
    on conflict (tenant_id, run_id, node) do nothing`;
}

export type ClaimedCall = {
  tenantId: string;
  id: string;
  automationId: string;
  node: string;
  contactId: string;
  attempts: number;
  fence: number;
};

export type ClaimLimits = {
  readonly now: Date;
  readonly leaseMs: number;
  /** The limit of one automation, and of one company. */
  readonly perCompany: number;
  readonly total: number;
  /** Companies that have as many calls in progress as they may. */
  readonly busy: readonly string[];
};

/**
 * Claims due calls of active automations, a few of each company. Automations with calls are found by skipping over the
 * index, so that the calls of paused ones are not read.
 */
export const claimCalls = (db: SystemDb, limits: ClaimLimits): Promise<readonly ClaimedCall[]> =>
  canLockAcrossCompanies(db) ? claimCallsOfAll(db, limits) : claimCallsByCompany(db, limits);

const claimCallsOfAll = ({ sql }: SystemDb, { now, leaseMs, perCompany, total, busy }: ClaimLimits) =>
  sql<ClaimedCall[]>`
    with recursive pair as (
      (select tenant_id, automation_id from automation_webhook_call order by tenant_id, automation_id limit 1)
      union all
      select next.tenant_id, next.automation_id from pair cross join lateral (
        select c.tenant_id, c.automation_id from automation_webhook_call c
        where (c.tenant_id, c.automation_id) > (pair.tenant_id, pair.automation_id)
        order by c.tenant_id, c.automation_id limit 1) next
    ), candidate as materialized (
      select due.* from pair
      join automation a on a.tenant_id = pair.tenant_id and a.id = pair.automation_id and a.status = 'active'
      cross join lateral (
        select c.tenant_id, c.id, c.due_at from automation_webhook_call c
        where c.tenant_id = pair.tenant_id and c.automation_id = pair.automation_id and c.due_at <= ${now}
          and ${toFragment(sql, isUnclaimed("c", now))}
        order by c.due_at, c.id limit ${perCompany} for update skip locked) due
      where pair.tenant_id <> all(${[...busy]}::bigint[])
    ), placed as (
      select *, row_number() over (partition by tenant_id order by due_at, id) as place from candidate
    ), chosen as (
      select tenant_id, id from placed where place <= ${perCompany} order by place, due_at limit ${total}
    )
    update automation_webhook_call c set ${toFragment(sql, claimColumns("c", now, leaseMs))} from chosen
    where c.tenant_id = chosen.tenant_id and c.id = chosen.id
    returning ${claimedColumns(sql)}`;

/** A cluster locks rows of one company per statement, and cannot skip over the index of all nodes. */
function claimCallsByCompany(db: SystemDb, { now, leaseMs, perCompany, total, busy }: ClaimLimits) {
  const { sql } = db;
  const due = ({ table }: Companies) => sql`
    from ${table("automation_webhook_call")} c
    join ${table("automation")} a on a.tenant_id = c.tenant_id and a.id = c.automation_id and a.status = 'active'
    where c.due_at <= ${now} and ${toFragment(sql, isUnclaimed("c", now))}`;
  return claimAcrossCompanies(db, {
    limit: total,
    listCompanies: (of) => sql<{ tenantId: string }[]>`
      select distinct c.tenant_id ${due(of)} and c.tenant_id <> all(${[...busy]}::bigint[])`,
    column: sql`c.tenant_id`,
    claim: (ofCompany, atMost) => sql<ClaimedCall[]>`
      with chosen as (
        select c.id ${due(allCompanies(sql))} and ${ofCompany} order by c.due_at, c.id limit ${Math.min(perCompany, atMost)}
        for update of c skip locked
      )
      update automation_webhook_call c set ${toFragment(sql, claimColumns("c", now, leaseMs))} from chosen where ${ofCompany} and c.id = chosen.id
      returning ${claimedColumns(sql)}`,
  });
}

const claimedColumns = (sql: SqlTag) =>
  sql`c.tenant_id, c.id, c.automation_id, c.node, c.contact_id, c.attempts, c.fence`;

/** Waits for a status change in progress. Returns whether further attempts may follow. */
export async function lockIfActive(db: TenantDb, automationId: string): Promise<boolean> {
  const rows = await db.sql`
    select from automation where tenant_id = ${db.tenantId} and id = ${automationId} and status = 'active' for share`;
  return rows.length > 0;
}

/** The automation is paused: calls that wait for another attempt end; those that a worker makes at the moment are left to it. */
export const stopRetries = (db: TenantDb, automationId: string, now: Date): Promise<void> =>
  stopCalls(db, automationId, toFragment(db.sql, isUnclaimed("automation_webhook_call", now)));

/** It is active again: what it had tried before the pause is not tried any more. */
export const dropRetries = (db: TenantDb, automationId: string): Promise<void> =>
  stopCalls(db, automationId, db.sql`true`);

/** The automation was paused before a claimed call was repeated. */
export const stopClaimedCall = (db: TenantDb, call: ClaimedCall): Promise<void> =>
  stopCalls(db, call.automationId, toFragment(db.sql, isClaimedRow(db.tenantId, call)));

/** Ends and counts calls that were tried already. */
async function stopCalls({ sql, tenantId }: TenantDb, automationId: string, which: Fragment): Promise<void> {
  await sql`
    with stopped as (
      delete from automation_webhook_call
      where tenant_id = ${tenantId} and automation_id = ${automationId} and attempts > 0 and ${which} returning node
    )
    insert into automation_webhook_stat as s (tenant_id, automation_id, node, stopped)
    select ${tenantId}, ${automationId}, node, count(*) from stopped group by node
    on conflict (tenant_id, automation_id, node) do update set stopped = s.stopped + excluded.stopped`;
}

export type CalledNode = { shopId: string; isActive: boolean; node: GraphNode | null };

/** The node in the newest graph; null where it was removed or replaced. */
export async function findCalledNode(
  { sql, tenantId }: TenantDb,
  { automationId, node }: Pick<ClaimedCall, "automationId" | "node">,
): Promise<CalledNode | undefined> {
  const [row] = await sql<CalledNode[]>`
    select a.shop_id, a.status = 'active' as is_active,
      (select e from automation_version v cross join lateral jsonb_array_elements(v.graph->'nodes') e
        where v.tenant_id = ${tenantId} and v.automation_id = a.id and v.version = a.version and e->>'id' = ${node}
          and e->>'type' = 'webhook') as node
    from automation a where a.tenant_id = ${tenantId} and a.id = ${automationId}`;
  return row;
}

/** Returns whether the claim was still valid. */
export async function deleteCall({ sql, tenantId }: TenantDb, call: ClaimedCall): Promise<boolean> {
  const deleted = await sql`
    delete from automation_webhook_call where ${toFragment(sql, isClaimedRow(tenantId, call))}`;
  return deleted.count > 0;
}

export async function rescheduleCall(
  { sql, tenantId }: TenantDb,
  call: ClaimedCall,
  next: { readonly attempts: number; readonly dueAt: Date },
): Promise<boolean> {
  const updated = await sql`
    update automation_webhook_call set attempts = ${next.attempts}, due_at = ${next.dueAt}, lease_until = null
    where ${toFragment(sql, isClaimedRow(tenantId, call))}`;
  return updated.count > 0;
}

export type AttemptResult = { readonly status: number | null; readonly error: string | null };

type CountedAttempt = AttemptResult & {
  readonly automationId: string;
  readonly node: string;
  readonly succeeded: number;
  readonly failed: number;
  readonly stopped: number;
  readonly at: Date;
};

/** Adds to the results of the node. */
export async function addResult({ sql, tenantId }: TenantDb, attempt: CountedAttempt): Promise<void> {
  const { automationId, node, succeeded, failed, stopped, status, error, at } = attempt;
  await sql`
    insert into automation_webhook_stat as s (tenant_id, automation_id, node, succeeded, failed, stopped, last_status,
      last_error, last_at)
    values (${tenantId}, ${automationId}, ${node}, ${succeeded}, ${failed}, ${stopped}, ${status}, ${error}, ${at})
    on conflict (tenant_id, automation_id, node) do update set succeeded = s.succeeded + excluded.succeeded,
      failed = s.failed + excluded.failed, stopped = s.stopped + excluded.stopped, last_status = excluded.last_status, last_error = excluded.last_error,
      last_at = excluded.last_at, notified_at = case when excluded.succeeded = 0 then s.notified_at end`;
}

/** Returns the name of the automation when the company has to be notified: once until the receiver accepts a call again. */
export async function markNotified(
  { sql, tenantId }: TenantDb,
  { automationId, node }: Pick<ClaimedCall, "automationId" | "node">,
  at: Date,
): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    update automation_webhook_stat s set notified_at = ${at} from automation a
    where s.tenant_id = ${tenantId} and s.automation_id = ${automationId} and s.node = ${node} and s.notified_at is null
      and a.tenant_id = ${tenantId} and a.id = s.automation_id
    returning a.name`;
  return row?.name;
}
