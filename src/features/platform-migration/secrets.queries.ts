import type { TenantDb } from "../../db/tenant.ts";

export async function updatePassword(
  db: TenantDb,
  id: string,
  change: { from: Uint8Array; to: Uint8Array },
): Promise<boolean> {
  const { count } = await db.sql`
    update platform_migration set password = ${change.to}
    where tenant_id = ${db.tenantId} and id = ${id} and password = ${change.from}`;
  return count === 1;
}
