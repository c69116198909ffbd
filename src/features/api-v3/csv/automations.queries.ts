import type { TenantDb } from "../../../db/tenant.ts";

export type AutomationRecord = { id: string; name: string };

export async function findAutomation(db: TenantDb, id: string): Promise<AutomationRecord | undefined> {
  const [row] = await db.sql<AutomationRecord[]>`
    select id, name from automation where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

export async function findNextAutomation(db: TenantDb, afterId: string): Promise<AutomationRecord | undefined> {
  const [row] = await db.sql<AutomationRecord[]>`
    select id, name from automation where tenant_id = ${db.tenantId} and id > ${afterId} order by id limit 1`;
  return row;
}
