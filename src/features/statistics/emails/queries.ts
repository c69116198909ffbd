import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { periodCondition } from "../period.sql.ts";
import type { Period } from "../../../kernel/period.ts";
import type { KeyedCount } from "../queries.ts";

/** Counts by days in the company's time zone. */
export async function countByDay(db: TenantDb, period: Period, timeZone: string): Promise<KeyedCount<string>[]> {
  return db.sql<KeyedCount<string>[]>`
    select to_char(hour at time zone ${timeZone}, 'YYYY-MM-DD') as key, metric, sum(n)::float8 as n
    from company_hourly_stat where tenant_id = ${db.tenantId} ${periodCondition(db, db.sql`hour`, period)} group by 1, 2 order by 1`;
}

export async function countStartedCampaigns(db: TenantDb, period: Period): Promise<number> {
  const rows = await db.sql<{ n: number }[]>`
    select count(*)::int as n from campaign
    where tenant_id = ${db.tenantId} and parent_id is null ${periodCondition(db, db.sql`started_at`, period)}`;
  return singleRow(rows).n;
}
