import { inParts } from "../../db/in-parts.ts";
import { lastPart, part } from "../../db/parts.ts";
import { exclusiveLock, sharedLock } from "../../db/locks.ts";
import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { fold } from "../../kernel/text.ts";
import { orderItemsJson, type OrderItemRecord } from "../contacts/contact-orders.queries.ts";
import { linkOrders } from "./link-orders.sql.ts";
import type { Customer, OrderItem } from "./parse.ts";
import type { StateCategory, OrderStateMapping } from "./states.ts";

export type OrderRecord = {
  id: string;
  shopId: string;
  externalId: string;
  email: string | null;
  contactId: string | null;
  state: string;
  meaning: StateCategory;
  currency: string;
  total: string;
  totalWithoutVat: string | null;
  couponCode: string | null;
  createdAt: Date;
  paidAt: Date | null;
  completedAt: Date | null;
  customer: Customer | null;
  items: OrderItemRecord[];
};

export const orderColumns = (db: TenantDb): Fragment => db.sql`
  o.id, o.shop_id, o.external_id, o.email, o.contact_id, o.state, o.state_category as meaning, o.currency, o.total, o.total_without_vat,
  o.coupon_code, o.created_at, o.paid_at, o.completed_at, o.customer, bought.items`;

export async function findOrder(db: TenantDb, id: string): Promise<OrderRecord | undefined> {
  const [row] = await db.sql<OrderRecord[]>`
    select ${orderColumns(db)} from shop_order o cross join lateral (${toFragment(db.sql, orderItemsJson(db.tenantId))}) bought
    where o.tenant_id = ${db.tenantId} and o.id = ${id}`;
  return row;
}

export type OrderKey = { shopId: string; externalId: string };

/** Serializes writes of one order, and excludes work under the lock of all addresses. */
export async function lockOrderKey(db: TenantDb, { shopId, externalId }: OrderKey): Promise<void> {
  await db.sql`
    select ${sharedLock(db.sql, "allAddresses", db.tenantId)},
      ${exclusiveLock(db.sql, "order", db.tenantId, shopId, externalId)}`;
}

/** The address of an order; null after an erasure, undefined for an unknown order. */
export async function findOrderEmail(db: TenantDb, key: OrderKey): Promise<string | null | undefined> {
  const [row] = await db.sql<{ email: string | null }[]>`
    select email from shop_order
    where tenant_id = ${db.tenantId} and shop_id = ${key.shopId} and external_id = ${key.externalId}`;
  return row?.email;
}

/** Locks the known orders until the end of the transaction. */
export async function lockOrders(db: TenantDb, keys: readonly OrderKey[]): Promise<OrderRecord[]> {
  const requested = JSON.stringify(keys.map(({ shopId, externalId }) => ({ shopId, externalId })));
  return db.sql<OrderRecord[]>`
    with o as (
      select o.* from jsonb_to_recordset(${requested}::jsonb) as k("shopId" bigint, "externalId" text)
      join shop_order o on o.tenant_id = ${db.tenantId} and o.shop_id = k."shopId" and o.external_id = k."externalId"
      order by o.id for update of o
    )
    select ${orderColumns(db)} from o cross join lateral (${toFragment(db.sql, orderItemsJson(db.tenantId))}) bought`;
}

/** The stored columns of an order; all times are resolved. */
export type OrderWrite = Omit<OrderRecord, "id" | "items"> & { items: OrderItem[] };

const contentColumns = (db: TenantDb): Fragment => db.sql`
  id bigint, "shopId" bigint, "externalId" text, "externalKey" text, "contactId" bigint, email text, state text,
  meaning text, currency text, total numeric, "totalWithoutVat" numeric, "couponCode" text, "createdAt" timestamptz,
  "paidAt" timestamptz, "completedAt" timestamptz, customer jsonb`;

const asRows = (orders: readonly OrderWrite[]): string =>
  JSON.stringify(orders.map((order) => ({ ...order, items: undefined, externalKey: fold(order.externalId) })));

/** Ids in the order of the input. */
export async function insertOrders(
  db: TenantDb,
  orders: readonly OrderWrite[],
  at: Date,
): Promise<(OrderKey & { id: string })[]> {
  return db.sql<(OrderKey & { id: string })[]>`
    insert into shop_order (tenant_id, shop_id, external_id, external_key, contact_id, email, state, state_category, currency,
      total, total_without_vat, coupon_code, created_at, paid_at, completed_at, customer, recorded_at)
    select ${db.tenantId}, "shopId", "externalId", "externalKey", "contactId", email, state, meaning, currency, total,
      "totalWithoutVat", "couponCode", "createdAt", "paidAt", "completedAt", customer, ${at}
    from jsonb_to_recordset(${asRows(orders)}::jsonb) as o(${contentColumns(db)})
    returning id, shop_id, external_id`;
}

export async function updateOrders(db: TenantDb, orders: readonly (OrderWrite & { id: string })[], at: Date) {
  await db.sql`
    update shop_order s set contact_id = o."contactId", email = o.email, state = o.state, state_category = o.meaning,
      currency = o.currency, total = o.total, total_without_vat = o."totalWithoutVat", coupon_code = o."couponCode",
      created_at = o."createdAt", paid_at = o."paidAt", completed_at = o."completedAt", customer = o.customer, updated_at = ${at}
    from jsonb_to_recordset(${asRows(orders)}::jsonb) as o(${contentColumns(db)})
    where s.tenant_id = ${db.tenantId} and s.id = o.id`;
}

export async function deleteItems(db: TenantDb, orderIds: readonly string[]): Promise<void> {
  await db.sql`
    delete from order_item where tenant_id = ${db.tenantId} and order_id = any(${[...orderIds]}::bigint[])`;
}

const foldOrNull = (text: string | null) => (text === null ? null : fold(text));

export async function insertItems(db: TenantDb, orders: readonly { id: string; items: readonly OrderItem[] }[]) {
  const rows = orders.flatMap(({ id, items }) =>
    items.map((item, position) => ({
      ...item,
      orderId: id,
      position,
      codeKey: foldOrNull(item.code),
      categoryKey: foldOrNull(item.category),
      brandKey: foldOrNull(item.brand),
    })),
  );
  if (rows.length === 0) return;
  await db.sql`
    insert into order_item (tenant_id, order_id, position, code, name, quantity, price, category, brand, code_key,
      category_key, brand_key)
    select ${db.tenantId}, "orderId", position, code, name, quantity, price, category, brand, "codeKey", "categoryKey",
      "brandKey"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i("orderId" bigint, position int, code text, name text,
      quantity numeric, price numeric, category text, brand text, "codeKey" text, "categoryKey" text, "brandKey" text)`;
}

export async function findShopCurrencies(db: TenantDb, shopIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db.sql<{ id: string; currencies: string[] }[]>`
    select id, currencies from shop where tenant_id = ${db.tenantId} and id = any(${[...shopIds]}::bigint[])`;
  return new Map(rows.map(({ id, currencies }) => [id, currencies]));
}

/** Empty until the company sets its own mapping. */
export async function listOrderStates(db: TenantDb): Promise<OrderStateMapping[]> {
  return db.sql<OrderStateMapping[]>`
    select state, state_category as meaning from order_state where tenant_id = ${db.tenantId} order by position`;
}

export async function replaceOrderStates(db: TenantDb, states: readonly OrderStateMapping[]): Promise<void> {
  await db.sql`delete from order_state where tenant_id = ${db.tenantId}`;
  if (states.length === 0) return;
  const rows = states.map(({ state, meaning }, position) => ({
    tenantId: db.tenantId,
    state,
    stateCategory: meaning,
    position,
  }));
  await db.sql`insert into order_state ${db.sql(rows)}`;
}

export async function hasMoreOrdersThan(db: TenantDb, count: number): Promise<boolean> {
  const rows = await db.sql<{ id: string }[]>`
    select id from shop_order where tenant_id = ${db.tenantId} offset ${count} limit 1`;
  return rows.length === 1;
}

export async function findLastOrderId(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ id: number }[]>`
    select coalesce(max(id), 0)::float8 as id from shop_order where tenant_id = ${db.tenantId}`;
  return singleRow(rows).id;
}

export type CategorizedOrderRecord = Pick<
  OrderRecord,
  "id" | "contactId" | "shopId" | "currency" | "total" | "createdAt" | "state" | "meaning"
>;

export async function listCategorizedOrders(
  db: TenantDb,
  after: { id: string; limit: number },
): Promise<CategorizedOrderRecord[]> {
  return db.sql<CategorizedOrderRecord[]>`
    select id, contact_id, shop_id, currency, total, created_at, state, state_category as meaning from shop_order
    where tenant_id = ${db.tenantId} and id > ${after.id} order by id limit ${after.limit}`;
}

export async function updateStateCategories(
  db: TenantDb,
  orders: readonly { id: string; meaning: StateCategory }[],
  at: Date,
): Promise<void> {
  if (orders.length === 0) return;
  const rows = JSON.stringify(orders.map(({ id, meaning }) => ({ id, meaning })));
  await db.sql`
    update shop_order s set state_category = o.meaning,
      completed_at = case when o.meaning = 'completed' then coalesce(s.completed_at, ${at}) else s.completed_at end
    from jsonb_to_recordset(${rows}::jsonb) as o(id bigint, meaning text)
    where s.tenant_id = ${db.tenantId} and s.id = o.id`;
}

/** Links what was bought before these contacts were contacts. */
export async function linkOrdersOfContacts(db: TenantDb, contactIds: readonly string[]): Promise<void> {
  await inParts<object>(
    db,
    [
      part(
        "new",
        [],
        db.sql`
      select tenant_id, id, email from contact where tenant_id = ${db.tenantId} and id = any(${[...contactIds]}::bigint[])`,
      ),
      ...linkOrders(db.tenantId),
    ],
    lastPart(
      ["linked"],
      db.sql`
    select from linked`,
    ),
  );
}
