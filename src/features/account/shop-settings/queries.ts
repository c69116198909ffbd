import type { Static } from "typebox";
import type { TenantDb } from "../../../db/tenant.ts";
import type { Brand } from "../shapes.ts";

export type BrandRecord = Static<typeof Brand>;

/** Empty until it is set. */
export async function findBrand(db: TenantDb, shopId: string): Promise<Partial<BrandRecord> | undefined> {
  const [row] = await db.sql<{ brand: Partial<BrandRecord> }[]>`
    select brand from shop where tenant_id = ${db.tenantId} and id = ${shopId}`;
  return row?.brand;
}

export async function updateBrand(db: TenantDb, shopId: string, write: { brand: BrandRecord; at: Date }) {
  const rows = await db.sql`
    update shop set brand = ${JSON.stringify(write.brand)}::jsonb, updated_at = ${write.at}
    where tenant_id = ${db.tenantId} and id = ${shopId} returning id`;
  return rows.length === 1;
}

export type ConsentSettingsRecord = {
  shopId: string;
  shopName: string;
  customerException: boolean;
  customerExceptionDays: number;
};

const consentColumns = (db: TenantDb) =>
  db.sql`id as shop_id, name as shop_name, customer_exception, customer_exception_days`;

export async function listConsentSettings(db: TenantDb, limit: number): Promise<ConsentSettingsRecord[]> {
  return db.sql<ConsentSettingsRecord[]>`
    select ${consentColumns(db)} from shop where tenant_id = ${db.tenantId} order by id limit ${limit}`;
}

export async function findConsentSettings(db: TenantDb, shopId: string): Promise<ConsentSettingsRecord | undefined> {
  const [row] = await db.sql<ConsentSettingsRecord[]>`
    select ${consentColumns(db)} from shop where tenant_id = ${db.tenantId} and id = ${shopId}`;
  return row;
}

export type ShopSettingsRecord = {
  shopId: string;
  shopName: string;
  syncContacts: boolean;
  syncOrders: boolean;
  senderName: string | null;
  replyTo: string | null;
};

const settingsColumns = (db: TenantDb) =>
  db.sql`id as shop_id, name as shop_name, sync_contacts, sync_orders, sender_name, reply_to`;

export async function listShopSettings(db: TenantDb, limit: number): Promise<ShopSettingsRecord[]> {
  return db.sql<ShopSettingsRecord[]>`
    select ${settingsColumns(db)} from shop where tenant_id = ${db.tenantId} order by id limit ${limit}`;
}

export async function findShopSettings(db: TenantDb, shopId: string): Promise<ShopSettingsRecord | undefined> {
  const [row] = await db.sql<ShopSettingsRecord[]>`
    select ${settingsColumns(db)} from shop where tenant_id = ${db.tenantId} and id = ${shopId}`;
  return row;
}

export type ShopSettingsUpdate = Partial<Omit<ConsentSettingsRecord & ShopSettingsRecord, "shopId" | "shopName">>;

export async function updateShopSettings(
  db: TenantDb,
  shopId: string,
  change: ShopSettingsUpdate & { updatedAt: Date },
) {
  await db.sql`update shop set ${db.sql(change)} where tenant_id = ${db.tenantId} and id = ${shopId}`;
}

export async function findDefaultPurposeId(db: TenantDb): Promise<string | undefined> {
  const [row] = await db.sql<{ id: string }[]>`
    select id from purpose where tenant_id = ${db.tenantId} and is_default`;
  return row?.id;
}
