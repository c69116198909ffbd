import type { TenantDb } from "../../db/tenant.ts";

export type TotalKey = { contactId: string; shopId: string; currency: string };
type Contribution = TotalKey & { readonly total: string; readonly createdAt: Date };

export async function addToTotals(db: TenantDb, contributions: readonly Contribution[]): Promise<void> {
  await db.sql`
    insert into contact_order_total as t (tenant_id, contact_id, shop_id, currency, orders, total, first_at, last_at)
    select ${db.tenantId}, "contactId", "shopId", currency, count(*), sum(total), min("createdAt"), max("createdAt")
    from jsonb_to_recordset(${JSON.stringify(contributions)}::jsonb)
      as s("contactId" bigint, "shopId" bigint, currency text, total numeric, "createdAt" timestamptz)
    group by 2, 3, 4 order by 2, 3, 4
    on conflict (tenant_id, contact_id, shop_id, currency) do update
      set orders = t.orders + excluded.orders, total = t.total + excluded.total,
        first_at = least(t.first_at, excluded.first_at), last_at = greatest(t.last_at, excluded.last_at)`;
}

export async function recountTotals(db: TenantDb, keys: readonly TotalKey[]): Promise<void> {
  const given = JSON.stringify(keys.map(({ contactId, shopId, currency }) => ({ contactId, shopId, currency })));
  const key = db.sql`
    select "contactId" as contact_id, "shopId" as shop_id, currency
    from jsonb_to_recordset(${given}::jsonb) as k("contactId" bigint, "shopId" bigint, currency text)`;
  const isCounted = db.sql`
    o.tenant_id = ${db.tenantId} and o.contact_id = key.contact_id and o.shop_id = key.shop_id
      and o.currency = key.currency and o.state_category = 'completed'`;
  await db.sql`
    insert into contact_order_total (tenant_id, contact_id, shop_id, currency, orders, total, first_at, last_at)
    select ${db.tenantId}, o.contact_id, o.shop_id, o.currency, count(*), sum(o.total), min(o.created_at), max(o.created_at)
    from (${key}) key join shop_order o on ${isCounted}
    group by 2, 3, 4 order by 2, 3, 4
    on conflict (tenant_id, contact_id, shop_id, currency) do update
      set orders = excluded.orders, total = excluded.total, first_at = excluded.first_at, last_at = excluded.last_at`;
  await db.sql`
    delete from contact_order_total t using (${key}) key
    where t.tenant_id = ${db.tenantId} and t.contact_id = key.contact_id and t.shop_id = key.shop_id
      and t.currency = key.currency and not exists (select from shop_order o where ${isCounted})`;
}

/** Totals that differ from the counted orders; compared every night. */
export async function findOrderTotalDifferences(db: TenantDb): Promise<{ key: string }[]> {
  return db.sql<{ key: string }[]>`
    with counted as (
      select contact_id, shop_id, currency, count(*) as orders, sum(total) as total, min(created_at) as first_at,
        max(created_at) as last_at
      from shop_order where tenant_id = ${db.tenantId} and state_category = 'completed' and contact_id is not null
      group by contact_id, shop_id, currency
    ), kept as (
      select contact_id, shop_id, currency, orders, total, first_at, last_at from contact_order_total
      where tenant_id = ${db.tenantId}
    )
    select concat_ws(' ', contact_id, shop_id, currency) as key
    from counted full join kept using (contact_id, shop_id, currency)
    where (counted.orders, counted.total, counted.first_at, counted.last_at)
      is distinct from (kept.orders, kept.total, kept.first_at, kept.last_at)`;
}
