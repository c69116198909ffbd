import type { TenantDb } from "../../db/tenant.ts";

export type SecretColumn = "secret" | "previous_secret";

export async function replaceSecret(
  { sql, tenantId }: TenantDb,
  { id, column }: { readonly id: string; readonly column: SecretColumn },
  change: { readonly from: Uint8Array; readonly to: Uint8Array },
): Promise<boolean> {
  const { count } = await sql`
    update webhook_endpoint set ${sql(column)} = ${change.to}
    where tenant_id = ${tenantId} and id = ${id} and ${sql(column)} = ${change.from}`;
  return count === 1;
}
