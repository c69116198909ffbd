import { node, toFragment, type SqlNode } from "../../db/sql-node.ts";
import { notifySelect } from "../../jobs/notifications.sql.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { moveStatement } from "../campaigns/transitions.sql.ts";
import type { MessageKey } from "../delivery/reports.queries.ts";

export async function findAddress(
  db: TenantDb,
  contactId: string,
): Promise<{ fingerprint: Buffer; softBounces: number } | undefined> {
  const [row] = await db.sql<{ fingerprint: Buffer; softBounces: number }[]>`
    select fingerprint, soft_bounces from contact where tenant_id = ${db.tenantId} and id = ${contactId}`;
  return row;
}

/** Locks the message until the transaction ends. A caller that also locks the contact locks the contact first. */
export async function lockMessage(db: TenantDb, key: MessageKey): Promise<MessageRecord | undefined> {
  const [row] = await db.sql<MessageRecord[]>`
    select variant_id, state, domain, sent_at, complained_at from message
    where tenant_id = ${db.tenantId} and source_id = ${key.campaignId} and contact_id = ${key.contactId} for update`;
  return row;
}

export type MessageTransition = {
  from: MessageState;
  to: "softbounced" | "hardbounced" | "delivered";
  reason: string | null;
  at: Date;
};

/** Moves the message to another state, and the state counts with it. */
export async function updateMessageState(db: TenantDb, key: MessageKey, transition: MessageTransition): Promise<void> {
  const isDelivered = transition.to === "delivered";
  await db.sql`
    with moved as (
      update message set state = ${transition.to}, reason = ${transition.reason},
        delivered_at = ${isDelivered ? transition.at : null}, bounced_at = ${isDelivered ? null : transition.at},
        bounce_undone_at = null
      where tenant_id = ${db.tenantId} and source_id = ${key.campaignId} and contact_id = ${key.contactId}
        and state = ${transition.from}
      returning variant_id
    )
    insert into message_state_count as c (tenant_id, source_id, variant_id, state, n)
    select ${db.tenantId}, ${key.campaignId}, moved.variant_id, change.state, change.n
    from moved cross join (values (${transition.from}, -1), (${transition.to}, 1)) as change(state, n)
    order by change.state
    on conflict (tenant_id, source_id, variant_id, state) do update set n = c.n + excluded.n`;
}

export async function updateComplained(db: TenantDb, key: MessageKey, at: Date): Promise<void> {
  await db.sql`
    update message set complained_at = ${at}
    where tenant_id = ${db.tenantId} and source_id = ${key.campaignId} and contact_id = ${key.contactId}`;
}

/**
 * Whether a message without a bounce lies between the previous soft bounce and this one. The relay's 250 alone does not
 * interrupt the streak: every bounced message had it too.
 */
export async function isStreakInterrupted(db: TenantDb, key: MessageKey, sentAt: Date): Promise<boolean> {
  const rows = await db.sql`
    select from message m
    where m.tenant_id = ${db.tenantId} and m.contact_id = ${key.contactId} and m.source_id <> ${key.campaignId}
      and m.state in ('sent', 'delivered') and m.sent_at < ${sentAt} and m.sent_at > (
        select coalesce(max(b.sent_at), '-infinity') from message b
        where b.tenant_id = ${db.tenantId} and b.contact_id = ${key.contactId} and b.state = 'softbounced'
          and b.reason is distinct from 'policy' and b.sent_at < ${sentAt})
    limit 1`;
  return rows.length > 0;
}

/** A condition on `contact c`: the last message before `before` was not returned, and no report about it is expected any more. */
export const isPastReportWindow = (tenantId: string, before: Date): SqlNode => node`
  exists (
    select from message m
    where m.tenant_id = ${tenantId} and m.contact_id = c.id and m.state in ('sent', 'delivered')
      and m.sent_at < ${before} and not exists (
        select from message b
        where b.tenant_id = ${tenantId} and b.contact_id = c.id and b.state = 'softbounced'
          and b.reason is distinct from 'policy' and b.sent_at >= m.sent_at))`;

export async function updateSoftBounces(db: TenantDb, contactId: string, softBounces: number): Promise<void> {
  await db.sql`
    update contact set soft_bounces = ${softBounces} where tenant_id = ${db.tenantId} and id = ${contactId}`;
}

/**
 * Shares of the sent messages, of at least so many: one bounce among ten is no signal. When nothing came through, the
 * delivery engine finds out with its tenth refusal whether the relay rejects the sender.
 */
const autoPauseLimits = {
  hardBounces: { share: 0.05, ofAtLeast: 100, minWhenAllBounced: 10 },
  complaints: { share: 0.003, ofAtLeast: 1000 },
};

/**
 * Pauses the sending variants of a campaign over the limits and notifies the company, in one statement. Returns whether it
 * did. A campaign that a person resumed is not paused again.
 */
export async function autoPauseCampaign(db: TenantDb, campaignId: string, at: Date): Promise<boolean> {
  const { hardBounces, complaints } = autoPauseLimits;
  const held = moveStatement("hold", {
    where: node`v.tenant_id = ${db.tenantId} and (v.id = ${campaignId} or v.parent_id = ${campaignId})
      and v.status = 'sending' and v.paused_by is null and (select reason from verdict) is not null`,
    set: [node`paused_by = (select reason from verdict)`],
    at,
  });
  const notified = notifySelect({
    tenantId: db.tenantId,
    type: "campaign_held",
    params: node`jsonb_build_object('campaignId', ${campaignId}::text, 'reason', reason, 'sent', sent,
      'hardBounces', hard, 'complaints', complaints)`,
    at,
    from: node`from verdict where exists (select from held)`,
  });
  const rows = await db.sql`
    with counted as (
      select coalesce(sum(n) filter (where state in ('sent', 'delivered', 'softbounced', 'hardbounced')), 0)::int as sent,
        coalesce(sum(n) filter (where state = 'hardbounced'), 0)::int as hard,
        (select count(*) from message m where m.tenant_id = ${db.tenantId} and m.source_id = ${campaignId}
          and m.complained_at is not null)::int as complaints
      from message_state_count where tenant_id = ${db.tenantId} and source_id = ${campaignId}
    ), verdict as (
      select sent, hard, complaints, case
        when hard > ${hardBounces.share}::numeric * greatest(${hardBounces.ofAtLeast}::int, sent)
          and (hard < sent or hard >= ${hardBounces.minWhenAllBounced}) then 'bounces'
        when complaints > ${complaints.share}::numeric * greatest(${complaints.ofAtLeast}::int, sent) then 'complaints'
      end as reason from booked
    ), held as (
      ${toFragment(db.sql, held)} returning v.id
    )
    ${toFragment(db.sql, notified)} returning id`;
  return rows.length > 0;
}
