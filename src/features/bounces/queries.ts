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

/**
 * Few bounces are not significant whatever their share is, and with the tenth refusal the delivery engine decides first
 * whether the relay rejects the sender.
 */
const autoPauseLimits = {
  hardBounces: { ratio: 0.05, min: 10 },
  complaints: { ratio: 0.003, minSent: 1000 },
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
        when hard > ${hardBounces.ratio}::numeric * sent and hard >= ${hardBounces.min} then 'bounces'
        when complaints > ${complaints.ratio}::numeric * greatest(${complaints.minSent}::int, sent) then 'complaints'
      end as reason from counted
    ), held as (
      ${toFragment(db.sql, held)} returning v.id
    )
    ${toFragment(db.sql, notified)} returning id`;
  return rows.length > 0;
}
