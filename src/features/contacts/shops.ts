import type { TenantDb } from "../../db/tenant.ts";
import { existing } from "../../kernel/accepts.ts";
import { validation } from "../../kernel/errors.ts";
import { hasShop } from "./queries.ts";

/** Rejects an unknown shop in a request, by the field that names it; null and undefined mean the whole company. */
export async function requireShop(
  db: TenantDb,
  shopId: string | null | undefined,
  field: "shopId" | "shop" | "settings.shopId" | "filters.shop" = "shopId",
): Promise<void> {
  if (shopId === null || shopId === undefined) return;
  if (!(await hasShop(db, shopId))) throw validation(field, existing("shop"));
}
