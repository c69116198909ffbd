import { singleRow } from "../../../db/rows.ts";
import { textOrNull } from "../../../kernel/text.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { MergeCompany, MergeShop } from "../../../mail/render/values.ts";

export type CompanyAndShop = { company: MergeCompany & { timeZone: string; language: string }; shop: MergeShop | null };

type ShopRow = MergeShop & { brand: Record<string, unknown> };

/** The company and the shop that an e-mail is sent for. */
export async function findCompanyAndShop(db: TenantDb, shopId: string | null): Promise<CompanyAndShop> {
  const companies = await db.sql<CompanyAndShop["company"][]>`
    select name, language, time_zone, email, phone, street, city, postal_code, country, company_id, vat_id, web
    from company where tenant_id = ${db.tenantId}`;
  const shops = await db.sql<ShopRow[]>`
    select name, url, language, country, sender_name, reply_to, brand from shop
    where tenant_id = ${db.tenantId} and id = ${shopId}`;
  const [row] = shops;
  if (row === undefined) return { company: singleRow(companies), shop: null };
  const { brand, ...shop } = row;
  const logoUrl = brand["logoUrl"];
  return { company: singleRow(companies), shop: { ...shop, logoUrl: textOrNull(logoUrl) } };
}
