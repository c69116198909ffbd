import { inParts } from "../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows, type Part } from "../../db/parts.ts";
import type { Fragment } from "../../db/client.ts";
import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { PayloadFieldOf, PayloadOf } from "../../journal/event.ts";
import {
  contactUnsubscribed,
  emailBounced,
  emailClicked,
  emailComplained,
  emailDelivered,
  emailOpened,
  emailRequeued,
  emailRevised,
  emailSent,
  emailsSent,
  listUnsubscribed,
} from "../../journal/events.ts";
import { isEventOf, payloadField, payloadJson, sqlText } from "../../journal/fields.sql.ts";
import { inRange, type JournalRange } from "../../journal/journal.ts";
import { honeypotLink } from "../../mail/render/links.ts";
import { updateUnsubscribed } from "../delivery/engagement.sql.ts";
import { contactChanges } from "./contact-changes.sql.ts";
import { countsByShop, lostByShop } from "./shop-stats.sql.ts";
import { toHour, toId, isSource } from "./journal-values.sql.ts";

/**
 * The metrics that an entry adds to (or subtracts from, when a message is queued again), evaluated per group of entries.
 * A click in a message without an open counts as an open too.
 */
export const metricRules = ({ sql }: TenantDb): Fragment => sql`
  (values
    ('sent', type = 'email_sent', 1),
    ('delivered', type = 'email_delivered', 1),
    ('soft', type = 'email_bounced' and kind = 'soft', 1),
    ('hard', type = 'email_bounced' and kind = 'hard', 1),
    ('soft', type = 'email_requeued' and kind = 'soft', -1),
    ('hard', type = 'email_requeued' and kind = 'hard', -1),
    ('complained', type = 'email_complained', 1),
    ('opens', verdict = 'human' and (type = 'email_opened' or is_implied = 'true'), 1),
    ('opened', verdict = 'human' and ((type = 'email_opened' and is_first = 'true') or is_implied = 'true'), 1),
    ('machine_opens', type = 'email_opened' and verdict = 'machine', 1),
    ('clicks', type = 'email_clicked' and verdict = 'human', 1),
    ('clicked', type = 'email_clicked' and verdict = 'human' and is_first = 'true', 1),
    ('machine_clicks', type = 'email_clicked' and verdict = 'machine', 1)
  ) as m(metric, holds, sign)`;

/** What an open or click counts for, as it was judged first; later changes of it are entries of their own. */
const judged = ({ sql }: TenantDb, field: keyof PayloadOf<typeof emailRevised>["now"], row = "j"): Fragment =>
  toFragment(sql, sqlText(`(coalesce(${row}.payload->'judged', ${row}.payload)->>'${field}')`));

/** The revisions among the rows `row` of the journal, twice: what is counted now, and what it takes back. */
const revisions = ({ sql }: TenantDb, from: Fragment, row: string): Fragment => sql`
  ${from} cross join lateral (values
    (${toFragment(sql, payloadJson(emailRevised, "now", row))}, 1), (${toFragment(sql, payloadJson(emailRevised, "was", row))}, -1)
  ) as side(judgement, sign)`;

const revised = ({ sql }: TenantDb, field: keyof PayloadOf<typeof emailRevised>["now"]): Fragment =>
  toFragment(sql, sqlText(`(side.judgement->>'${field}')`));

/**
 * E-mail events of the entries `j`, one row per message; `emails_sent` is expanded, with its common fields read once. A
 * click on the honeypot link marks a machine and is not counted as a click. `sign` is -1 for what a revised verdict takes
 * back, in the hour of the event.
 */
export function emailEvents(db: TenantDb, which: Fragment): Fragment {
  const { sql } = db;
  const field = (name: PayloadFieldOf<(typeof messageEvents)[number]>) =>
    toFragment(sql, payloadField(messageEvents, name));
  const sent = (name: PayloadFieldOf<typeof emailsSent>) => toFragment(sql, payloadField(emailsSent, name));
  const change = (name: PayloadFieldOf<typeof emailRevised>) => toFragment(sql, payloadField(emailRevised, name));
  const hour = toHour(db, sql`j.at`);
  return sql`
    select case when ${field("link")} = ${String(honeypotLink)} then 'trap_followed' else j.type end as type,
      ${field("campaignId")} as campaign, ${field("variantId")} as variant, coalesce(${field("domain")}, '') as domain,
      ${hour} as hour, ${judged(db, "verdict")} as verdict, ${judged(db, "first")} as is_first,
      ${judged(db, "impliesOpen")} as is_implied, ${field("kind")} as kind, 1 as sign
    from journal j where ${which} and ${toFragment(sql, isEventOf(messageEvents))}
    union all
    select ${change("event")}, ${change("campaignId")}, ${change("variantId")}, coalesce(${change("domain")}, ''), ${hour},
      ${revised(db, "verdict")}, ${revised(db, "first")}, ${revised(db, "impliesOpen")}, null, side.sign
    from ${revisions(db, sql`journal j`, "j")}
    where ${which} and ${toFragment(sql, isEventOf([emailRevised]))}
    union all
    select 'email_sent', g.campaign, g.variant, m.domain, g.hour, null, null, null, null, 1
    from (
      select ${sent("campaignId")} as campaign, ${sent("variantId")} as variant,
        ${toFragment(sql, payloadJson(emailsSent, "sent"))} as sent, ${hour} as hour
      from journal j where ${which} and ${toFragment(sql, isEventOf([emailsSent]))} offset 0
    ) g cross join lateral jsonb_each_text(g.sent) as m(contact_id, domain)`;
}

const messageEvents = [
  emailSent,
  emailDelivered,
  emailBounced,
  emailRequeued,
  emailComplained,
  emailOpened,
  emailClicked,
] as const;
const rareEvents = [
  emailBounced,
  emailRequeued,
  emailClicked,
  emailRevised,
  contactUnsubscribed,
  listUnsubscribed,
] as const;

/**
 * The entries of `which`, as parts of a statement: e-mail events in groups, the rare entries one by one, and those of them
 * that are the first bounce of their message. Entries are grouped first, so that a million sent e-mails cost little more
 * than reading them.
 */
export const eventParts = (db: TenantDb, which: Fragment): readonly Part[] => [
  inlinedPart(
    "grouped",
    [],
    db.sql`
    select type, campaign, variant, domain, hour, verdict, is_first, is_implied, kind, sum(sign)::int as n
    from (${emailEvents(db, which)}) j group by 1, 2, 3, 4, 5, 6, 7, 8, 9`,
  ),
  part(
    "rare",
    [],
    db.sql`
    select j.tx, j.id, j.type, j.at, j.contact_id, ${toFragment(db.sql, payloadField(rareEvents, "campaignId"))} as campaign,
      j.payload
    from journal j where ${which} and ${toFragment(db.sql, isEventOf(rareEvents))}`,
    "materialized",
  ),
  part("bounced", ["rare"], firstBounces(db)),
];

/** What these parts and `unsubscribed` (campaign_id, variant_id, domain, at) add to the rollups, by hour. */
export function summedMetrics(db: TenantDb): Fragment {
  const { sql } = db;
  const ids = sql`${toId(db, sql`campaign`)}, ${toId(db, sql`coalesce(variant, campaign)`)}`;
  return sql`
    select campaign_id, variant_id, domain, hour, metric, sum(n)::int as n from (
      select ${ids}, domain, hour, m.metric, n * m.sign
      from grouped cross join lateral ${metricRules(db)} where m.holds
      union all
      select ${ids}, domain, ${toHour(db, sql`at`)}, m.metric, 1
      from bounced cross join lateral (values
        ('bounced', true), ('refused', not was_sent), ('returned', was_delivered)) as m(metric, holds)
      where m.holds
      union all
      select ${ids}, domain, ${toHour(db, sql`at`)}, m.metric, -1
      from (${requeuedMessages(db)}) requeued cross join (values ('bounced'), ('refused')) as m(metric)
      union all
      select campaign_id, variant_id, domain, ${toHour(db, sql`at`)}, 'unsubscribed', 1 from unsubscribed
    ) counted (campaign_id, variant_id, domain, hour, metric, n)
    where variant_id is not null and ${isSource(db, sql`counted.campaign_id`)}
    group by 1, 2, 3, 4, 5`;
}

/**
 * Adds the entries of a range to the rollups. The reader's cursor moves in the same transaction, so each entry counts
 * exactly once.
 */
export async function rollUp(db: TenantDb, range: JournalRange): Promise<void> {
  const { sql, tenantId } = db;
  const entries = toFragment(sql, inRange(db, range));
  await inParts<object>(
    db,
    [
      ...eventParts(db, entries),
      ...firstUnsubscribes(db),
      inlinedPart("clicked_link", ["rare"], linkCounts(db)),
      part("summed", ["grouped", "rare", "bounced", "unsubscribed"], summedMetrics(db)),
      partIfRows(
        "by_campaign",
        ["summed"],
        sql`
      insert into campaign_metric_total (tenant_id, campaign_id, variant_id, metric, n)
      select ${tenantId}, campaign_id, variant_id, metric, sum(n) from summed group by 2, 3, 4 order by 2, 3, 4
      on conflict (tenant_id, campaign_id, variant_id, metric) do update set n = campaign_metric_total.n + excluded.n`,
      ),
      part(
        "by_hour",
        ["summed"],
        sql`
      insert into company_hourly_stat (tenant_id, hour, metric, n)
      select ${tenantId}, hour, metric, sum(n) from (
        select hour, metric, n from summed union all ${contactChanges(db, entries)}
      ) change group by hour, metric order by hour, metric
      on conflict (tenant_id, hour, metric) do update set n = company_hourly_stat.n + excluded.n`,
      ),
      part(
        "by_shop",
        ["summed"],
        sql`
      insert into shop_hourly_stat (tenant_id, shop_id, hour, metric, n)
      select ${tenantId}, shop_id, hour, metric, sum(n) from (
        ${countsByShop(db, sql`summed`)} union all ${lostByShop(db, entries)}
      ) change group by shop_id, hour, metric order by shop_id, hour, metric
      on conflict (tenant_id, shop_id, hour, metric) do update set n = shop_hourly_stat.n + excluded.n`,
      ),
      partIfRows(
        "by_link",
        ["clicked_link"],
        sql`
      insert into campaign_link_stat (tenant_id, campaign_id, variant_id, link, metric, n)
      select ${tenantId}, campaign_id, variant_id, link, metric, n from clicked_link order by 2, 3, 4, 5
      on conflict (tenant_id, campaign_id, variant_id, link, metric)
        do update set n = campaign_link_stat.n + excluded.n`,
      ),
    ],
    lastPart(
      ["summed"],
      sql`
    insert into campaign_hourly_stat (tenant_id, campaign_id, variant_id, domain, hour, metric, n)
    select ${tenantId}, campaign_id, variant_id, domain, hour, metric, n from summed order by 2, 3, 4, 5, 6
    on conflict (tenant_id, campaign_id, variant_id, domain, hour, metric)
      do update set n = campaign_hourly_stat.n + excluded.n`,
    ),
  );
}

/**
 * A message with a soft and then a hard bounce counts as one bounced message. One that the relay refused, or whose
 * sending is uncertain, was not sent.
 */
function firstBounces({ sql, tenantId }: TenantDb): Fragment {
  const field = (name: PayloadFieldOf<typeof emailBounced>, row = "b") =>
    toFragment(sql, payloadField(emailBounced, name, row));
  return sql`
  select b.campaign, ${field("variantId")} as variant, coalesce(${field("domain")}, '') as domain, b.at,
    ${field("at")} is distinct from 'handover' and not exists (
      select from message m where m.tenant_id = ${tenantId} and m.contact_id = b.contact_id
        and m.source_id::text = b.campaign and m.sent_at is null) as was_sent,
    coalesce(${field("afterDelivery")}, '') = 'true' as was_delivered
  from rare b where ${toFragment(sql, isEventOf([emailBounced], "b"))} and not exists (
    select from journal e where e.tenant_id = ${tenantId} and e.contact_id = b.contact_id
      and ${toFragment(sql, isEventOf([emailBounced], "e"))} and ${field("campaignId", "e")} = b.campaign
      and (e.tx, e.id) < (b.tx, b.id) and not exists (
        select from journal r where r.tenant_id = ${tenantId} and r.contact_id = b.contact_id
          and ${toFragment(sql, isEventOf([emailRequeued], "r"))} and ${field("campaignId", "r")} = b.campaign
          and (r.tx, r.id) > (e.tx, e.id) and (r.tx, r.id) < (b.tx, b.id)))`;
}

/** A refused message that is queued again; its refusal was counted before. */
function requeuedMessages({ sql }: TenantDb): Fragment {
  const field = (name: PayloadFieldOf<typeof emailRequeued>) => toFragment(sql, payloadField(emailRequeued, name, "q"));
  return sql`
    select q.campaign, ${field("variantId")} as variant, coalesce(${field("domain")}, '') as domain, q.at
    from rare q where ${toFragment(sql, isEventOf([emailRequeued], "q"))}`;
}

/** Leaving several lists on one page counts as one unsubscribe of the message, which stores it. */
const firstUnsubscribes = (db: TenantDb): readonly Part[] =>
  updateUnsubscribed(
    db,
    "rare",
    db.sql`
      select distinct on (campaign, contact_id) ${toId(db, db.sql`campaign`)} as campaign_id, contact_id, at
      from rare where ${toFragment(db.sql, isEventOf([contactUnsubscribed, listUnsubscribed], "rare"))}
        and campaign is not null
      order by campaign, contact_id, tx, id`,
  );

/** Clicks by link, of the entries in `rare`. */
export function linkCounts(db: TenantDb): Fragment {
  const { sql } = db;
  const field = (name: PayloadFieldOf<typeof emailClicked>) =>
    toFragment(sql, payloadField(emailClicked, name, "rare"));
  const isRevisedClick = sql`${toFragment(sql, isEventOf([emailRevised], "rare"))}
    and ${toFragment(sql, payloadField(emailRevised, "event", "rare"))} = ${emailClicked.type}`;
  return sql`
    select campaign_id, variant_id, link, metric, n from (
      select ${toId(db, sql`campaign`)} as campaign_id, ${toId(db, sql`coalesce(variant, campaign)`)} as variant_id,
        case when link ~ '^[0-9]{1,6}$' then link::int end as link, m.metric, sum(n)::int as n
      from (
        select campaign, ${field("variantId")} as variant, ${field("link")} as link, ${judged(db, "verdict", "rare")} as verdict,
          ${judged(db, "firstOfLink", "rare")} as is_first, count(*) as n
        from rare where ${toFragment(sql, isEventOf([emailClicked], "rare"))} group by 1, 2, 3, 4, 5
        union all
        select campaign, ${field("variantId")}, ${field("link")}, ${revised(db, "verdict")}, ${revised(db, "firstOfLink")}, side.sign
        from ${revisions(db, sql`rare`, "rare")} where ${isRevisedClick}
      ) clicked cross join lateral (values
        ('clicks', verdict = 'human'), ('clicked', verdict = 'human' and is_first = 'true'),
        ('machine_clicks', verdict = 'machine')
      ) as m(metric, holds) where m.holds group by 1, 2, 3, 4
    ) counted
    where variant_id is not null and link is not null and ${isSource(db, sql`counted.campaign_id`)}`;
}
