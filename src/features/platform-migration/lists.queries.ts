import type { TenantDb } from "../../db/tenant.ts";

/** The list of that name, unless it is filled by synchronization. */
export async function findOpenList(db: TenantDb, name: string): Promise<string | undefined> {
  const [row] = await db.sql<{ id: string }[]>`
    select id from list where tenant_id = ${db.tenantId} and deleted_at is null and system_kind is null
      and lower(name) = lower(${name})`;
  return row?.id;
}
