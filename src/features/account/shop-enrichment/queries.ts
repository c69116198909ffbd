import type { Fragment } from "../../../db/client.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { Customer } from "../../orders/parse.ts";

type ShopEnrichmentRecord = {
  shopId: string;
  shopName: string;
  enabled: boolean;
  fields: string[];
  lastRunAt: Date | null;
};

export async function listShopEnrichments(db: TenantDb): Promise<ShopEnrichmentRecord[]> {
  return db.sql<ShopEnrichmentRecord[]>`
    select id as shop_id, name as shop_name, enrich_enabled as enabled, enrich_fields as fields,
      enriched_at as last_run_at
    from shop where tenant_id = ${db.tenantId} order by id`;
}

export type ShopEnrichmentUpdate = { shopId: string; enabled: boolean; fields: readonly string[] };

export async function updateShopEnrichments(db: TenantDb, updates: readonly ShopEnrichmentUpdate[], at: Date) {
  await db.sql`
    update shop s set enrich_enabled = u.enabled, enrich_fields = u.fields, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb) as u("shopId" bigint, enabled boolean, fields text[])
    where s.tenant_id = ${db.tenantId} and s.id = u."shopId"`;
}

export async function updateEnrichedAt(db: TenantDb, shopId: string | undefined, at: Date): Promise<void> {
  await db.sql`
    update shop set enriched_at = ${at}
    where tenant_id = ${db.tenantId} and cardinality(enrich_fields) > 0 ${ofShop(db, shopId)}`;
}

export type CustomerRecord = { contactId: string; customer: Customer; fields: string[] };

const ofShop = ({ sql }: TenantDb, shopId: string | undefined, column = sql`id`): Fragment =>
  shopId === undefined ? sql`` : sql`and ${column} = ${shopId}`;

/** The newest order of each contact that describes its buyer, with the fields that its shop fills in. */
const newestCustomers = ({ sql, tenantId }: TenantDb, condition: Fragment): Fragment => sql`
  select distinct on (o.contact_id) o.contact_id, o.customer, s.enrich_fields as fields
  from shop_order o join shop s on s.tenant_id = ${tenantId} and s.id = o.shop_id and cardinality(s.enrich_fields) > 0
  where o.tenant_id = ${tenantId} and o.customer is not null and ${condition}
  order by o.contact_id, o.created_at desc, o.id desc`;

/** The result has only contacts after `after`, in order of id. */
export async function listCustomers(
  db: TenantDb,
  { shopId, after, limit }: { shopId: string | undefined; after: string; limit: number },
): Promise<CustomerRecord[]> {
  const condition = db.sql`o.contact_id > ${after} ${ofShop(db, shopId, db.sql`s.id`)}`;
  return db.sql<CustomerRecord[]>`${newestCustomers(db, condition)} limit ${limit}`;
}

/** The result has only these contacts, from shops whose enrichment is on. */
export async function listCustomersOf(db: TenantDb, contactIds: readonly string[]): Promise<CustomerRecord[]> {
  const condition = db.sql`o.contact_id = any(${[...contactIds]}::bigint[]) and s.enrich_enabled`;
  return db.sql<CustomerRecord[]>`${newestCustomers(db, condition)}`;
}
