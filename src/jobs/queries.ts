import { acrossNodes } from "../db/distribution/across-nodes.ts";
import { singleRow } from "../db/rows.ts";
import type { SystemDb, TenantDb } from "../db/tenant.ts";
import type { Attribution } from "../journal/journal.ts";

export type Action = {
  id: string;
  type: string;
  state: "queued" | "running" | "done" | "failed";
  progress: number;
  params: unknown;
  checkpoint: unknown;
  createdAt: Date;
  startedAt: Date | null;
};

/** The assistant that requested the action; null for everybody else. */
export type StartedAction = Action & { assistant: Attribution | null };

export async function insertAction(db: TenantDb, action: { type: string; params: object; at: Date }): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`
    insert into background_action (tenant_id, type, params, created_at)
    values (${db.tenantId}, ${action.type}, ${JSON.stringify(action.params)}::jsonb, ${action.at})
    returning id`;
  return singleRow(rows).id;
}

/** Undefined when the action is finished already: a job may be delivered twice. */
export async function startAction(db: TenantDb, id: string, at: Date): Promise<StartedAction | undefined> {
  const [row] = await db.sql<StartedAction[]>`
    update background_action set state = 'running', started_at = coalesce(started_at, ${at}), stepped_at = now()
    where tenant_id = ${db.tenantId} and id = ${id} and state in ('queued', 'running')
    returning id, type, state, progress, params, checkpoint, created_at, started_at, assistant`;
  return row;
}

export async function findActionType(db: TenantDb, id: string): Promise<string | undefined> {
  const [row] = await db.sql<{ type: string }[]>`
    select type from background_action where tenant_id = ${db.tenantId} and id = ${id}`;
  return row?.type;
}

export async function updateActionProgress(db: TenantDb, id: string, step: { progress: number; checkpoint: object }) {
  await db.sql`
    update background_action set progress = ${step.progress}, checkpoint = ${JSON.stringify(step.checkpoint)}::jsonb
    where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function finishAction(db: TenantDb, id: string, end: { state: "done" | "failed"; at: Date }) {
  await db.sql`
    update background_action set state = ${end.state}, finished_at = ${end.at},
      progress = case when ${end.state} = 'done' then 100 else progress end
    where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function countUnfinishedActions(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ count: number }[]>`
    select count(*)::int as count from background_action
    where tenant_id = ${db.tenantId} and state in ('queued', 'running')`;
  return singleRow(rows).count;
}

/** The next queued action of any company other than this action. */
export async function findNextQueued(db: TenantDb, actionId: string): Promise<{ priority: number } | undefined> {
  const [row] = await db.sql<{ priority: number }[]>`
    select priority from pgboss.job
    where name = 'action' and state < 'active' and start_after < now()
      and not (data->>'tenantId' = ${db.tenantId} and data->>'actionId' = ${actionId})
    order by priority desc limit 1`;
  return row;
}

export async function listRunningActions(db: TenantDb): Promise<Action[]> {
  return db.sql<Action[]>`
    select id, type, state, progress, params, checkpoint, created_at, started_at from background_action
    where tenant_id = ${db.tenantId} and state in ('queued', 'running') order by created_at, id limit 200`;
}

/**
 * Actions without a live worker: they have no queue entry any more (restored backup, lost queue), or their worker
 * started the last step some time ago and may have been killed.
 */
export async function listStalledActions(db: SystemDb): Promise<{ tenantId: string; id: string }[]> {
  const { sql } = db;
  // Actions and queue are on different nodes of a cluster.
  const actions = sql<{ tenantId: string; id: string; steppedAt: Date | null }[]>`
    select tenant_id, id, stepped_at from background_action
    where state in ('queued', 'running') and created_at < now() - interval '5 seconds'
    order by coalesce(stepped_at, created_at) limit 10000`;
  const unfinished = await acrossNodes(db, actions);
  if (unfinished.length === 0) return [];
  return sql<{ tenantId: string; id: string }[]>`
    select a."tenantId" as tenant_id, a.id
    from jsonb_to_recordset(${JSON.stringify(unfinished)}::jsonb) as a("tenantId" bigint, id bigint, "steppedAt" timestamptz)
    where not exists (
      select from pgboss.job j where j.name = 'action' and j.data->>'tenantId' = a."tenantId"::text
        and j.data->>'actionId' = a.id::text
        and (j.state in ('created', 'retry')
          or j.state = 'active' and greatest(a."steppedAt", j.started_on) > now() - interval '5 seconds'))
    limit 1000`;
}

/** A running step locks its action, so locked ones are skipped. Between two steps there is no lock: then two workers may run the action and alternate, which is safe. */
export async function isStepRunning(
  db: SystemDb,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<boolean> {
  const [row] = await db.sql`
    select from background_action where tenant_id = ${tenantId} and id = ${id} for update skip locked`;
  return row === undefined;
}

export async function insertNotification(db: TenantDb, entry: { type: string; params: object; at: Date }) {
  await db.sql`
    insert into notification (tenant_id, type, params, at)
    values (${db.tenantId}, ${entry.type}, ${JSON.stringify(entry.params)}::jsonb, ${entry.at})`;
}

export async function deleteOldActions(db: SystemDb): Promise<void> {
  await db.sql`
    delete from background_action
    where state in ('done', 'failed') and finished_at < now() - interval '90 days'`;
}

/** Queues with a job that may start. */
export async function listDueQueues(db: SystemDb): Promise<string[]> {
  const rows = await db.sql<{ name: string }[]>`
    select distinct name from pgboss.job where state < 'active' and start_after <= now()`;
  return rows.map(({ name }) => name);
}

/** Until the end of the transaction; false while another process rotates the data key. */
export async function tryLockKeyRotation(db: SystemDb): Promise<boolean> {
  const rows = await db.sql<{ isLocked: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended('rotate data key', 0)) as is_locked`;
  return singleRow(rows).isLocked;
}
