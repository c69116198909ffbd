import type { Fragment } from "../../db/client.ts";
import { node, toFragment, type SqlNode } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";

/** Orders as part of a contact; they are written by the feature orders. */
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
