import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";

export type ShopRecord = {
  id: string;
  name: string;
  url: string | null;
  language: string;
  country: string;
  currencies: string[];
  phoneCountry: string;
  enabled: boolean;
  createdAt: Date;
  updatedAt: Date | null;
  contacts: number;
};

const shops = (db: TenantDb) => db.sql`
  select s.id, s.name, s.url, s.language, s.country, s.currencies, s.phone_country, s.is_enabled as enabled, s.created_at,
    s.updated_at, coalesce((
      select sum(c.n) from contact_count c where c.tenant_id = ${db.tenantId} and c.shop_id = s.id), 0)::float8 as contacts
  from shop s where s.tenant_id = ${db.tenantId}`;

export async function listShops(db: TenantDb, limit: number): Promise<ShopRecord[]> {
  return db.sql<ShopRecord[]>`${shops(db)} order by s.id limit ${limit}`;
}

export async function findShop(db: TenantDb, id: string): Promise<ShopRecord | undefined> {
  const [row] = await db.sql<ShopRecord[]>`${shops(db)} and s.id = ${id}`;
  return row;
}

export async function countShops(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from shop where tenant_id = ${db.tenantId}`;
  return singleRow(rows).total;
}

export async function hasOtherEnabledShop(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`
    select from shop where tenant_id = ${db.tenantId} and is_enabled and id <> ${id} limit 1`;
  return rows.length === 1;
}

export type ShopUpdate = Partial<Omit<ShopRecord, "id" | "enabled" | "createdAt" | "updatedAt" | "contacts">> & {
  isEnabled?: boolean;
};

/** False if the shop does not exist. */
export async function updateShop(db: TenantDb, id: string, change: ShopUpdate & { updatedAt: Date }): Promise<boolean> {
  const rows = await db.sql`
    update shop set ${db.sql(change)} where tenant_id = ${db.tenantId} and id = ${id} returning id`;
  return rows.length === 1;
}

/** The language of the newest action of this type for the shop. */
export async function findLatestRequestedLanguage(
  db: TenantDb,
  type: string,
  shopId: string,
): Promise<string | undefined> {
  const [row] = await db.sql<{ language: string }[]>`
    select params->>'language' as language from background_action
    where tenant_id = ${db.tenantId} and type = ${type} and params->>'shopId' = ${shopId}::text
    order by id desc limit 1`;
  return row?.language;
}
