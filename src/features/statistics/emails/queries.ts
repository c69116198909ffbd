import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { periodCondition } from "../period.sql.ts";
import type { Period } from "../../../kernel/period.ts";
import type { KeyedCount } from "../queries.ts";

export type EmailFilters = { readonly period: Period; readonly shopId: string | undefined };

const ofShop = ({ sql }: TenantDb, shopId: string | undefined): Fragment =>
  shopId === undefined ? sql`` : sql`and shop_id = ${shopId}`;

/** Counts by days in the company's time zone. */
export async function countByDay(
  db: TenantDb,
  { period, shopId, timeZone }: EmailFilters & { readonly timeZone: string },
): Promise<KeyedCount<string>[]> {
  const { sql, tenantId } = db;
  return sql<KeyedCount<string>[]>`
    select to_char(hour at time zone ${timeZone}, 'YYYY-MM-DD') as key, metric, sum(n)::float8 as n
    from ${shopId === undefined ? sql`company_hourly_stat` : sql`shop_hourly_stat`}
    where tenant_id = ${tenantId} ${ofShop(db, shopId)} ${periodCondition(db, sql`hour`, period)} group by 1, 2 order by 1`;
}

export async function countStartedCampaigns(db: TenantDb, { period, shopId }: EmailFilters): Promise<number> {
  const rows = await db.sql<{ n: number }[]>`
    select count(*)::int as n from campaign
    where tenant_id = ${db.tenantId} and parent_id is null ${ofShop(db, shopId)} ${periodCondition(db, db.sql`started_at`, period)}`;
  return singleRow(rows).n;
}
