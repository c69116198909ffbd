import { toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";

export async function updateSoftBounces(db: TenantDb, contactId: string, softBounces: number): Promise<void> {
  await db.sql`
    update contact set soft_bounces = ${softBounces} where tenant_id = ${db.tenantId} and id = ${contactId}`;
}

/** `where` is a condition on `contact c`. */
export async function resetSoftBounces(db: TenantDb, where: SqlNode): Promise<number> {
  const { count } = await db.sql`
    update contact c set soft_bounces = 0
    where c.tenant_id = ${db.tenantId} and c.soft_bounces > 0 and ${toFragment(db.sql, where)}`;
  return count;
}

export async function decrementSoftBounces({ sql, tenantId }: TenantDb, contactIds: readonly string[]): Promise<void> {
  await sql`
    update contact set soft_bounces = soft_bounces - 1
    where tenant_id = ${tenantId} and id = any(${[...contactIds]}::bigint[]) and soft_bounces > 0`;
}
