import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { contactChanges } from "./contact-changes.sql.ts";
import { idOf, isSource } from "./journal-values.sql.ts";
import { campaignStatReader } from "./listeners.ts";
import { emailEvents, metricRules } from "./rollup.queries.ts";

/** A day of the company, from its first instant to that of the next day. */
export type CountedDay = { readonly from: Date; readonly to: Date };

export type RepairedCounter = { counter: string; key: string; counted: number; kept: number };

export async function getTimeZone({ sql, tenantId }: TenantDb): Promise<string> {
  const rows = await sql<{ timeZone: string }[]>`select time_zone from company where tenant_id = ${tenantId}`;
  return singleRow(rows).timeZone;
}

/** Serializes reconciliations of a company: two at once would add a difference twice. */
export async function lockReconciliation({ sql, tenantId }: TenantDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statistics ${tenantId}`}, 0))`;
}

/** An erasure deletes journal entries and keeps counters: from then on a counter above the journal may be right. */
export async function hasErasuresSince({ sql, tenantId }: TenantDb, at: Date): Promise<boolean> {
  const rows = await sql<{ isErased: boolean }[]>`
    select exists (select from erased_address where tenant_id = ${tenantId} and erased_at >= ${at}) as is_erased`;
  return singleRow(rows).isErased;
}

/** Entries `j` of the day that the reader has counted. One statement sees cursor, entries and counters of one moment. */
const countedEntries = ({ sql, tenantId }: TenantDb, { from, to }: CountedDay): Fragment => sql`
  j.tenant_id = ${tenantId} and j.at >= ${from} and j.at < ${to} and (j.tx, j.id) <= (
    select tx, id from journal_cursor where tenant_id = ${tenantId} and reader = ${campaignStatReader})`;

const inDay = ({ sql, tenantId }: TenantDb, { from, to }: CountedDay): Fragment => sql`
  tenant_id = ${tenantId} and hour >= ${from} and hour < ${to}`;

type Repair = { readonly day: CountedDay; readonly canLower: boolean };

/**
 * Recounts the e-mail events of a day from the journal. The difference is added, so that what the reader counts
 * meanwhile stays. Metrics that depend on states of messages (bounced, refused, returned, unsubscribed) are not in the
 * journal alone.
 */
export async function repairHourlyStats(db: TenantDb, { day, canLower }: Repair): Promise<RepairedCounter[]> {
  const { sql, tenantId } = db;
  return sql<RepairedCounter[]>`
    with entry as (
      select j.*, count(*) as entries from (${emailEvents(db, countedEntries(db, day))}) j group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    ), counted as (
      select campaign_id, variant_id, domain, hour, metric, sum(n)::int as n from (
        select ${idOf(db, sql`campaign`)} as campaign_id, ${idOf(db, sql`coalesce(variant, campaign)`)} as variant_id, domain,
          hour, m.metric, entries * m.sign as n
        from entry cross join lateral ${metricRules(db)} where m.holds
      ) event where variant_id is not null and ${isSource(db, sql`event.campaign_id`)} group by 1, 2, 3, 4, 5
    ), kept as (
      select campaign_id, variant_id, domain, hour, metric, n from campaign_hourly_stat
      where ${inDay(db, day)} and metric not in ('bounced', 'refused', 'returned', 'unsubscribed')
    ), difference as (
      select campaign_id, variant_id, domain, hour, metric, coalesce(counted.n, 0) as counted, coalesce(kept.n, 0) as kept
      from counted full join kept using (campaign_id, variant_id, domain, hour, metric)
      where coalesce(counted.n, 0) > coalesce(kept.n, 0) or ${canLower} and coalesce(counted.n, 0) < coalesce(kept.n, 0)
    ), repaired as (
      insert into campaign_hourly_stat as s (tenant_id, campaign_id, variant_id, domain, hour, metric, n)
      select ${tenantId}, campaign_id, variant_id, domain, hour, metric, counted - kept from difference order by 2, 3, 4, 5, 6
      on conflict (tenant_id, campaign_id, variant_id, domain, hour, metric) do update set n = s.n + excluded.n
    )
    select 'campaign_hourly_stat' as counter, concat_ws(' ', campaign_id, variant_id, domain, hour, metric) as key, counted, kept
    from difference order by key`;
}

/** Sums of all hours, for the e-mails that have events on the day. */
export async function repairTotals(db: TenantDb, day: CountedDay): Promise<RepairedCounter[]> {
  const { sql, tenantId } = db;
  const active = sql`
    tenant_id = ${tenantId} and campaign_id in (select campaign_id from campaign_hourly_stat where ${inDay(db, day)})`;
  return sql<RepairedCounter[]>`
    with counted as (
      select campaign_id, variant_id, metric, sum(n)::int as n from campaign_hourly_stat where ${active} group by 1, 2, 3
    ), kept as (
      select campaign_id, variant_id, metric, n from campaign_metric_total where ${active}
    ), difference as (
      select campaign_id, variant_id, metric, coalesce(counted.n, 0) as counted, coalesce(kept.n, 0) as kept
      from counted full join kept using (campaign_id, variant_id, metric) where coalesce(counted.n, 0) <> coalesce(kept.n, 0)
    ), repaired as (
      insert into campaign_metric_total as s (tenant_id, campaign_id, variant_id, metric, n)
      select ${tenantId}, campaign_id, variant_id, metric, counted - kept from difference order by 2, 3, 4
      on conflict (tenant_id, campaign_id, variant_id, metric) do update set n = s.n + excluded.n
    )
    select 'campaign_metric_total' as counter, concat_ws(' ', campaign_id, variant_id, metric) as key, counted, kept
    from difference order by key`;
}

/** The company's hours: e-mails as the sum of all campaigns, contacts as the journal has them. */
export async function repairCompanyStats(db: TenantDb, { day, canLower }: Repair): Promise<RepairedCounter[]> {
  const { sql, tenantId } = db;
  return sql<RepairedCounter[]>`
    with counted as (
      select hour, metric, sum(n)::int as n from campaign_hourly_stat where ${inDay(db, day)} group by 1, 2
      union all ${contactChanges(db, countedEntries(db, day))}
    ), kept as (
      select hour, metric, n from company_hourly_stat where ${inDay(db, day)}
    ), difference as (
      select hour, metric, coalesce(counted.n, 0) as counted, coalesce(kept.n, 0) as kept
      from counted full join kept using (hour, metric)
      where coalesce(counted.n, 0) > coalesce(kept.n, 0)
        or coalesce(counted.n, 0) < coalesce(kept.n, 0) and (${canLower} or metric not in ('added', 'lost'))
    ), repaired as (
      insert into company_hourly_stat as s (tenant_id, hour, metric, n)
      select ${tenantId}, hour, metric, counted - kept from difference order by 2, 3
      on conflict (tenant_id, hour, metric) do update set n = s.n + excluded.n
    )
    select 'company_hourly_stat' as counter, concat_ws(' ', hour, metric) as key, counted, kept from difference order by key`;
}
