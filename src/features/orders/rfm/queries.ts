import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { RfmGroup } from "./groups.ts";

export type RfmSetting = { requestedAt: Date; computedAt: Date | null; isStale: boolean };

export async function findRfmSetting({ sql, tenantId }: TenantDb): Promise<RfmSetting | undefined> {
  const [row] = await sql<RfmSetting[]>`
    select requested_at, computed_at, coalesce(computed_at is null or changed_at >= computed_at, false) as is_stale
    from rfm_setting where tenant_id = ${tenantId}`;
  return row;
}

/** The first request counts. */
export async function insertRfmSetting({ sql, tenantId }: TenantDb, at: Date): Promise<void> {
  await sql`insert into rfm_setting (tenant_id, requested_at) values (${tenantId}, ${at}) on conflict do nothing`;
}

export async function updateChangedAt({ sql, tenantId }: TenantDb, at: Date): Promise<void> {
  await sql`update rfm_setting set changed_at = ${at} where tenant_id = ${tenantId}`;
}

export async function setComputed({ sql, tenantId }: TenantDb, at: Date): Promise<void> {
  await sql`update rfm_setting set computed_at = ${at} where tenant_id = ${tenantId}`;
}

/** The least values of the scores 2 to 5, as text, as far as there is a value with the score or a higher one. */
export type Quintiles = {
  shopId: string;
  currency: string;
  lastAt: string[];
  orders: string[];
  total: string[];
};

/** A score is decided by the share of buyers with a lower value, so that equal values have the same score. */
export async function findQuintiles({ sql, tenantId }: TenantDb): Promise<Quintiles[]> {
  const score = (column: Fragment) => sql`
    1 + 5 * (rank() over (partition by shop_id, currency order by ${column}) - 1) / count(*) over (partition by shop_id, currency)`;
  const limits = (column: Fragment, scored: Fragment) => sql`
    array_remove(array[(min(${column}) filter (where ${scored} >= 2))::text, (min(${column}) filter (where ${scored} >= 3))::text,
      (min(${column}) filter (where ${scored} >= 4))::text, (min(${column}) filter (where ${scored} >= 5))::text], null)`;
  return sql<Quintiles[]>`
    with scored as (
      select shop_id, currency, last_at, orders, total, ${score(sql`last_at`)} as r, ${score(sql`orders`)} as f,
        ${score(sql`total`)} as m
      from contact_order_total where tenant_id = ${tenantId}
    )
    select shop_id, currency, ${limits(sql`last_at`, sql`r`)} as last_at, ${limits(sql`orders`, sql`f`)} as orders,
      ${limits(sql`total`, sql`m`)} as total
    from scored group by shop_id, currency`;
}

/** The id up to which the next step scores; null for the last step. */
export async function findStepEnd({ sql, tenantId }: TenantDb, after: string, limit: number): Promise<string | null> {
  const [row] = await sql<{ contactId: string }[]>`
    select contact_id from contact_order_total where tenant_id = ${tenantId} and contact_id > ${after}
    order by contact_id offset ${limit} limit 1`;
  return row?.contactId ?? null;
}

type Step = { readonly after: string; readonly upTo: string | null };

/** Scores the buyers of a step, and deletes the scores of contacts without completed orders. */
export async function scoreContacts(db: TenantDb, quintiles: readonly Quintiles[], step: Step): Promise<void> {
  const { sql, tenantId } = db;
  const score = (value: Fragment, limits: Fragment) => sql`
    (1 + (select count(*) from unnest(${limits}) as l(least) where ${value} >= l.least))::smallint`;
  const inStep = (column: Fragment) => sql`
    ${column} > ${step.after} ${step.upTo === null ? sql`` : sql`and ${column} <= ${step.upTo}`}`;
  await sql`
    with quintile as (
      select * from jsonb_to_recordset(${JSON.stringify(quintiles)}::jsonb)
        as q("shopId" bigint, currency text, "lastAt" timestamptz[], orders int[], total numeric[])
    ), scored as (
      select t.contact_id, t.shop_id, t.currency, ${score(sql`t.last_at`, sql`q."lastAt"`)} as r,
        ${score(sql`t.orders`, sql`q.orders`)} as f, ${score(sql`t.total`, sql`q.total`)} as m
      from contact_order_total t join quintile q on q."shopId" = t.shop_id and q.currency = t.currency
      where t.tenant_id = ${tenantId} and ${inStep(sql`t.contact_id`)}
    ), deleted as (
      delete from rfm_score s where s.tenant_id = ${tenantId} and ${inStep(sql`s.contact_id`)} and not exists (
        select from contact_order_total t where t.tenant_id = ${tenantId} and t.contact_id = s.contact_id
          and t.shop_id = s.shop_id and t.currency = s.currency)
    )
    insert into rfm_score as s (tenant_id, contact_id, shop_id, currency, recency, frequency, monetary, rfm_group)
    select ${tenantId}, contact_id, shop_id, currency, r, f, m, ${groupOf(db)}
    from (select *, (f + m + 1) / 2 as fm from scored) scored order by contact_id, shop_id, currency
    on conflict (tenant_id, contact_id, shop_id, currency) do update
      set recency = excluded.recency, frequency = excluded.frequency, monetary = excluded.monetary,
        rfm_group = excluded.rfm_group
      where (s.recency, s.frequency, s.monetary, s.rfm_group)
        is distinct from (excluded.recency, excluded.frequency, excluded.monetary, excluded.rfm_group)`;
}

/** The group of the score `r` and the rounded mean `fm`. */
const groupOf = ({ sql }: TenantDb): Fragment => sql`
  case
    when r = 5 and fm >= 4 then 'champions'
    when r >= 3 and fm >= 4 then 'loyal'
    when r >= 4 and fm >= 2 then 'potential_loyalists'
    when r = 5 then 'new_customers'
    when r = 4 then 'promising'
    when r = 3 and fm = 3 then 'need_attention'
    when r = 3 then 'about_to_sleep'
    when fm = 5 then 'cannot_lose'
    when fm >= 3 then 'at_risk'
    when r = 1 and fm = 1 then 'lost'
    else 'hibernating'
  end`;

export async function replaceGroupTotals({ sql, tenantId }: TenantDb): Promise<void> {
  await sql`select from rfm_setting where tenant_id = ${tenantId} for update`;
  await sql`delete from rfm_group_total where tenant_id = ${tenantId}`;
  await sql`
    insert into rfm_group_total (tenant_id, shop_id, currency, rfm_group, contacts, orders, revenue)
    select ${tenantId}, s.shop_id, s.currency, s.rfm_group, count(*), sum(t.orders), sum(t.total)
    from rfm_score s join contact_order_total t on t.tenant_id = ${tenantId} and t.contact_id = s.contact_id
      and t.shop_id = s.shop_id and t.currency = s.currency
    where s.tenant_id = ${tenantId} group by 2, 3, 4`;
}

export type GroupTotal = { key: RfmGroup; contacts: number; orders: number; revenue: string };

export async function listGroupTotals(
  { sql, tenantId }: TenantDb,
  { shopId, currency }: { shopId: string; currency: string },
): Promise<GroupTotal[]> {
  return sql<GroupTotal[]>`
    select rfm_group as key, contacts, orders::float8 as orders, revenue::text as revenue from rfm_group_total
    where tenant_id = ${tenantId} and shop_id = ${shopId} and currency = ${currency}`;
}

/** The first enabled shop; every company has one. */
export async function getDefaultShopId({ sql, tenantId }: TenantDb): Promise<string> {
  const rows = await sql<{ id: string }[]>`
    select id from shop where tenant_id = ${tenantId} and is_enabled order by id limit 1`;
  return singleRow(rows).id;
}
