import { toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { mayRun } from "../engine/claim.queries.ts";
import type { GraphNode } from "../graph/graph.ts";
import type { JsonObject } from "../graph/json.ts";
import type { TriggerKey } from "./checks.queries.ts";

export type TriggerRecord = { node: string; type: string; config: JsonObject };

/** The triggers of the newest graph. */
export const listTriggers = (db: TenantDb, automationId: string): Promise<TriggerRecord[]> =>
  db.sql<TriggerRecord[]>`
    select node, type, config from automation_trigger
    where tenant_id = ${db.tenantId} and automation_id = ${automationId} order by node`;

/** Deletes triggers with what they remember about contacts. */
export async function deleteTriggers(db: TenantDb, automationId: string, nodes: readonly string[]): Promise<void> {
  await deleteTriggerState(db, automationId, nodes);
  await db.sql`
    delete from automation_trigger
    where tenant_id = ${db.tenantId} and automation_id = ${automationId} and node = any(${[...nodes]}::text[])`;
}

/** The members of segments and the carts that the triggers saw. */
export async function deleteTriggerState(db: TenantDb, automationId: string, nodes: readonly string[]): Promise<void> {
  await db.sql`
    with members as (
      delete from automation_segment_member
      where tenant_id = ${db.tenantId} and automation_id = ${automationId} and node = any(${[...nodes]}::text[])
    )
    delete from automation_cart
    where tenant_id = ${db.tenantId} and automation_id = ${automationId} and node = any(${[...nodes]}::text[])`;
}

export async function upsertTriggers(
  db: TenantDb,
  automationId: string,
  triggers: readonly GraphNode[],
): Promise<void> {
  const rows = triggers.map(({ id, type, config }) => ({ node: id, type, config }));
  await db.sql`
    insert into automation_trigger (tenant_id, automation_id, node, type, config)
    select ${db.tenantId}, ${automationId}, t.node, t.type, t.config
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(node text, type text, config jsonb)
    on conflict (tenant_id, automation_id, node) do update set type = excluded.type, config = excluded.config`;
}

/** The trigger starts runs from now on. */
export async function updateActiveSince(db: TenantDb, { automationId, node }: TriggerKey, activeSince: Date) {
  await db.sql`
    update automation_trigger set active_since = ${activeSince}
    where tenant_id = ${db.tenantId} and automation_id = ${automationId} and node = ${node}`;
}

export type ActiveTrigger = TriggerRecord & {
  automationId: string;
  shopId: string;
  /** Earlier entries of the journal admit no contact. */
  activeSince: Date;
  timeZone: string;
};

/** The triggers of active automations, in a fixed order. */
export const listActiveTriggers = (db: TenantDb): Promise<ActiveTrigger[]> =>
  db.sql<ActiveTrigger[]>`
    select t.automation_id, a.shop_id, t.node, t.type, t.config, t.active_since, o.time_zone
    from automation a
    join company o on o.tenant_id = ${db.tenantId}
    join automation_trigger t on t.tenant_id = ${db.tenantId} and t.automation_id = a.id and t.active_since is not null
    where a.tenant_id = ${db.tenantId} and a.status = 'active' order by t.automation_id, t.node`;

export async function hasActiveAutomations(db: TenantDb): Promise<boolean> {
  const rows = await db.sql`
    select from automation where tenant_id = ${db.tenantId} and status = 'active' limit 1`;
  return rows.length > 0;
}

/** While it is, no contact enters an automation of the company. */
export async function isCompanyHeld(db: TenantDb): Promise<boolean> {
  const rows = await db.sql`
    select from company o where o.tenant_id = ${db.tenantId} and ${toFragment(db.sql, mayRun)}`;
  return rows.length === 0;
}

/** The company's own switch. */
export async function isSendingEnabled(db: TenantDb): Promise<boolean> {
  const rows = await db.sql`select from company where tenant_id = ${db.tenantId} and sending_enabled`;
  return rows.length > 0;
}
