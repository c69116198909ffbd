import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { withVariantStatus } from "../campaigns/aggregate-status.sql.ts";
import type { Metric, MetricCount } from "./metrics.ts";
import { periodCondition } from "./period.sql.ts";
import type { Period } from "../../kernel/period.ts";

export type ReportedCampaign = {
  id: string;
  parentId: string | null;
  shopId: string;
  name: string;
  subject: string;
  preheader: string;
  status: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled";
  language: string | null;
  contentVersion: number | null;
  recipients: number | null;
  startedAt: Date | null;
  finishedAt: Date | null;
};

/** The state of a campaign applies to its variants too. */
const campaigns = (db: TenantDb): Fragment => db.sql`
  select c.id, c.parent_id, c.shop_id, c.name, c.subject, c.preheader, w.status, c.language, c.content_version,
    w.recipients, w.started_at, w.finished_at
  from campaign c ${withVariantStatus(db)} where c.tenant_id = ${db.tenantId}`;

export async function findReportedCampaign(db: TenantDb, id: string): Promise<ReportedCampaign | undefined> {
  const [row] = await db.sql<ReportedCampaign[]>`${campaigns(db)} and c.id = ${id}`;
  return row;
}

/** The campaign first, then its language variants. */
export async function listWithVariants(db: TenantDb, id: string): Promise<ReportedCampaign[]> {
  return db.sql<ReportedCampaign[]>`
    ${campaigns(db)} and (c.id = ${id} or c.parent_id = ${id}) order by c.parent_id is not null, c.language, c.id`;
}

/** A campaign with all its variants, one variant, or e-mails of an automation. */
export type StatScope = { readonly sourceIds: readonly string[]; readonly variantId: string | null };

/** One source is compared by `=`, so that indexes keep the order of pages. */
export const inSources = ({ sql }: TenantDb, column: Fragment, { sourceIds }: StatScope): Fragment => {
  const [first = "0", ...others] = sourceIds;
  return others.length === 0 ? sql`${column} = ${first}` : sql`${column} in ${sql([...sourceIds])}`;
};

/** The rows of a statistics table that belong to the scope. */
export const scopeCondition = (db: TenantDb, scope: StatScope): Fragment => db.sql`
  tenant_id = ${db.tenantId} and ${inSources(db, db.sql`campaign_id`, scope)} ${ofVariant(db, scope)}`;

const ofVariant = ({ sql }: TenantDb, { variantId }: StatScope): Fragment =>
  variantId === null ? sql`` : sql`and variant_id = ${variantId}`;

/** The same for the tables of delivery. */
export const messageScopeCondition = (db: TenantDb, scope: StatScope): Fragment => db.sql`
  tenant_id = ${db.tenantId} and ${inSources(db, db.sql`source_id`, scope)} ${ofVariant(db, scope)}`;

export type KeyedCount<Key> = MetricCount & { readonly key: Key };

const hourlyStats = (db: TenantDb, scope: StatScope, period: Period): Fragment => db.sql`
  campaign_hourly_stat where ${scopeCondition(db, scope)} ${periodCondition(db, db.sql`hour`, period)}`;

export async function countTotals(db: TenantDb, scope: StatScope, period: Period): Promise<MetricCount[]> {
  return db.sql<{ metric: Metric; n: number }[]>`
    select metric, sum(n)::float8 as n from ${hourlyStats(db, scope, period)} group by metric`;
}

export async function countByVariant(db: TenantDb, scope: StatScope, period: Period): Promise<KeyedCount<string>[]> {
  return db.sql<KeyedCount<string>[]>`
    select variant_id as key, metric, sum(n)::float8 as n from ${hourlyStats(db, scope, period)} group by 1, 2`;
}

/** Hours in the company's time zone. */
export async function countByHour(
  db: TenantDb,
  scope: StatScope,
  { period, timeZone }: { period: Period; timeZone: string },
): Promise<KeyedCount<number>[]> {
  return db.sql<KeyedCount<number>[]>`
    select extract(hour from hour at time zone ${timeZone})::int as key, metric, sum(n)::float8 as n
    from ${hourlyStats(db, scope, period)} group by 1, 2 order by 1`;
}

export async function listDomains(db: TenantDb, scope: StatScope, period: Period): Promise<string[]> {
  const rows = await db.sql<{ domain: string }[]>`
    select distinct domain from ${hourlyStats(db, scope, period)} order by domain`;
  return rows.map(({ domain }) => domain);
}

/** Largest first, unknown providers last. `providers` are the names of the domains' providers; other domains are `other`. */
export async function countByProvider(
  db: TenantDb,
  scope: StatScope,
  { period, providers }: { period: Period; providers: ReadonlyMap<string, string> },
): Promise<KeyedCount<string>[]> {
  return db.sql<KeyedCount<string>[]>`
    with known as (
      select * from unnest(${[...providers.keys()]}::text[], ${[...providers.values()]}::text[]) as k(domain, provider)
    ), counted as (
      select domain, metric, sum(n) as n from ${hourlyStats(db, scope, period)} group by 1, 2
    ), provided as (
      select coalesce(k.provider, 'other') as key, c.metric, sum(c.n)::float8 as n
      from counted c left join known k on k.domain = c.domain group by 1, 2
    ), sized as (
      select key, sum(n) filter (where metric in ('sent', 'refused')) as size from provided group by 1
    )
    select key, metric, n from provided join sized using (key)
    order by key = 'other', size desc nulls last, key`;
}

/** The largest domains, and under null the sum of all others; `domains` is the number of domains in a row. */
export async function countByDomain(
  db: TenantDb,
  scope: StatScope,
  { period, rows }: { period: Period; rows: number },
): Promise<(KeyedCount<string | null> & { domains: number })[]> {
  return db.sql<(KeyedCount<string | null> & { domains: number })[]>`
    with counted as (
      select domain, metric, sum(n) as n from ${hourlyStats(db, scope, period)} group by 1, 2
    ), sized as (
      select *, sum(n) filter (where metric in ('sent', 'refused')) over (partition by domain) as size from counted
    ), placed as (
      select *, dense_rank() over (order by size desc nulls last, domain) as place from sized
    ), shown as (
      select metric, n, place, case when place <= ${rows} then domain end as key,
        least(place, ${rows}::bigint + 1) as slot
      from placed
    )
    select key, metric, sum(n)::float8 as n,
      (max(max(place)) over (partition by slot) - slot + 1)::int as domains
    from shown group by slot, key, metric order by slot`;
}

export type LinkStatRecord = {
  variantId: string;
  language: string | null;
  number: number;
  url: string;
  clicks: number;
  unique: number;
  machineClicks: number;
};

/** Sent links, most clicked first. Number 0 is the honeypot link and is excluded. */
export async function listLinkStats(db: TenantDb, scope: StatScope): Promise<LinkStatRecord[]> {
  return db.sql<LinkStatRecord[]>`
    with counted as (
      select variant_id, link as number, coalesce(sum(n) filter (where metric = 'clicks'), 0)::float8 as clicks,
        coalesce(sum(n) filter (where metric = 'clicked'), 0)::float8 as unique_clicks,
        coalesce(sum(n) filter (where metric = 'machine_clicks'), 0)::float8 as machine_clicks
      from campaign_link_stat where ${scopeCondition(db, scope)} and link > 0 group by 1, 2
    ), known as (
      select variant_id, number, url from message_link where ${messageScopeCondition(db, scope)}
    )
    select variant_id, v.language, number, coalesce(known.url, '') as url, coalesce(clicks, 0) as clicks,
      coalesce(unique_clicks, 0) as "unique", coalesce(machine_clicks, 0) as machine_clicks
    from known full join counted using (variant_id, number)
    left join campaign v on v.tenant_id = ${db.tenantId} and v.id = variant_id
    order by 5 desc, variant_id, number`;
}

export type StateCount = { variantId: string; state: string; n: number };

/** Number of messages by state; rows that the expansion has not written yet are not included. */
export async function countStates(db: TenantDb, scope: StatScope): Promise<StateCount[]> {
  return db.sql<
    StateCount[]
  >`select variant_id, state, n from message_state_count where ${messageScopeCondition(db, scope)} and n > 0`;
}

export async function isCampaignExpanding(db: TenantDb, scope: StatScope): Promise<boolean> {
  const rows = await db.sql`
    select from campaign_expansion where tenant_id = ${db.tenantId} and ${inSources(db, db.sql`campaign_id`, scope)}`;
  return rows.length > 0;
}

/** Skip reasons of messages whose contacts still exist. */
export async function countSkipReasons(
  db: TenantDb,
  scope: StatScope,
): Promise<{ variantId: string; reason: string; n: number }[]> {
  return db.sql<{ variantId: string; reason: string; n: number }[]>`
    select variant_id, coalesce(reason, 'other') as reason, count(*)::int as n from message
    where ${messageScopeCondition(db, scope)} and state = 'skipped' group by 1, 2 order by n desc, reason`;
}
