import { tryLock } from "../db/locks.ts";
import { singleRow } from "../db/rows.ts";
import type { SystemDb, TenantDb } from "../db/tenant.ts";
import type { ActionType } from "./action-types.ts";
import type { NotificationType } from "./notification-types.ts";

export type Action = {
  id: string;
  type: ActionType;
  state: "queued" | "running" | "done" | "failed";
  progress: number;
  params: unknown;
  checkpoint: unknown;
  createdAt: Date;
  startedAt: Date | null;
};

export async function insertAction(
  db: TenantDb,
  action: { type: ActionType; params: object; at: Date },
): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`
    insert into background_action (tenant_id, type, params, created_at, due_at)
    values (${db.tenantId}, ${action.type}, ${JSON.stringify(action.params)}::jsonb, ${action.at}, ${action.at})
    returning id`;
  return singleRow(rows).id;
}

export async function listRunningActions(db: TenantDb): Promise<Action[]> {
  return db.sql<Action[]>`
    select id, type, state, progress, params, checkpoint, created_at, started_at from background_action
    where tenant_id = ${db.tenantId} and state in ('queued', 'running') order by created_at, id limit 200`;
}

type NewNotification = { type: NotificationType; params: object; at: Date };

export async function insertNotification(db: TenantDb, entry: NewNotification): Promise<void> {
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
    select distinct name from pgboss.job where state < 'active' and start_after < now()`;
  return rows.map(({ name }) => name);
}

/** Locks until the end of the transaction; false while another process rotates the data key. */
export const tryLockKeyRotation = (db: SystemDb): Promise<boolean> => tryLock(db, "keyRotation");
