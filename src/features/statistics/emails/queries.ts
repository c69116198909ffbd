import { only } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { within, type Period } from "../period.ts";
import type { Keyed } from "../queries.ts";

/** By days of the company. */
export async function countByDay(db: TenantDb, period: Period, timeZone: string): Promise<Keyed<string>[]> {
  return db.sql<Keyed<string>[]>`
    select to_char(hour at time zone ${timeZone}, 'YYYY-MM-DD') as key, metric, sum(n)::float8 as n
    from email_stat where tenant_id = ${db.tenantId} ${within(db, db.sql`hour`, period)} group by 1, 2 order by 1`;
}

export async function countStarted(db: TenantDb, period: Period): Promise<number> {
  const rows = await db.sql<{ n: number }[]>`
    select count(*)::int as n from campaign
    where tenant_id = ${db.tenantId} and parent_id is null ${within(db, db.sql`started_at`, period)}`;
  return only(rows).n;
}
