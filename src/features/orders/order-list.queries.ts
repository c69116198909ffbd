import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import { orderBy } from "../../db/order-by.ts";
import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { startOfDay, startOfNextDay } from "../../kernel/local-time.ts";
import { fold, searchPattern } from "../../kernel/text.ts";
import { orderItemsJson } from "../contacts/contact-orders.queries.ts";
import { orderColumns, type OrderRecord } from "./queries.ts";
import { stateKey } from "./states.ts";

export type OrderFilters = {
  q?: string;
  shop?: string;
  contact?: string;
  contactId?: string;
  /** Normalized. */
  email?: string;
  /** Spellings of one word. */
  states?: readonly string[];
  meaning?: string;
  currency?: string;
  createdFrom?: string;
  createdTo?: string;
};

/** On `shop_order o`. The external id is stored folded, the address is not: the search text is compared in both forms. */
export function searchCondition({ sql }: TenantDb, q: string): Fragment {
  const folded = searchPattern(q);
  const written = q.trim().toLowerCase();
  if (fold(written) === written) return sql`and o.search like ${folded}`;
  const plain = `%${written.replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`;
  return sql`and (o.search like ${folded} or o.search like ${plain})`;
}

/** An order without a contact is found by the index of unlinked orders, any other one by its contact. */
const addressCondition = ({ sql, tenantId }: TenantDb, email: string): Fragment => sql`
  and (o.contact_id = (select c.id from contact c where c.tenant_id = ${tenantId} and c.email = ${email})
    or (o.contact_id is null and o.email = ${email}))`;

function conditions(db: TenantDb, filters: OrderFilters, timeZone: string): Fragment {
  const { sql } = db;
  const { q = "", shop, contact, contactId, email, states, meaning, currency, createdFrom, createdTo } = filters;
  return sql`
    o.tenant_id = ${db.tenantId}
    ${q.trim() === "" ? sql`` : searchCondition(db, q)}
    ${shop === undefined ? sql`` : sql`and o.shop_id = ${shop}`}
    ${contact === undefined ? sql`` : sql`and o.contact_id = ${contact}`}
    ${contactId === undefined ? sql`` : sql`and o.contact_id = ${contactId}`}
    ${email === undefined ? sql`` : addressCondition(db, email)}
    ${states === undefined ? sql`` : sql`and o.state = any(${[...states]}::text[])`}
    ${meaning === undefined ? sql`` : sql`and o.state_category = ${meaning}`}
    ${currency === undefined ? sql`` : sql`and o.currency = ${currency}`}
    ${createdFrom === undefined ? sql`` : sql`and o.created_at >= ${startOfDay(createdFrom, timeZone)}`}
    ${createdTo === undefined ? sql`` : sql`and o.created_at < ${startOfNextDay(createdTo, timeZone)}`}`;
}

/** Finds the spellings first: there are few states, whatever the number of orders. */
export async function findStateSpellings({ sql, tenantId }: TenantDb, state: string): Promise<string[]> {
  const rows = await sql<{ state: string }[]>`select distinct state from shop_order where tenant_id = ${tenantId}`;
  return rows.map((row) => row.state).filter((spelling) => stateKey(spelling) === stateKey(state));
}

export type OrderPage = OrderFilters & { sort?: string; limit: number; offset: number };

/** Items are read for the rows of the page only. */
export async function listOrderRecords(db: TenantDb, page: OrderPage, timeZone: string): Promise<OrderRecord[]> {
  const order = orderBy(db, page.sort ?? "-createdAt", {
    createdAt: db.sql`o.created_at`,
    total: db.sql`o.total`,
    id: db.sql`o.id`,
  });
  return db.sql<OrderRecord[]>`
    select ${orderColumns(db)} from (
      select * from shop_order o where ${conditions(db, page, timeZone)}
      order by ${order} limit ${page.limit} offset ${page.offset}
    ) o cross join lateral (${toFragment(db.sql, orderItemsJson(db.tenantId))}) bought order by ${order}`;
}

export async function countOrders(db: TenantDb, filters: OrderFilters, timeZone: string): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::float8 as total from shop_order o where ${conditions(db, filters, timeZone)}`;
  return singleRow(rows).total;
}
