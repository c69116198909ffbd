import { singleRow } from "../../db/rows.ts";
import { node, toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { readProviderName } from "../delivery/throttle-key.ts";
import { isThrottled } from "../delivery/throttling.queries.ts";

const maxThrottles = 20;

export type StateCountRow = { campaignId: string; variantId: string; state: string; n: number };

/** Messages by state, of campaigns with their variants. */
export async function listStateCounts(db: TenantDb, ids: readonly string[]): Promise<StateCountRow[]> {
  return db.sql<StateCountRow[]>`
    select source_id as campaign_id, variant_id, state, n from message_state_count
    where tenant_id = ${db.tenantId} and source_id = any(${[...ids]}::bigint[]) and n <> 0
    order by source_id, variant_id, state`;
}

export type Reactions = { campaignId: string; opened: number; clicked: number; complained: number };

/** Opens, clicks and other reactions, from the statistics, which are about a second behind. */
export async function listReactions(db: TenantDb, ids: readonly string[]): Promise<Reactions[]> {
  return db.sql<Reactions[]>`
    select campaign_id, coalesce(sum(n) filter (where metric = 'opened'), 0)::int as opened,
      coalesce(sum(n) filter (where metric = 'clicked'), 0)::int as clicked,
      coalesce(sum(n) filter (where metric = 'complained'), 0)::int as complained
    from campaign_metric_total where tenant_id = ${db.tenantId} and campaign_id = any(${[...ids]}::bigint[])
    group by campaign_id`;
}

/** Whether messages are still being written, and when the last batch is due. */
export async function findPending(db: TenantDb, id: string): Promise<{ isExpanding: boolean; lastDueAt: Date | null }> {
  const { sql, tenantId } = db;
  const rows = await sql<{ isExpanding: boolean; lastDueAt: Date | null }[]>`
    select
      exists (select from campaign_expansion where tenant_id = ${tenantId} and campaign_id = ${id}) as is_expanding,
      (select max(due_at) from send_batch where tenant_id = ${tenantId} and source_id = ${id}) as last_due_at`;
  return singleRow(rows);
}

export type CampaignThrottle = {
  side: "sender" | "recipient";
  /** Of a provider, the domain that asked to slow down. */
  domain: string;
  provider: string | null;
  until: Date;
  reply: string;
};

export type CampaignThrottles = {
  readonly throttles: readonly CampaignThrottle[];
  /** Messages that wait for none of these domains. */
  readonly hasOthers: boolean;
};

/** The domains that the campaign's messages wait for, and the throttled domains of its senders. */
export async function findThrottles(db: TenantDb, id: string, now: Date): Promise<CampaignThrottles> {
  const { sql, tenantId } = db;
  const found = await sql<(Omit<CampaignThrottle, "provider"> & { key: string })[]>`
    select p.side, coalesce(p.refused_domain, p.domain) as domain, p.domain as key, p.until, p.reply from domain_throttle p
    where p.tenant_id = ${tenantId} and ((p.side = 'recipient' and ${toFragment(sql, isThrottled(node`${now}::timestamptz`))}
        and exists (select from send_batch b
          where b.tenant_id = ${tenantId} and b.source_id = ${id} and b.waits_for = p.domain))
      or (p.side = 'sender' and p.until > ${now} and exists (
        select from campaign v left join campaign m on m.tenant_id = ${tenantId} and m.id = v.parent_id
        join sender s on s.tenant_id = ${tenantId} and s.id = coalesce(v.sender_id, m.sender_id)
        where v.tenant_id = ${tenantId} and (v.id = ${id} or v.parent_id = ${id}) and v.status = 'sending'
          and split_part(s.email, '@', 2) = p.domain)))
    order by p.side, p.domain limit ${maxThrottles}`;
  const throttles = found.map(({ key, ...throttle }) => ({ ...throttle, provider: readProviderName(key) }));
  if (throttles.length === 0) return { throttles, hasOthers: true };
  const rows = await sql<{ hasOthers: boolean }[]>`
    select exists (select from send_batch
      where tenant_id = ${tenantId} and source_id = ${id} and waits_for is null) as has_others`;
  return { throttles, ...singleRow(rows) };
}

/** Queued messages per warming domain; domains that do not warm up are one row. */
export type WarmUpLoad = { warmingSince: Date | null; sentToday: number; waiting: number; nextDueAt: Date | null };

export type SenderWarmUp = { warmingSince: Date; sentToday: number; waiting: number };

/** What the warming domain of a sender has sent and still has to send; undefined when it does not warm up. */
export async function findSenderWarmUp(
  db: TenantDb,
  senderId: string,
  today: string,
): Promise<SenderWarmUp | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<SenderWarmUp[]>`
    select d.warming_since, coalesce(t.n, 0) as sent_today,
      (select coalesce(sum(k.n), 0)::int from campaign v
        left join campaign m on m.tenant_id = ${tenantId} and m.id = v.parent_id
        join sender o on o.tenant_id = ${tenantId} and o.id = coalesce(v.sender_id, m.sender_id)
          and split_part(o.email, '@', 2) = d.domain
        join message_state_count k on k.tenant_id = ${tenantId} and k.source_id = coalesce(v.parent_id, v.id)
          and k.variant_id = v.id and k.state = 'queued'
        where v.tenant_id = ${tenantId} and v.status = 'sending') as waiting
    from sender s
    join sending_domain d on d.tenant_id = ${tenantId} and d.domain = split_part(s.email, '@', 2)
      and d.verified_at is not null and d.warming_since is not null
    left join warm_up_usage t on t.tenant_id = ${tenantId} and t.domain = d.domain and t.day = ${today}
    where s.tenant_id = ${tenantId} and s.id = ${senderId}`;
  return row;
}

/** The loads of the variants that are being sent, the main one's domain first. `today` is in the time zone of the company. */
export async function listWarmUpLoads(db: TenantDb, id: string, today: string): Promise<WarmUpLoad[]> {
  const { sql, tenantId } = db;
  return sql<WarmUpLoad[]>`
    select d.warming_since, coalesce(max(t.n), 0) as sent_today, coalesce(sum(k.n), 0)::int as waiting,
      min(b.due_at) as next_due_at
    from campaign m
    join campaign v on v.tenant_id = ${tenantId} and (v.id = m.id or v.parent_id = m.id) and v.status = 'sending'
    left join sender s on s.tenant_id = ${tenantId} and s.id = coalesce(v.sender_id, m.sender_id)
    left join sending_domain d on d.tenant_id = ${tenantId} and d.domain = split_part(s.email, '@', 2)
      and d.verified_at is not null and d.warming_since is not null
    left join warm_up_usage t on t.tenant_id = ${tenantId} and t.domain = d.domain and t.day = ${today}
    left join lateral (select sum(n) as n from message_state_count c where c.tenant_id = ${tenantId} and c.source_id = m.id
      and c.variant_id = v.id and c.state = 'queued') k on true
    left join lateral (select min(due_at) as due_at from send_batch x
      where x.tenant_id = ${tenantId} and x.variant_id = v.id) b on true
    where m.tenant_id = ${tenantId} and m.id = ${id}
    group by d.domain, d.warming_since order by bool_or(v.id = m.id) desc, d.domain`;
}
