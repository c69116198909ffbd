import type { TenantDb } from "../../db/tenant.ts";

/** The contact is deleted before, so that none of its orders is linked to a contact. */
export async function anonymizeOrders(db: TenantDb, email: string): Promise<void> {
  await db.sql`
    update shop_order set email = null, customer = null
    where tenant_id = ${db.tenantId} and email = ${email} and contact_id is null`;
}
