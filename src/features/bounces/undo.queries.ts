import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { emailBounced } from "../../journal/events.ts";
import { isEventOf, payloadField } from "../../journal/fields.sql.ts";
import { markBouncesUndone } from "../delivery/reports.queries.ts";
import { maxSoftBounceStreak } from "./limits.ts";

export type BounceFilter = {
  /** Bounces from this time on. */
  readonly from?: Date | undefined;
  /** Bounces before this time. */
  readonly to?: Date | undefined;
  /** The status code of the bounce. */
  readonly code?: string | undefined;
};

export type BouncedAddress = { readonly contactId: string; readonly fingerprint: Buffer };

/** Messages of a campaign whose bounce counts against a contact, in the order of contacts. */
export async function listUndoableBounces(
  { sql, tenantId }: TenantDb,
  campaignId: string,
  { from, to, code }: BounceFilter,
  { after, limit }: { after: string; limit: number },
): Promise<BouncedAddress[]> {
  return sql<BouncedAddress[]>`
    select m.contact_id, c.fingerprint from message m
    join contact c on c.tenant_id = ${tenantId} and c.id = m.contact_id
    where m.tenant_id = ${tenantId} and m.source_id = ${campaignId} and m.contact_id > ${after}
      and m.state in ('softbounced', 'hardbounced') and m.reason is distinct from 'policy' and m.bounce_undone_at is null
      ${from === undefined ? sql`` : sql`and m.bounced_at >= ${from}`}
      ${to === undefined ? sql`` : sql`and m.bounced_at < ${to}`}
      ${code === undefined ? sql`` : sql`and m.reason = ${code}`}
    order by m.contact_id limit ${limit}`;
}

/** `suppressed`: the bounce suppressed the contact; `soft`: it is in the count of soft bounces; `none`: neither. */
export type UndoneBounce = { readonly contactId: string; readonly effect: "suppressed" | "soft" | "none" };

/**
 * Marks the bounces of a campaign as undone. A hard bounce of another message keeps the contact suppressed. A message that
 * came through later has ended the streak of soft bounces already.
 */
export async function markUndone(
  { sql, tenantId }: TenantDb,
  campaignId: string,
  contactIds: readonly string[],
  at: Date,
): Promise<UndoneBounce[]> {
  return sql<UndoneBounce[]>`
    with marked as (
      ${toFragment(sql, markBouncesUndone(tenantId, campaignId, { contactIds, at }))}
    )
    select k.contact_id, case
      when c.status = 'bounced'
        and (k.state = 'hardbounced' and k.bounced_at >= c.suppressed_at
          or k.is_counted and c.soft_bounces >= ${maxSoftBounceStreak})
        and not exists (
          select from message o where o.tenant_id = ${tenantId} and o.contact_id = k.contact_id
            and o.source_id <> ${campaignId} and o.state = 'hardbounced' and o.bounce_undone_at is null
            and o.bounced_at >= c.suppressed_at) then 'suppressed'
      when k.is_counted and c.status in ('subscribed', 'pending', 'customer') and c.soft_bounces > 0
        and not exists (
          select from message o where o.tenant_id = ${tenantId} and o.contact_id = k.contact_id
            and o.state in ('sent', 'delivered') and o.sent_at > k.tried_at) then 'soft'
      else 'none' end as effect
    from marked k join contact c on c.tenant_id = ${tenantId} and c.id = k.contact_id order by k.contact_id`;
}

export type RefusedMessage = BouncedAddress & {
  readonly state: "softbounced" | "hardbounced";
  readonly domain: string;
  readonly bouncedAt: Date;
};

const maxTakenBack = 500;

/** Messages of a variant that the relay itself refused since it last accepted one. */
export async function listRefusedSinceAccepted(
  { sql, tenantId }: TenantDb,
  { sourceId, variantId }: { sourceId: string; variantId: string },
): Promise<RefusedMessage[]> {
  return sql<RefusedMessage[]>`
    select m.contact_id, c.fingerprint, m.state, m.domain, m.bounced_at from message m
    join contact c on c.tenant_id = ${tenantId} and c.id = m.contact_id
    where m.tenant_id = ${tenantId} and m.source_id = ${sourceId} and m.variant_id = ${variantId}
      and m.state in ('softbounced', 'hardbounced') and m.sent_at is null and m.bounce_undone_at is null
      and m.bounced_at >= (
        select coalesce(max(a.sent_at), '-infinity') from message a
        where a.tenant_id = ${tenantId} and a.source_id = ${sourceId} and a.variant_id = ${variantId})
      and exists (
        select from journal j where j.tenant_id = ${tenantId} and j.contact_id = m.contact_id
          and ${toFragment(sql, isEventOf([emailBounced]))}
          and ${toFragment(sql, payloadField(emailBounced, "campaignId"))} = ${sourceId}
          and ${toFragment(sql, payloadField(emailBounced, "at"))} = 'handover')
    order by m.bounced_at desc, m.contact_id limit ${maxTakenBack}`;
}
