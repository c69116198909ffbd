import type { TenantDb } from "../../../db/tenant.ts";
import { emptyBrand, type EmailBrand } from "./branded-email.ts";

/** What the shop has set of its brand; empty for the whole company. */
export async function findEmailBrand(db: TenantDb, shopId: string | null): Promise<EmailBrand> {
  const [row] = await db.sql<{ brand: Partial<EmailBrand> }[]>`
    select brand from shop where tenant_id = ${db.tenantId} and id = ${shopId}`;
  return { ...emptyBrand, ...row?.brand };
}
