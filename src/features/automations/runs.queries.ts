import type { TenantDb } from "../../db/tenant.ts";

/** Whether a contact ever entered; the counter includes contacts that were deleted since. */
export async function hasRuns(db: TenantDb, automationId: string): Promise<boolean> {
  const rows = await db.sql`
    select from automation_run where tenant_id = ${db.tenantId} and automation_id = ${automationId}
    union all
    select from automation_count
    where tenant_id = ${db.tenantId} and automation_id = ${automationId} and measure = 'entered' and n <> 0
    limit 1`;
  return rows.length > 0;
}

/** The nodes where contacts wait. */
export async function listOccupiedNodes(
  db: TenantDb,
  automationId: string,
  nodes: readonly string[],
): Promise<string[]> {
  const rows = await db.sql<{ node: string }[]>`
    select node from unnest(${[...nodes]}::text[]) as node
    where exists (
      select from automation_run r where r.tenant_id = ${db.tenantId} and r.automation_id = ${automationId}
        and r.node = node.node and r.state in ('running', 'waiting'))`;
  return rows.map(({ node }) => node);
}

/** The triggers through which contacts came that are still inside. */
export async function listUsedTriggers(
  db: TenantDb,
  automationId: string,
  triggers: readonly string[],
): Promise<string[]> {
  const rows = await db.sql<{ trigger: string }[]>`
    select distinct trigger from automation_run
    where tenant_id = ${db.tenantId} and automation_id = ${automationId} and trigger = any(${[...triggers]}::text[])
      and state in ('running', 'waiting')`;
  return rows.map(({ trigger }) => trigger);
}
