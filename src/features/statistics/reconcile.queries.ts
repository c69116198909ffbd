import { inParts } from "../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../db/parts.ts";
import { takeLock } from "../../db/locks.ts";
import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import {
  contactDeleted,
  contactUnsubscribed,
  emailClicked,
  emailRevised,
  listUnsubscribed,
} from "../../journal/events.ts";
import { isEventOf, payloadField } from "../../journal/fields.sql.ts";
import { isParkedFor } from "../../journal/parked.queries.ts";
import { honeypotLink } from "../../mail/render/links.ts";
import { contactChanges } from "./contact-changes.sql.ts";
import { toId } from "./journal-values.sql.ts";
import { campaignStatReader } from "./listeners.ts";
import { countsByShop, lostByShop } from "./shop-stats.sql.ts";
import { eventParts, linkCounts, summedMetrics } from "./rollup.queries.ts";

/** A day of the company, from its first instant to that of the next day. */
export type CountedDay = { readonly from: Date; readonly to: Date };

export type RepairedCounter = { counter: string; key: string; counted: number; kept: number };

export async function getTimeZone({ sql, tenantId }: TenantDb): Promise<string> {
  const rows = await sql<{ timeZone: string }[]>`select time_zone from company where tenant_id = ${tenantId}`;
  return singleRow(rows).timeZone;
}

/** Serializes reconciliations of a company: two at once would add a difference twice. */
export async function lockReconciliation(db: TenantDb): Promise<void> {
  await takeLock(db, "reconciliation", db.tenantId);
}

/** An erasure deletes journal entries and keeps counters: from then on a counter above the journal may be right. */
export async function hasErasuresSince({ sql, tenantId }: TenantDb, at: Date): Promise<boolean> {
  const rows = await sql<{ isErased: boolean }[]>`
    select exists (select from erased_address where tenant_id = ${tenantId} and erased_at >= ${at}) as is_erased`;
  return singleRow(rows).isErased;
}

/** A deleted contact takes its messages along, which tell whether it was sent one and of which variant. */
export async function hasDeletionsSince({ sql, tenantId }: TenantDb, at: Date): Promise<boolean> {
  const rows = await sql<{ isDeleted: boolean }[]>`
    select exists (
      select from journal j where j.tenant_id = ${tenantId} and j.at >= ${at} and ${toFragment(sql, isEventOf([contactDeleted]))}
    ) as is_deleted`;
  return singleRow(rows).isDeleted;
}

/**
 * Entries `j` that the reader has counted; parked ones are counted when they are retried. One statement sees cursor, entries
 * and counters of one moment.
 */
const isCounted = (db: TenantDb): Fragment => db.sql`
  (j.tx, j.id) <= (select tx, id from journal_cursor where tenant_id = ${db.tenantId} and reader = ${campaignStatReader})
  and not ${isParkedFor(db, campaignStatReader)}`;

const countedEntries = (db: TenantDb, { from, to }: CountedDay): Fragment => db.sql`
  j.tenant_id = ${db.tenantId} and j.at >= ${from} and j.at < ${to} and ${isCounted(db)}`;

const inDay = ({ sql, tenantId }: TenantDb, { from, to }: CountedDay): Fragment => sql`
  tenant_id = ${tenantId} and hour >= ${from} and hour < ${to}`;

export type Repair = {
  readonly day: CountedDay;
  readonly canLower: boolean;
  /** Also the metrics that depend on messages. */
  readonly canLowerMessages: boolean;
};

/** The first entry of each message whose recipient unsubscribed, among those in `rare`. */
function unsubscribedMessages(db: TenantDb): Fragment {
  const { sql, tenantId } = db;
  const events = [contactUnsubscribed, listUnsubscribed];
  return sql`
    select m.source_id as campaign_id, m.variant_id, m.domain, rare.at
    from rare join message m on m.tenant_id = ${tenantId} and m.source_id = ${toId(db, sql`rare.campaign`)}
      and m.contact_id = rare.contact_id
    where ${toFragment(sql, isEventOf(events, "rare"))} and not exists (
      select from journal e where e.tenant_id = ${tenantId} and e.contact_id = rare.contact_id
        and ${toFragment(sql, isEventOf(events, "e"))} and ${toFragment(sql, payloadField(events, "campaignId", "e"))} = rare.campaign
        and (e.tx, e.id) < (rare.tx, rare.id))`;
}

/**
 * Recounts the e-mail events of a day from the journal. The difference is added, so that what the reader counts
 * meanwhile stays.
 */
export async function repairHourlyStats(
  db: TenantDb,
  { day, canLower, canLowerMessages }: Repair,
): Promise<RepairedCounter[]> {
  const { sql, tenantId } = db;
  return inParts<RepairedCounter>(
    db,
    [
      ...eventParts(db, countedEntries(db, day)),
      part("unsubscribed", ["rare"], unsubscribedMessages(db)),
      part("counted", ["grouped", "rare", "bounced", "unsubscribed"], summedMetrics(db)),
      part(
        "kept",
        [],
        sql`
      select campaign_id, variant_id, domain, hour, metric, n from campaign_hourly_stat where ${inDay(db, day)}`,
      ),
      inlinedPart(
        "difference",
        ["counted", "kept"],
        sql`
      select campaign_id, variant_id, domain, hour, metric, coalesce(counted.n, 0) as counted, coalesce(kept.n, 0) as kept
      from counted full join kept using (campaign_id, variant_id, domain, hour, metric)
      where coalesce(counted.n, 0) > coalesce(kept.n, 0) or coalesce(counted.n, 0) < coalesce(kept.n, 0) and ${canLower}
        and (${canLowerMessages} or metric not in ('refused', 'unsubscribed'))`,
      ),
      partIfRows(
        "repaired",
        ["difference"],
        sql`
      insert into campaign_hourly_stat as s (tenant_id, campaign_id, variant_id, domain, hour, metric, n)
      select ${tenantId}, campaign_id, variant_id, domain, hour, metric, counted - kept from difference order by 2, 3, 4, 5, 6
      on conflict (tenant_id, campaign_id, variant_id, domain, hour, metric) do update set n = s.n + excluded.n`,
      ),
    ],
    lastPart(
      ["difference"],
      sql`
    select 'campaign_hourly_stat' as counter, concat_ws(' ', campaign_id, variant_id, domain, hour, metric) as key, counted, kept
    from difference order by key`,
    ),
  );
}

/**
 * Recounts all clicks by link of the e-mails that were clicked in the period. Their counters have no hours; they are
 * lowered only where the journal has as many clicks as the e-mail's hours, so that none of its entries is gone.
 */
export async function repairLinkStats(db: TenantDb, period: CountedDay): Promise<RepairedCounter[]> {
  const { sql, tenantId } = db;
  const campaign = toFragment(sql, payloadField(emailClicked, "campaignId"));
  const isClick = toFragment(sql, isEventOf([emailClicked]));
  return inParts<RepairedCounter>(
    db,
    [
      part(
        "active",
        [],
        sql`
      select distinct ${campaign} as campaign from journal j where ${countedEntries(db, period)} and ${isClick}`,
        "materialized",
      ),
      part(
        "clicked",
        ["active"],
        sql`
      select j.type, ${campaign} as campaign, j.payload, j.contact_id, j.at from active join journal j on ${campaign} = active.campaign
      where j.tenant_id = ${tenantId} and ${isClick} and ${isCounted(db)}`,
        "materialized",
      ),
      part(
        "rare",
        ["clicked"],
        sql`
      select type, campaign, payload from clicked
      union all
      select j.type, clicked.campaign, j.payload from (
        select distinct campaign, contact_id, at from clicked where payload->'judged' is not null
      ) clicked join journal j on j.contact_id = clicked.contact_id and j.at = clicked.at and ${campaign} = clicked.campaign
      where j.tenant_id = ${tenantId} and ${toFragment(sql, isEventOf([emailRevised]))} and ${isCounted(db)}`,
        "materialized",
      ),
      part("counted", ["rare"], linkCounts(db)),
      part(
        "kept",
        ["counted"],
        sql`
      select campaign_id, variant_id, link, metric, n from campaign_link_stat
      where tenant_id = ${tenantId} and campaign_id in (select campaign_id from counted)`,
      ),
      inlinedPart(
        "clicks",
        ["counted"],
        sql`
      select campaign_id, variant_id, sum(n) as n from counted
      where metric in ('clicks', 'machine_clicks') and link <> ${honeypotLink} group by 1, 2`,
      ),
      inlinedPart(
        "complete",
        ["clicks"],
        sql`
      select campaign_id, variant_id from clicks where n = (
        select sum(h.n) from campaign_hourly_stat h where h.tenant_id = ${tenantId} and h.campaign_id = clicks.campaign_id
          and h.variant_id = clicks.variant_id and h.metric in ('clicks', 'machine_clicks'))`,
      ),
      inlinedPart(
        "difference",
        ["counted", "kept", "complete"],
        sql`
      select campaign_id, variant_id, link, metric, coalesce(counted.n, 0) as counted, coalesce(kept.n, 0) as kept
      from counted full join kept using (campaign_id, variant_id, link, metric)
      where coalesce(counted.n, 0) > coalesce(kept.n, 0) or coalesce(counted.n, 0) < coalesce(kept.n, 0)
        and (campaign_id, variant_id) in (select campaign_id, variant_id from complete)`,
      ),
      partIfRows(
        "repaired",
        ["difference"],
        sql`
      insert into campaign_link_stat as s (tenant_id, campaign_id, variant_id, link, metric, n)
      select ${tenantId}, campaign_id, variant_id, link, metric, counted - kept from difference order by 2, 3, 4, 5
      on conflict (tenant_id, campaign_id, variant_id, link, metric) do update set n = s.n + excluded.n`,
      ),
    ],
    lastPart(
      ["difference"],
      sql`
    select 'campaign_link_stat' as counter, concat_ws(' ', campaign_id, variant_id, link, metric) as key, counted, kept
    from difference order by key`,
    ),
  );
}

/** Sums of all hours, for the e-mails that have events on the day. */
export async function repairTotals(db: TenantDb, day: CountedDay): Promise<RepairedCounter[]> {
  const { sql, tenantId } = db;
  const active = sql`
    tenant_id = ${tenantId} and campaign_id in (select campaign_id from campaign_hourly_stat where ${inDay(db, day)})`;
  return inParts<RepairedCounter>(
    db,
    [
      part(
        "counted",
        [],
        sql`
      select campaign_id, variant_id, metric, sum(n)::int as n from campaign_hourly_stat where ${active} group by 1, 2, 3`,
      ),
      part(
        "kept",
        [],
        sql`
      select campaign_id, variant_id, metric, n from campaign_metric_total where ${active}`,
      ),
      inlinedPart(
        "difference",
        ["counted", "kept"],
        sql`
      select campaign_id, variant_id, metric, coalesce(counted.n, 0) as counted, coalesce(kept.n, 0) as kept
      from counted full join kept using (campaign_id, variant_id, metric) where coalesce(counted.n, 0) <> coalesce(kept.n, 0)`,
      ),
      partIfRows(
        "repaired",
        ["difference"],
        sql`
      insert into campaign_metric_total as s (tenant_id, campaign_id, variant_id, metric, n)
      select ${tenantId}, campaign_id, variant_id, metric, counted - kept from difference order by 2, 3, 4
      on conflict (tenant_id, campaign_id, variant_id, metric) do update set n = s.n + excluded.n`,
      ),
    ],
    lastPart(
      ["difference"],
      sql`
    select 'campaign_metric_total' as counter, concat_ws(' ', campaign_id, variant_id, metric) as key, counted, kept
    from difference order by key`,
    ),
  );
}

/** The company's hours: e-mails as the sum of all campaigns, contacts as the journal has them. */
export async function repairCompanyStats(
  db: TenantDb,
  { day, canLower }: Omit<Repair, "canLowerMessages">,
): Promise<RepairedCounter[]> {
  const { sql, tenantId } = db;
  return inParts<RepairedCounter>(
    db,
    [
      part(
        "counted",
        [],
        sql`
      select hour, metric, sum(n)::int as n from campaign_hourly_stat where ${inDay(db, day)} group by 1, 2
      union all ${contactChanges(db, countedEntries(db, day))}`,
      ),
      part(
        "kept",
        [],
        sql`
      select hour, metric, n from company_hourly_stat where ${inDay(db, day)}`,
      ),
      inlinedPart(
        "difference",
        ["counted", "kept"],
        sql`
      select hour, metric, coalesce(counted.n, 0) as counted, coalesce(kept.n, 0) as kept
      from counted full join kept using (hour, metric)
      where coalesce(counted.n, 0) > coalesce(kept.n, 0)
        or coalesce(counted.n, 0) < coalesce(kept.n, 0) and (${canLower} or metric not in ('added', 'lost'))`,
      ),
      partIfRows(
        "repaired",
        ["difference"],
        sql`
      insert into company_hourly_stat as s (tenant_id, hour, metric, n)
      select ${tenantId}, hour, metric, counted - kept from difference order by 2, 3
      on conflict (tenant_id, hour, metric) do update set n = s.n + excluded.n`,
      ),
    ],
    lastPart(
      ["difference"],
      sql`
    select 'company_hourly_stat' as counter, concat_ws(' ', hour, metric) as key, counted, kept from difference order by key`,
    ),
  );
}

/** The same by shop. The shop of a lost contact is unknown once it is deleted. */
export async function repairShopStats(
  db: TenantDb,
  { day, canLowerLost }: { readonly day: CountedDay; readonly canLowerLost: boolean },
): Promise<RepairedCounter[]> {
  const { sql, tenantId } = db;
  return inParts<RepairedCounter>(
    db,
    [
      part(
        "counted",
        [],
        sql`
      select shop_id, hour, metric, sum(n)::int as n from (
        ${countsByShop(db, sql`(select campaign_id, hour, metric, n from campaign_hourly_stat where ${inDay(db, day)})`)}
        union all ${lostByShop(db, countedEntries(db, day))}
      ) change group by 1, 2, 3`,
      ),
      part(
        "kept",
        [],
        sql`
      select shop_id, hour, metric, n from shop_hourly_stat where ${inDay(db, day)}`,
      ),
      inlinedPart(
        "difference",
        ["counted", "kept"],
        sql`
      select shop_id, hour, metric, coalesce(counted.n, 0) as counted, coalesce(kept.n, 0) as kept
      from counted full join kept using (shop_id, hour, metric)
      where coalesce(counted.n, 0) > coalesce(kept.n, 0)
        or coalesce(counted.n, 0) < coalesce(kept.n, 0) and (${canLowerLost} or metric <> 'lost')`,
      ),
      partIfRows(
        "repaired",
        ["difference"],
        sql`
      insert into shop_hourly_stat as s (tenant_id, shop_id, hour, metric, n)
      select ${tenantId}, shop_id, hour, metric, counted - kept from difference order by 2, 3, 4
      on conflict (tenant_id, shop_id, hour, metric) do update set n = s.n + excluded.n`,
      ),
    ],
    lastPart(
      ["difference"],
      sql`
    select 'shop_hourly_stat' as counter, concat_ws(' ', shop_id, hour, metric) as key, counted, kept from difference order by key`,
    ),
  );
}
