import { acrossNodes, type Companies } from "../../../db/distribution/across-nodes.ts";
import { toFragment } from "../../../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";
import { mayRun } from "../engine/claim.queries.ts";
import type { JsonObject } from "../graph/json.ts";

export type TriggerKey = { readonly automationId: string; readonly node: string };

/** When a trigger is checked next; nulls for one that is never checked. */
export type NextCheck = {
  readonly checkAt: Date | null;
  readonly checkDay: string | null;
  readonly checkedContactId: string | null;
};

export type CheckKey = TriggerKey & { readonly tenantId: string };

/** Segments and dates to check now, in all companies where automations run. */
export async function listDueChecks(db: SystemDb, now: Date): Promise<CheckKey[]> {
  const { sql } = db;
  const due = (of: Companies) => db.sql<CheckKey[]>`
    select t.tenant_id, t.automation_id, t.node from ${of.table("automation_trigger")} t
    join ${of.table("company")} o on o.tenant_id = t.tenant_id and ${toFragment(sql, mayRun)}
    where t.check_at <= ${now} order by t.check_at limit 200`;
  return acrossNodes(db, due);
}

export type DueTrigger = TriggerKey & {
  readonly type: string;
  readonly config: JsonObject;
  readonly shopId: string;
  readonly checkAt: Date | null;
  readonly checkDay: string | null;
  readonly checkedContactId: string | null;
};

/** Locks a due trigger of an active automation; the automation first, as a save does. */
export async function lockDueTrigger(db: TenantDb, key: TriggerKey, now: Date): Promise<DueTrigger | undefined> {
  const { sql, tenantId } = db;
  const [automation] = await sql<{ shopId: string; status: string }[]>`
    select shop_id, status from automation where tenant_id = ${tenantId} and id = ${key.automationId} for share`;
  if (automation === undefined) return undefined;
  const [trigger] = await sql<Omit<DueTrigger, "shopId" | keyof TriggerKey>[]>`
    select type, config, check_at, check_day, checked_contact_id from automation_trigger
    where tenant_id = ${tenantId} and automation_id = ${key.automationId} and node = ${key.node} and check_at <= ${now}
    for update skip locked`;
  if (trigger === undefined) return undefined;
  if (automation.status === "active") return { ...key, ...trigger, shopId: automation.shopId };
  await updateCheck(db, key, { checkAt: null, checkDay: null, checkedContactId: null });
  return undefined;
}

export async function updateCheck(db: TenantDb, { automationId, node }: TriggerKey, check: NextCheck): Promise<void> {
  const { checkAt, checkDay, checkedContactId } = check;
  await db.sql`
    update automation_trigger set ${db.sql({ checkAt, checkDay, checkedContactId })}
    where tenant_id = ${db.tenantId} and automation_id = ${automationId} and node = ${node}`;
}
