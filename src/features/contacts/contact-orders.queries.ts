import type { Fragment } from "../../db/client.ts";
import { node, toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";

/** What a contact bought, as far as the contact itself tells it. Orders are written by their own feature. */
export type OrderSummary = {
  id: string;
  shopId: string;
  externalId: string;
  state: string;
  currency: string;
  total: string;
  createdAt: string;
};

export type OrderTotal = {
  shopId: string;
  currency: string;
  orders: number;
  total: string;
  firstAt: string;
  lastAt: string;
};

/** Stands in a statement over `contact` as `c`. */
export const newestOrders = ({ sql, tenantId }: TenantDb): Fragment => sql`
  select coalesce(json_agg(json_build_object('id', o.id::text, 'shopId', o.shop_id::text, 'externalId', o.external_id,
    'state', o.state, 'currency', o.currency, 'total', o.total::text, 'createdAt', o.created_at)), '[]') as orders
  from (
    select id, shop_id, external_id, state, currency, total, created_at from shop_order
    where tenant_id = ${tenantId} and contact_id = c.id order by created_at desc, id desc limit 20
  ) o`;

/** Stands in a statement over `contact` as `c`. */
export const orderTotals = ({ sql, tenantId }: TenantDb): Fragment => sql`
  select coalesce(json_agg(json_build_object('shopId', t.shop_id::text, 'currency', t.currency, 'orders', t.orders,
    'total', t.total::text, 'firstAt', t.first_at, 'lastAt', t.last_at) order by t.shop_id, t.currency), '[]') as "orderTotals"
  from contact_order_total t where t.tenant_id = ${tenantId} and t.contact_id = c.id`;

/** The items of the order in `o`, as JSON. */
export const orderItemsJson = (tenantId: string): SqlNode => node`
  select coalesce(json_agg(json_build_object('code', i.code, 'name', i.name, 'quantity', i.quantity,
    'price', i.price::text, 'category', i.category, 'brand', i.brand) order by i.position), '[]') as items
  from order_item i where i.tenant_id = ${tenantId} and i.order_id = o.id`;

export type OrderItemRecord = {
  code: string | null;
  name: string | null;
  quantity: number;
  price: string | null;
  category: string | null;
  brand: string | null;
};

export type ExportedOrderRecord = Omit<OrderSummary, "createdAt"> & {
  createdAt: Date;
  paidAt: Date | null;
  completedAt: Date | null;
  couponCode: string | null;
  items: OrderItemRecord[];
};

export async function listOrdersOfContact(
  db: TenantDb,
  contactId: string,
  limit: number,
): Promise<ExportedOrderRecord[]> {
  return db.sql<ExportedOrderRecord[]>`
    select o.id, o.shop_id, o.external_id, o.state, o.currency, o.total, o.created_at, o.paid_at, o.completed_at,
      o.coupon_code, bought.items
    from shop_order o cross join lateral (${toFragment(db.sql, orderItemsJson(db.tenantId))}) bought
    where o.tenant_id = ${db.tenantId} and o.contact_id = ${contactId}
    order by o.created_at desc, o.id desc limit ${limit}`;
}

/**
 * Orders outlive a deleted contact under its address: when the address becomes a contact again, they are theirs, and
 * their totals too. `new` names the contacts (tenant_id, id, email); to be run under the lock of their addresses.
 */
export const linkOrders = node`
  linked as (
    update shop_order o set contact_id = new.id from new
    where o.tenant_id = new.tenant_id and o.email = new.email and o.contact_id is null
    returning o.tenant_id, o.contact_id, o.shop_id, o.currency, o.total, o.created_at, o.state_category
  ), linked_totals as (
    insert into contact_order_total as t (tenant_id, contact_id, shop_id, currency, orders, total, first_at, last_at)
    select tenant_id, contact_id, shop_id, currency, count(*), sum(total), min(created_at), max(created_at)
    from linked where state_category = 'completed' group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (tenant_id, contact_id, shop_id, currency) do update
      set orders = t.orders + excluded.orders, total = t.total + excluded.total,
        first_at = least(t.first_at, excluded.first_at), last_at = greatest(t.last_at, excluded.last_at)
  )`;

/** Links what was bought before these contacts were contacts. */
export async function linkOrdersOfContacts(db: TenantDb, contactIds: readonly string[]): Promise<void> {
  await db.sql`
    with new as (
      select tenant_id, id, email from contact where tenant_id = ${db.tenantId} and id = any(${[...contactIds]}::bigint[])
    ), ${toFragment(db.sql, linkOrders)}
    select from linked`;
}
