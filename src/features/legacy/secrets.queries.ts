import type { SystemDb, TenantDb } from "../../db/tenant.ts";

type StoredPassword = { tenantId: string; id: string; bytes: Buffer };

/** Of all companies, for a rotation of the data key. */
export const listPasswords = async (
  { sql }: SystemDb,
  page: { keyId: Buffer; after: { tenantId: string; id: string } | null; limit: number },
): Promise<StoredPassword[]> => sql<StoredPassword[]>`
  select tenant_id, id, password as bytes from legacy_migration
  where (tenant_id, id) > (${page.after?.tenantId ?? "0"}::bigint, ${page.after?.id ?? "0"}::bigint)
    and substring(password from 1 for 4) <> ${page.keyId}
  order by tenant_id, id limit ${page.limit}`;

export async function updatePassword(
  db: TenantDb,
  id: string,
  change: { from: Uint8Array; to: Uint8Array },
): Promise<boolean> {
  const { count } = await db.sql`
    update legacy_migration set password = ${change.to}
    where tenant_id = ${db.tenantId} and id = ${id} and password = ${change.from}`;
  return count === 1;
}
