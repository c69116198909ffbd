import type { Fragment } from "../../db/client.ts";
import { nonExistentId, singleRow } from "../../db/rows.ts";
import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { emailBounced } from "../../journal/events.ts";
import { isEventOf, payloadField } from "../../journal/fields.sql.ts";
import { isCauseOfSuppression, markBouncesUndone } from "../delivery/reports.queries.ts";
import { maxSoftBounceStreak } from "./limits.ts";

export type BounceFilter = {
  /** Bounces from this time on. */
  readonly from?: Date | undefined;
  /** Bounces before this time. */
  readonly to?: Date | undefined;
  /** The status code of the bounce. */
  readonly code?: string | undefined;
  /** What the reply contains. */
  readonly reply?: string | undefined;
};

export type BouncedAddress = { readonly contactId: string; readonly fingerprint: Buffer };

/**
 * Messages of a campaign whose bounce counts against a contact. A message that was queued again has the time and the code of
 * the suppression.
 */
function undoableBounces(
  { sql, tenantId }: TenantDb,
  campaignId: string,
  { from, to, code, reply }: BounceFilter,
  after: string,
): Fragment {
  return sql`
    message m join contact c on c.tenant_id = ${tenantId} and c.id = m.contact_id
    where m.tenant_id = ${tenantId} and m.source_id = ${campaignId} and m.contact_id > ${after}
      and (m.state in ('softbounced', 'hardbounced') and m.reason is distinct from 'policy' and m.bounce_undone_at is null
        or ${toFragment(sql, isCauseOfSuppression)})
      ${from === undefined ? sql`` : sql`and coalesce(m.bounced_at, m.suppression_at) >= ${from}`}
      ${to === undefined ? sql`` : sql`and coalesce(m.bounced_at, m.suppression_at) < ${to}`}
      ${code === undefined ? sql`` : sql`and case when m.bounced_at is null then c.suppression_note else m.reason end = ${code}`}
      ${
        reply === undefined
          ? sql``
          : sql`and exists (
              select from journal j where j.tenant_id = ${tenantId} and j.contact_id = m.contact_id
                and ${toFragment(sql, isEventOf([emailBounced]))}
                and ${toFragment(sql, payloadField(emailBounced, "campaignId"))} = ${campaignId}
                and strpos(lower(${toFragment(sql, payloadField(emailBounced, "response"))}), ${reply.toLowerCase()}) > 0)`
      }`;
}

/** In the order of contacts. */
export async function listUndoableBounces(
  db: TenantDb,
  campaignId: string,
  filter: BounceFilter,
  { after, limit }: { after: string; limit: number },
): Promise<BouncedAddress[]> {
  return db.sql<BouncedAddress[]>`
    select m.contact_id, c.fingerprint from ${undoableBounces(db, campaignId, filter, after)}
    order by m.contact_id limit ${limit}`;
}

export async function countUndoableBounces(db: TenantDb, campaignId: string, filter: BounceFilter): Promise<number> {
  const rows = await db.sql<{ count: number }[]>`
    select count(*)::int as count from ${undoableBounces(db, campaignId, filter, nonExistentId)}`;
  return singleRow(rows).count;
}

/** `suppressed`: the bounce suppressed the contact; `soft`: it is in the count of soft bounces; `none`: neither. */
export type UndoneBounce = { readonly contactId: string; readonly effect: "suppressed" | "soft" | "none" };

/**
 * Marks the bounces of a campaign as undone. The bounce of another message keeps the contact suppressed: a hard one, or the
 * last one of a streak of soft bounces while that is long enough. A message that came through later has ended the streak of
 * soft bounces already.
 */
export async function markUndone(
  { sql, tenantId }: TenantDb,
  campaignId: string,
  contactIds: readonly string[],
  at: Date,
): Promise<UndoneBounce[]> {
  const isSuppressing = sql`c.status = 'bounced' and c.soft_bounces >= ${maxSoftBounceStreak}`;
  return sql<UndoneBounce[]>`
    with marked as (
      ${toFragment(sql, markBouncesUndone(tenantId, campaignId, { contactIds, at }))}
    )
    select k.contact_id, case
      when (c.status = 'bounced' and k.suppression_at = c.suppressed_at or k.is_counted and ${isSuppressing})
        and not exists (
          select from message m where m.tenant_id = ${tenantId} and m.contact_id = k.contact_id
            and m.source_id <> ${campaignId} and m.bounce_undone_at is null and ${toFragment(sql, isCauseOfSuppression)}
            and (m.state = 'hardbounced' or m.state = 'softbounced' and k.state = 'hardbounced' and ${isSuppressing}))
        then 'suppressed'
      when k.is_counted and c.status in ('subscribed', 'pending', 'customer', 'bounced') and c.soft_bounces > 0
        and not exists (
          select from message o where o.tenant_id = ${tenantId} and o.contact_id = k.contact_id
            and o.state in ('sent', 'delivered') and o.sent_at > k.tried_at) then 'soft'
      else 'none' end as effect
    from marked k join contact c on c.tenant_id = ${tenantId} and c.id = k.contact_id order by k.contact_id`;
}

export type BouncedMessage = BouncedAddress & {
  readonly state: "softbounced" | "hardbounced";
  readonly domain: string;
  readonly bouncedAt: Date;
};

/** Messages of a variant that the relay itself refused from this time on, in the order of contacts. */
export async function listBounces(
  { sql, tenantId }: TenantDb,
  { sourceId, variantId, since }: { sourceId: string; variantId: string; since: Date },
  { after, limit }: { after: string; limit: number },
): Promise<BouncedMessage[]> {
  return sql<BouncedMessage[]>`
    select m.contact_id, c.fingerprint, m.state, m.domain, m.bounced_at from message m
    join contact c on c.tenant_id = ${tenantId} and c.id = m.contact_id
    where m.tenant_id = ${tenantId} and m.source_id = ${sourceId} and m.contact_id > ${after} and m.variant_id = ${variantId}
      and m.state in ('softbounced', 'hardbounced') and m.sent_at is null and m.bounce_undone_at is null
      and m.bounced_at >= ${since}
      and exists (
        select from journal j where j.tenant_id = ${tenantId} and j.contact_id = m.contact_id
          and ${toFragment(sql, isEventOf([emailBounced]))}
          and ${toFragment(sql, payloadField(emailBounced, "campaignId"))} = ${sourceId}
          and ${toFragment(sql, payloadField(emailBounced, "at"))} = 'handover')
    order by m.contact_id limit ${limit}`;
}
