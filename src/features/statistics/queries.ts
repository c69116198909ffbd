import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { whole } from "../campaigns/whole.ts";
import type { Metric, MetricCount } from "./metrics.ts";
import { within, type Period } from "./period.ts";
import { knownDomains, knownProviders } from "./providers.ts";

export type CampaignRecord = {
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

/** What a campaign says of its state it says of its variants too. */
const campaigns = (db: TenantDb): Fragment => db.sql`
  select c.id, c.parent_id, c.shop_id, c.name, c.subject, c.preheader, w.status, c.language, c.content_version,
    w.recipients, w.started_at, w.finished_at
  from campaign c ${whole(db)} where c.tenant_id = ${db.tenantId}`;

export async function findCampaign(db: TenantDb, id: string): Promise<CampaignRecord | undefined> {
  const [row] = await db.sql<CampaignRecord[]>`${campaigns(db)} and c.id = ${id}`;
  return row;
}

/** The campaign first, then its language variants. */
export async function listWithVariants(db: TenantDb, id: string): Promise<CampaignRecord[]> {
  return db.sql<CampaignRecord[]>`
    ${campaigns(db)} and (c.id = ${id} or c.parent_id = ${id}) order by c.parent_id is not null, c.language, c.id`;
}

/** A campaign with all its variants, or one of them. */
export type Scope = { readonly campaignId: string; readonly variantId: string | null };

/** The rows of a table that belong to it. */
export const ofScope = ({ sql, tenantId }: TenantDb, { campaignId, variantId }: Scope): Fragment => sql`
  tenant_id = ${tenantId} and campaign_id = ${campaignId}
  ${variantId === null ? sql`` : sql`and variant_id = ${variantId}`}`;

export type Keyed<Key> = MetricCount & { readonly key: Key };

const statsOf = (db: TenantDb, scope: Scope, period: Period): Fragment => db.sql`
  campaign_stat where ${ofScope(db, scope)} ${within(db, db.sql`hour`, period)}`;

export async function countTotals(db: TenantDb, scope: Scope, period: Period): Promise<MetricCount[]> {
  return db.sql<{ metric: Metric; n: number }[]>`
    select metric, sum(n)::float8 as n from ${statsOf(db, scope, period)} group by metric`;
}

export async function countByVariant(db: TenantDb, campaignId: string, period: Period): Promise<Keyed<string>[]> {
  return db.sql<Keyed<string>[]>`
    select variant_id as key, metric, sum(n)::float8 as n
    from ${statsOf(db, { campaignId, variantId: null }, period)} group by 1, 2`;
}

/** Hours of the company's day. */
export async function countByHour(
  db: TenantDb,
  scope: Scope,
  { period, timeZone }: { period: Period; timeZone: string },
): Promise<Keyed<number>[]> {
  return db.sql<Keyed<number>[]>`
    select extract(hour from hour at time zone ${timeZone})::int as key, metric, sum(n)::float8 as n
    from ${statsOf(db, scope, period)} group by 1, 2 order by 1`;
}

/** Largest first, the rest of the world last. */
export async function countByProvider(db: TenantDb, scope: Scope, period: Period): Promise<Keyed<string>[]> {
  return db.sql<Keyed<string>[]>`
    with known as (
      select * from unnest(${knownDomains}::text[], ${knownProviders}::text[]) as k(domain, provider)
    ), counted as (
      select domain, metric, sum(n) as n from ${statsOf(db, scope, period)} group by 1, 2
    ), provided as (
      select coalesce(k.provider, 'other') as key, c.metric, sum(c.n)::float8 as n
      from counted c left join known k on k.domain = c.domain group by 1, 2
    ), sized as (
      select key, sum(n) filter (where metric in ('sent', 'refused')) as size from provided group by 1
    )
    select key, metric, n from provided join sized using (key)
    order by key = 'other', size desc nulls last, key`;
}

/** The largest ones, and under null all others together; `domains` says how many stand behind a key. */
export async function countByDomain(
  db: TenantDb,
  scope: Scope,
  { period, rows }: { period: Period; rows: number },
): Promise<(Keyed<string | null> & { domains: number })[]> {
  return db.sql<(Keyed<string | null> & { domains: number })[]>`
    with counted as (
      select domain, metric, sum(n) as n from ${statsOf(db, scope, period)} group by 1, 2
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

export type LinkRecord = {
  variantId: string;
  language: string | null;
  number: number;
  url: string;
  clicks: number;
  unique: number;
  machineClicks: number;
};

/** Links that were sent, most clicked first. Number 0 is the one that only machines find: it is no link of the author's. */
export async function listLinks(db: TenantDb, scope: Scope): Promise<LinkRecord[]> {
  return db.sql<LinkRecord[]>`
    with counted as (
      select variant_id, link as number, coalesce(sum(n) filter (where metric = 'clicks'), 0)::float8 as clicks,
        coalesce(sum(n) filter (where metric = 'clicked'), 0)::float8 as unique_clicks,
        coalesce(sum(n) filter (where metric = 'machine_clicks'), 0)::float8 as machine_clicks
      from campaign_link_stat where ${ofScope(db, scope)} and link > 0 group by 1, 2
    ), known as (
      select variant_id, number, url from campaign_link where ${ofScope(db, scope)}
    )
    select variant_id, v.language, number, coalesce(known.url, '') as url, coalesce(clicks, 0) as clicks,
      coalesce(unique_clicks, 0) as "unique", coalesce(machine_clicks, 0) as machine_clicks
    from known full join counted using (variant_id, number)
    left join campaign v on v.tenant_id = ${db.tenantId} and v.id = variant_id
    order by 5 desc, variant_id, number`;
}

export type StateCount = { variantId: string; state: string; n: number };

/** How many messages are in which state; rows that are still to be written are in none. */
export async function countStates(db: TenantDb, scope: Scope): Promise<StateCount[]> {
  return db.sql<StateCount[]>`select variant_id, state, n from campaign_count where ${ofScope(db, scope)} and n > 0`;
}

export async function isBeingPrepared(db: TenantDb, campaignId: string): Promise<boolean> {
  const rows = await db.sql`
    select from campaign_preparation where tenant_id = ${db.tenantId} and campaign_id = ${campaignId}`;
  return rows.length > 0;
}

/** Why messages were not sent; of contacts that are still there. */
export async function countSkipped(
  db: TenantDb,
  scope: Scope,
): Promise<{ variantId: string; reason: string; n: number }[]> {
  return db.sql<{ variantId: string; reason: string; n: number }[]>`
    select variant_id, coalesce(reason, 'other') as reason, count(*)::int as n from campaign_message
    where ${ofScope(db, scope)} and state = 'skipped' group by 1, 2 order by n desc, reason`;
}
