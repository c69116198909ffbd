import type { TenantDb } from "../../../../db/tenant.ts";

/** How many automations led to each of the runs. */
export async function findDepths(db: TenantDb, runIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.sql<{ id: string; depth: number }[]>`
    select id, depth from automation_run where tenant_id = ${db.tenantId} and id = any(${[...runIds]}::bigint[])`;
  return new Map(rows.map(({ id, depth }) => [id, depth]));
}
