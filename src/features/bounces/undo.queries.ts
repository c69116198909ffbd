import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
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

/** The reply behind the present state of message `m`: a message may bounce softly, and hard with another reply later. */
const lastReply = ({ sql, tenantId }: TenantDb): Fragment => sql`
  (select ${toFragment(sql, payloadField(emailBounced, "response"))} from journal j
    where j.tenant_id = ${tenantId} and j.contact_id = m.contact_id and ${toFragment(sql, isEventOf([emailBounced]))}
      and ${toFragment(sql, payloadField(emailBounced, "campaignId"))} = m.source_id::text
    order by j.at desc, j.id desc limit 1)`;

/**
 * Messages whose bounce counts against a contact. A message that was queued again has the time and the code of the
 * suppression. `ofSources` is a condition on message `m`.
 */
function undoableBounces(db: TenantDb, ofSources: Fragment, { from, to, code, reply }: BounceFilter): Fragment {
  const { sql, tenantId } = db;
  return sql`
    message m join contact c on c.tenant_id = ${tenantId} and c.id = m.contact_id
    where m.tenant_id = ${tenantId} and ${ofSources}
      and (m.state in ('softbounced', 'hardbounced') and m.reason is distinct from 'policy' and m.bounce_undone_at is null
        or ${toFragment(sql, isCauseOfSuppression)})
      ${from === undefined ? sql`` : sql`and coalesce(m.bounced_at, m.suppression_at) >= ${from}`}
      ${to === undefined ? sql`` : sql`and coalesce(m.bounced_at, m.suppression_at) < ${to}`}
      ${code === undefined ? sql`` : sql`and ${codeOfBounce(db)} = ${code}`}
      ${reply === undefined ? sql`` : sql`and strpos(lower(${lastReply(db)}), ${reply.toLowerCase()}) > 0`}`;
}

const codeOfBounce = ({ sql }: TenantDb): Fragment =>
  sql`case when m.bounced_at is null then c.suppression_note else m.reason end`;

/** Sorted by contact. */
export async function listUndoableBounces(
  db: TenantDb,
  sourceId: string,
  filter: BounceFilter,
  { after, limit }: { after: string; limit: number },
): Promise<BouncedAddress[]> {
  const { sql } = db;
  const rest = sql`m.source_id = ${sourceId} and m.contact_id > ${after}`;
  return sql<BouncedAddress[]>`
    select m.contact_id, c.fingerprint from ${undoableBounces(db, rest, filter)} order by m.contact_id limit ${limit}`;
}

export async function countUndoableBounces(
  db: TenantDb,
  sourceIds: readonly string[],
  filter: BounceFilter,
): Promise<number> {
  const rows = await db.sql<{ count: number }[]>`
    select count(*)::int as count from ${undoableBounces(db, isAnyOf(db, sourceIds), filter)}`;
  return singleRow(rows).count;
}

const isAnyOf = ({ sql }: TenantDb, sourceIds: readonly string[]): Fragment =>
  sql`m.source_id = any(${[...sourceIds]}::bigint[])`;

export type BounceReply = { readonly reply: string; readonly code: string | null; readonly bounces: number };

/** The replies of bounces that can be undone, the most frequent ones first. */
export async function listUndoableReplies(
  db: TenantDb,
  sourceIds: readonly string[],
  filter: BounceFilter,
  limit: number,
): Promise<BounceReply[]> {
  return db.sql<BounceReply[]>`
    select reply, code, count(*)::int as bounces from (
      select ${lastReply(db)} as reply, ${codeOfBounce(db)} as code
      from ${undoableBounces(db, isAnyOf(db, sourceIds), filter)}) found
    where reply is not null group by reply, code order by bounces desc, reply, code limit ${limit}`;
}

/**
 * Campaigns and e-mails of automations with bounces, in the order of their ids. The index of the journal says which of them
 * have one in a time, so that no messages of the others are read.
 */
export async function listBouncedSources(
  { sql, tenantId }: TenantDb,
  { from, to, automationId }: Pick<BounceFilter, "from" | "to"> & { readonly automationId?: string | undefined },
): Promise<string[]> {
  const isOfAutomation = sql`k.source_id in (
    select s.id from automation_email_source s where s.tenant_id = ${tenantId} and s.automation_id = ${automationId ?? null})`;
  const hasBounceInTime = sql`exists (
    select from journal j where j.tenant_id = ${tenantId} and ${toFragment(sql, isEventOf([emailBounced]))}
      and ${toFragment(sql, payloadField(emailBounced, "campaignId"))} = k.source_id::text
      ${from === undefined ? sql`` : sql`and j.at >= ${from}`} ${to === undefined ? sql`` : sql`and j.at < ${to}`})`;
  const rows = await sql<{ sourceId: string }[]>`
    select distinct k.source_id from message_state_count k
    where k.tenant_id = ${tenantId} and k.state in ('softbounced', 'hardbounced') and k.n > 0
      ${automationId === undefined ? sql`` : sql`and ${isOfAutomation}`}
      ${from === undefined && to === undefined ? sql`` : sql`and ${hasBounceInTime}`}
    order by k.source_id`;
  return rows.map(({ sourceId }) => sourceId);
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
