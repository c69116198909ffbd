import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { searchCondition } from "../../orders/order-list.queries.ts";
import { contactCondition } from "../contact-filter.sql.ts";
import { periodCondition } from "../period.sql.ts";
import type { Period } from "../../../kernel/period.ts";
import { messageScopeCondition, type StatScope } from "../queries.ts";

export async function getWindowDays(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ days: number }[]>`
    select conversion_window_days as days from company where tenant_id = ${db.tenantId}`;
  return singleRow(rows).days;
}

export type ConversionFilters = {
  /** Undefined: e-mails of all campaigns and automations. */
  readonly scope?: StatScope | undefined;
  readonly period: Period;
  readonly windowDays: number;
  readonly isWithVat: boolean;
  /** Undefined: orders of all shops. */
  readonly shopId?: string | undefined;
};

/** Conversions: `a` is the attribution and `o` the order. The state and the amounts are those the order has now. */
const conversions = (db: TenantDb, { scope, period, windowDays, shopId }: ConversionFilters): Fragment => {
  const { sql, tenantId } = db;
  return sql`
    (select * from order_attribution where tenant_id = ${tenantId}
      ${scope === undefined ? sql`` : sql`and ${messageScopeCondition(db, scope)}`}
      ${periodCondition(db, sql`ordered_at`, period)}
      and ordered_at <= clicked_at + make_interval(hours => ${windowDays * 24}::int)) a
    join shop_order o on o.tenant_id = ${tenantId} and o.id = a.order_id and o.state_category in ('new', 'completed')
      ${shopId === undefined ? sql`` : sql`and o.shop_id = ${shopId}`}`;
};

/** A shop that does not send the amount without VAT does not charge it. */
const amountOf = ({ sql }: TenantDb, { isWithVat }: ConversionFilters): Fragment =>
  isWithVat ? sql`o.total` : sql`coalesce(o.total_without_vat, o.total)`;

export type CurrencyTotal = { currency: string; orders: number; revenue: string; average: string };

export async function sumConversions(db: TenantDb, filters: ConversionFilters): Promise<CurrencyTotal[]> {
  const amount = amountOf(db, filters);
  return db.sql<CurrencyTotal[]>`
    select o.currency, count(*)::int as orders, sum(${amount})::text as revenue, round(avg(${amount}), 2)::text as average
    from ${conversions(db, filters)} group by o.currency order by o.currency`;
}

/** Sources of the messages of automations. */
export async function listEmailSources(
  { sql, tenantId }: TenantDb,
  automationIds: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from automation_email_source
    where tenant_id = ${tenantId} and automation_id = any(${[...automationIds]}::bigint[])`;
  return rows.map(({ id }) => id);
}

export type SourceTotal = {
  type: "campaign" | "automation";
  id: string;
  name: string;
  currency: string;
  orders: number;
  revenue: string;
};

/** Rows by campaign or automation, and by currency; most orders first. */
export async function sumBySource(db: TenantDb, filters: ConversionFilters): Promise<SourceTotal[]> {
  const { sql, tenantId } = db;
  return sql<SourceTotal[]>`
    with by_source as (
      select a.source_id, o.currency, count(*) as orders, sum(${amountOf(db, filters)}) as revenue
      from ${conversions(db, filters)} group by 1, 2
    )
    select case when e.id is null then 'campaign' else 'automation' end as type, coalesce(e.automation_id, s.source_id) as id,
      coalesce(t.name, c.name, '') as name, s.currency, sum(s.orders)::int as orders, sum(s.revenue)::text as revenue
    from by_source s
    left join automation_email_source e on e.tenant_id = ${tenantId} and e.id = s.source_id
    left join automation t on t.tenant_id = ${tenantId} and t.id = e.automation_id
    left join campaign c on c.tenant_id = ${tenantId} and c.id = s.source_id
    group by 1, 2, 3, 4 order by orders desc, type, id, currency`;
}

export type NodeRevenue = { node: string; currency: string; orders: number; revenue: string };

/** Revenue by e-mail of an automation and currency. */
export const sumByNode = async (db: TenantDb, filters: ConversionFilters): Promise<NodeRevenue[]> =>
  db.sql<NodeRevenue[]>`
    select e.node, o.currency, count(*)::int as orders, sum(${amountOf(db, filters)})::text as revenue
    from ${conversions(db, filters)}
    join automation_email_source e on e.tenant_id = ${db.tenantId} and e.id = a.source_id
    group by 1, 2 order by 1, 2`;

export type ConversionRecord = {
  orderId: string;
  externalId: string;
  contactId: string | null;
  email: string | null;
  at: Date;
  clickedAt: Date;
  currency: string;
  total: string;
  node: string | null;
};

export type ConversionPage = ConversionFilters & {
  readonly q: string;
  readonly engagement: string | undefined;
  readonly limit: number;
  readonly offset: number;
};

/** Newest first. */
export async function listConversions(
  db: TenantDb,
  request: ConversionPage,
): Promise<{ total: number; rows: ConversionRecord[] }> {
  const { sql, tenantId } = db;
  const found = sql`from ${conversions(db, request)} where true ${request.q === "" ? sql`` : searchCondition(db, request.q)}
    ${contactCondition(db, sql`o.contact_id`, { q: "", engagement: request.engagement })}`;
  const [count, rows] = await Promise.all([
    sql<{ n: number }[]>`select count(*)::int as n ${found}`,
    sql<ConversionRecord[]>`
      with page as (
        select o.id, o.external_id, o.contact_id, o.email, a.ordered_at, a.clicked_at, o.currency,
          ${amountOf(db, request)}::text as total, a.source_id
        ${found} order by a.ordered_at desc, a.order_id desc limit ${request.limit} offset ${request.offset}
      )
      select p.id as order_id, p.external_id, p.contact_id, p.email, p.ordered_at as at, p.clicked_at, p.currency, p.total,
        e.node
      from page p left join automation_email_source e on e.tenant_id = ${tenantId} and e.id = p.source_id
      order by p.ordered_at desc, p.id desc`,
  ]);
  return { total: singleRow(count).n, rows };
}
