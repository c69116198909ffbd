import type { TenantDb } from "../../db/tenant.ts";
import { validation } from "../../kernel/errors.ts";

/** A shop that a request names; null and undefined are the whole company. */
export async function requireShop(db: TenantDb, shopId: string | null | undefined): Promise<void> {
  if (shopId === null || shopId === undefined) return;
  const rows = await db.sql`select from shop where tenant_id = ${db.tenantId} and id = ${shopId}`;
  if (rows.length === 0) throw validation("shopId");
}
