import { acrossNodes, type Companies } from "../../../db/distribution/across-nodes.ts";
import { node, toFragment } from "../../../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import { exitReason } from "./exits.sql.ts";

/** A company `o` whose automations run; e-mails have further conditions of their own. */
export const mayRun = node`o.sending_state not in ('paused', 'suspended') and o.sending_hold = '' and o.sending_enabled`;

export type AutomationKey = { readonly tenantId: string; readonly id: string };

/** Active automations with a due run: one statement over all companies, with one index lookup per active automation. */
export async function listDueAutomations(db: SystemDb, now: Date): Promise<AutomationKey[]> {
  const { sql } = db;
  const due = (of: Companies) => db.sql<AutomationKey[]>`
    select a.tenant_id, a.id from ${of.table("automation")} a
    join ${of.table("company")} o on o.tenant_id = a.tenant_id and ${toFragment(sql, mayRun)}
    cross join lateral (
      select from ${of.table("automation_run")} r
      where r.tenant_id = a.tenant_id and r.automation_id = a.id and r.due_at <= ${now}
      order by r.due_at limit 1) due
    where a.status = 'active' order by a.tenant_id, a.id`;
  return acrossNodes(db, due);
}

export type RunningAutomation = {
  readonly id: string;
  readonly shopId: string;
  readonly version: number;
  readonly isTransactional: boolean;
};

/** Locks an active automation against pausing and saving until the moves are committed. */
export async function lockRunningAutomation(db: TenantDb, id: string): Promise<RunningAutomation | undefined> {
  const [row] = await db.sql<RunningAutomation[]>`
    select a.id, a.shop_id, a.version, a.is_transactional from automation a
    join company o on o.tenant_id = ${db.tenantId} and ${toFragment(db.sql, mayRun)}
    where a.tenant_id = ${db.tenantId} and a.id = ${id} and a.status = 'active' for share of a`;
  return row;
}

export type DueRuns = { readonly automationId: string; readonly now: Date; readonly limit: number };

/** The contacts of the next due runs; the runs are not locked yet. */
export async function listDueContacts(db: TenantDb, { automationId, now, limit }: DueRuns): Promise<string[]> {
  const rows = await db.sql<{ contactId: string }[]>`
    select distinct contact_id from (
      select contact_id from automation_run
      where tenant_id = ${db.tenantId} and automation_id = ${automationId} and due_at <= ${now}
      order by due_at, id limit ${limit}) due`;
  return rows.map(({ contactId }) => contactId);
}

export type ClaimedRun = {
  readonly runId: string;
  readonly contactId: string;
  readonly state: "running" | "waiting";
  readonly node: string;
  readonly arrivedAt: Date;
  readonly dueAt: Date;
  readonly deadlineAt: Date | null;
  /** Why it ends here: its contact left, which the journal has not told yet. */
  readonly exit: string | null;
};

export type ClaimedRuns = DueRuns & {
  readonly contactIds: readonly string[] | undefined;
  readonly isTransactional: boolean;
};

/** Locks the next due runs, of these contacts where they are given; other workers skip them. */
export const claimRuns = async (
  { sql, tenantId }: TenantDb,
  { automationId, now, limit, contactIds, isTransactional }: ClaimedRuns,
): Promise<ClaimedRun[]> =>
  sql<ClaimedRun[]>`
    select r.id as run_id, r.contact_id, r.state, r.node, r.arrived_at, r.due_at, r.deadline_at,
      ${isTransactional ? sql`null` : toFragment(sql, exitReason(node`${tenantId}`))} as exit
    from automation_run r
    where r.tenant_id = ${tenantId} and r.automation_id = ${automationId} and r.due_at <= ${now}
      ${contactIds === undefined ? sql`` : sql`and r.contact_id = any(${[...contactIds]}::bigint[])`}
    order by r.due_at, r.id limit ${limit} for update of r skip locked`;

/** A run that cannot be moved; one that was released or moved meanwhile stays as it is. */
export async function delayRun(
  { sql, tenantId }: TenantDb,
  runId: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<void> {
  await sql`
    update automation_run set due_at = ${until} where tenant_id = ${tenantId} and id = ${runId} and due_at <= ${now}`;
}
