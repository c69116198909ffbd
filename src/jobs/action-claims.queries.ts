import { claimColumns, isClaimedRow, isUnclaimed, leaseEnd, type Claim } from "../db/claim.sql.ts";
import { nextAttemptAt } from "../db/backoff.sql.ts";
import { acrossNodes, type Companies } from "../db/distribution/across-nodes.ts";
import { node, toFragment, type SqlNode } from "../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../db/tenant.ts";
import type { Attribution } from "../journal/journal.ts";
import { backoffs } from "../kernel/backoff.ts";
import type { ActionType } from "./action-types.ts";
import type { Action } from "./queries.ts";

/** A step holds its row as well, so that the lease needs to last only from one step to the next. */
const leaseMs = 10_000;

const isUnfinished = node`state in ('queued', 'running')`;

/** The row that the worker claimed, also after its lease: until another worker claims it. */
const isHeld = (db: TenantDb, claim: Claim): SqlNode => node`${isClaimedRow(db.tenantId, claim)} and ${isUnfinished}`;

export type DueAction = { readonly tenantId: string; readonly id: string };

/** Round robin over companies: the first action of each, then the second of each. One that ran goes to the end. */
export async function listDueActions(db: SystemDb, now: Date): Promise<DueAction[]> {
  const { sql } = db;
  const due = (of: Companies) => sql<DueAction[]>`
    select tenant_id, id from (
      select a.tenant_id, a.id, a.due_at, a.due_at <= ${now} and ${toFragment(sql, isUnclaimed("a", now))} as is_due,
        row_number() over (partition by a.tenant_id order by a.due_at, a.id) as place
      from ${of.table("background_action")} a where ${toFragment(sql, isUnfinished)}) unfinished
    where is_due order by place, due_at, id limit 20`;
  return acrossNodes(db, due);
}

export type ActionClaim = Claim & { readonly type: ActionType };

/** Undefined when it is finished, or another worker holds it: by its lease, or by the lock of a step that lasts longer. */
export async function claimAction(db: TenantDb, id: string, now: Date): Promise<ActionClaim | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<ActionClaim[]>`
    with free as (
      select a.id from background_action a
      where a.tenant_id = ${tenantId} and a.id = ${id} and ${toFragment(sql, isUnclaimed("a", now))}
        and ${toFragment(sql, isUnfinished)} for update skip locked
    )
    update background_action a set ${toFragment(sql, claimColumns("a", now, leaseMs))}, state = 'running',
      started_at = coalesce(a.started_at, ${now})
    from free where a.tenant_id = ${tenantId} and a.id = free.id
    returning a.id, a.fence, a.type`;
  return row;
}

export async function isActionUnfinished({ sql, tenantId }: TenantDb, id: string): Promise<boolean> {
  const rows = await sql`
    select from background_action where tenant_id = ${tenantId} and id = ${id} and ${toFragment(sql, isUnfinished)}`;
  return rows.length > 0;
}

/** The assistant that requested the action; null for everybody else. */
export type HeldAction = Action & { assistant: Attribution | null };

/** Extends the lease and locks the row until the end of the transaction. Undefined when the claim was lost. */
export async function holdAction(db: TenantDb, claim: ActionClaim, now: Date): Promise<HeldAction | undefined> {
  const { sql } = db;
  const [row] = await sql<HeldAction[]>`
    update background_action set lease_until = ${toFragment(sql, leaseEnd(now, leaseMs))}
    where ${toFragment(sql, isHeld(db, claim))}
    returning id, type, state, progress, params, checkpoint, created_at, started_at, assistant`;
  return row;
}

/** The lease begins again with the end of the step. */
export async function updateActionProgress(
  db: TenantDb,
  claim: ActionClaim,
  { progress, checkpoint, now }: { readonly progress: number; readonly checkpoint: object; readonly now: Date },
): Promise<void> {
  const { sql } = db;
  await sql`
    update background_action set progress = ${progress}, checkpoint = ${JSON.stringify(checkpoint)}::jsonb, failures = 0,
      lease_until = ${toFragment(sql, leaseEnd(now, leaseMs))}
    where ${toFragment(sql, isHeld(db, claim))}`;
}

export async function finishAction(
  db: TenantDb,
  claim: ActionClaim,
  end: { readonly state: "done" | "failed"; readonly at: Date },
): Promise<void> {
  const { sql } = db;
  await sql`
    update background_action set state = ${end.state}, finished_at = ${end.at}, lease_until = null,
      progress = case when ${end.state} = 'done' then 100 else progress end
    where ${toFragment(sql, isHeld(db, claim))}`;
}

/** It may go on at once, after the other actions of its company and the first ones of other companies. */
export async function releaseAction(db: TenantDb, claim: ActionClaim, now: Date): Promise<void> {
  const { sql } = db;
  await sql`
    update background_action set lease_until = null, due_at = ${now} where ${toFragment(sql, isHeld(db, claim))}`;
}

/** Ends the lease; returns the failures in a row, undefined when the claim was lost. */
export async function recordActionFailure(db: TenantDb, claim: ActionClaim, now: Date): Promise<number | undefined> {
  const { sql } = db;
  const [row] = await sql<{ failures: number }[]>`
    update background_action set lease_until = null, failures = failures + 1,
      due_at = ${toFragment(sql, nextAttemptAt(backoffs.action, now, node`failures + 1`))}
    where ${toFragment(sql, isHeld(db, claim))} returning failures`;
  return row?.failures;
}
