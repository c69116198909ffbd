import type { TenantDb } from "../../db/tenant.ts";
import { isParkedFor } from "../../journal/parked.queries.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { campaignStatReader } from "./listeners.ts";
import { metricRules, emailEvents } from "./rollup.queries.ts";

/** Only the last days are recounted; earlier ones were checked then. */
const recountedMs = days(3);

export type StatDifference = { campaignId: string; metric: string; counted: number; kept: number };

/**
 * Sources of messages with wrong rollups. An erasure deletes journal entries but not rollups, so rollups may exceed the journal
 * but never fall below it, and never exceed the number of sent messages.
 */
export async function findStatDifferences(db: TenantDb, now: Date): Promise<StatDifference[]> {
  const { sql, tenantId } = db;
  const since = addMs(now, -recountedMs);
  const recounted = sql`
    j.tenant_id = ${tenantId} and j.at >= date_trunc('hour', ${since}::timestamptz) + interval '1 hour'
      and (j.tx, j.id) <= (select tx, id from journal_cursor where tenant_id = ${tenantId} and reader = ${campaignStatReader})
      and not ${isParkedFor(db, campaignStatReader)}`;
  return sql<StatDifference[]>`
    with entry as (
      select campaign, type, verdict, is_first, is_implied, kind, sum(sign) as n from (${emailEvents(db, recounted)}) event
      group by 1, 2, 3, 4, 5, 6
    ), counted as (
      select campaign, m.metric, sum(n * m.sign) as n from entry cross join lateral ${metricRules(db)} where m.holds group by 1, 2
    ), kept as (
      select campaign_id, metric, sum(n) as n from campaign_hourly_stat
      where tenant_id = ${tenantId} and hour >= date_trunc('hour', ${since}::timestamptz) group by 1, 2
    ), lost as (
      select c.id as campaign_id, counted.metric, counted.n::int as counted, coalesce(kept.n, 0)::int as kept
      from counted join (
        select id from campaign where tenant_id = ${tenantId}
        union all select id from automation_email_source where tenant_id = ${tenantId}
      ) c on c.id::text = counted.campaign
      left join kept on kept.campaign_id = c.id and kept.metric = counted.metric
      where coalesce(kept.n, 0) < counted.n
    ), sent_message as (
      select source_id, sum(n) as n from message_state_count
      where tenant_id = ${tenantId} and state in ('sent', 'delivered', 'softbounced', 'hardbounced') group by 1
    ), rolled_up as (
      select campaign_id, sum(n) as n from campaign_hourly_stat
      where tenant_id = ${tenantId} and metric = 'sent' and campaign_id in (select campaign_id from kept) group by 1
    )
    select campaign_id, metric, counted, kept from lost
    union all
    select rolled_up.campaign_id, 'sent', coalesce(sent_message.n, 0)::int, rolled_up.n::int
    from rolled_up left join sent_message on sent_message.source_id = rolled_up.campaign_id where rolled_up.n > coalesce(sent_message.n, 0)
    order by campaign_id, metric`;
}
