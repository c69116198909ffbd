import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import { toFragment, node } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { appendSelect } from "../../../journal/append.sql.ts";
import { emailsSent } from "../../../journal/events.ts";
import { applyStateCountsFragment, emailsSentPayload } from "../state-counts.sql.ts";
import type { CampaignStatus } from "../transitions.ts";

/** What has a life of its own: the campaign itself, without a language, and each of its variants. */
export type CampaignVariant = {
  id: string;
  language: string | null;
  status: CampaignStatus;
  senderId: string | null;
  subject: string;
  /** The newest content, and whether there is any. */
  version: number;
  hasContent: boolean;
  plannedAt: Date | null;
  startedAt: Date | null;
};

/** The main one first. A variant without a sender has the campaign's. */
export async function listCampaignVariants(db: TenantDb, campaignId: string): Promise<CampaignVariant[]> {
  return db.sql<CampaignVariant[]>`
    select v.id, v.language, v.status, coalesce(v.sender_id, m.sender_id) as sender_id, v.subject, k.version,
      x.html ~ '\\S' as has_content, v.planned_at, v.started_at
    from campaign m
    join campaign v on v.tenant_id = ${db.tenantId} and (v.id = m.id or v.parent_id = m.id)
    join content k on k.tenant_id = ${db.tenantId} and k.owner_kind = 'campaign' and k.owner_id = v.id
    join content_version x on x.tenant_id = ${db.tenantId} and x.owner_kind = 'campaign' and x.owner_id = v.id
      and x.version = k.version
    where m.tenant_id = ${db.tenantId} and m.id = ${campaignId} and m.parent_id is null
    order by v.parent_id nulls first, v.language`;
}

export type ApprovedVariant = { id: string; version: number; recipients: number; footerHtml: string | null };

export type ApprovalWrite = {
  status: CampaignStatus;
  timing: "now" | "schedule";
  plannedAt: Date | null;
  startedAt: Date | null;
  at: Date;
};

export async function approveCampaignVariants(
  db: TenantDb,
  variants: readonly ApprovedVariant[],
  { at, ...write }: ApprovalWrite,
): Promise<void> {
  for (const { id, version, recipients, footerHtml } of variants) {
    const row = { ...write, contentVersion: version, recipients, footerHtml, approvedAt: at, updatedAt: at };
    await db.sql`update campaign set ${db.sql(row)} where tenant_id = ${db.tenantId} and id = ${id}`;
  }
}

export type VariantStatusWrite = { status: CampaignStatus; startedAt?: Date | null; finishedAt?: Date | null };

export async function updateVariantStatus(
  db: TenantDb,
  id: string,
  write: VariantStatusWrite,
  updatedAt: Date,
): Promise<void> {
  await db.sql`
    update campaign set ${db.sql({ ...write, updatedAt })} where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** The service had paused it, a person lets it go on: a later pause is their own. Why it was stays, so that it is not held again. */
export async function overrideAutoPause(db: TenantDb, id: string, at: Date): Promise<void> {
  await db.sql`
    update campaign set pause_reason = null,
      auto_pause_overridden_at = case when paused_by is not null then coalesce(auto_pause_overridden_at, ${at}) end
    where tenant_id = ${db.tenantId} and id = ${id}`;
}

/** The engine writes a message for every recipient from now on, unless it has begun to before. */
export async function requestExpansion(db: TenantDb, campaignId: string): Promise<void> {
  await db.sql`
    insert into campaign_expansion (tenant_id, campaign_id)
    select ${db.tenantId}, ${campaignId}
    where not exists (select from message_state_count where tenant_id = ${db.tenantId} and campaign_id = ${campaignId})
    on conflict do nothing`;
}

/** Waits for the step that is being written, if there is one. */
export async function deleteExpansion(db: TenantDb, campaignId: string): Promise<void> {
  await db.sql`delete from campaign_expansion where tenant_id = ${db.tenantId} and campaign_id = ${campaignId}`;
}

export type PendingBatches = { readonly campaignId: string; readonly variantIds: readonly string[] };

const pendingBatches = ({ sql, tenantId }: TenantDb, { campaignId, variantIds }: PendingBatches): Fragment => sql`
  send_batch where tenant_id = ${tenantId} and campaign_id = ${campaignId}
    and variant_id = any(${[...variantIds]}::bigint[])`;

export async function countPendingBatches(db: TenantDb, pending: PendingBatches): Promise<number> {
  const rows = await db.sql<{ n: number }[]>`select count(*)::int as n from ${pendingBatches(db, pending)}`;
  return singleRow(rows).n;
}

/**
 * The messages of the next batches are not sent any more. Those that a worker has handed over already may have left: they
 * are uncertain until it tells what became of them. Answers how many were taken back.
 */
export async function cancelBatches(db: TenantDb, pending: PendingBatches, { limit, at }: { limit: number; at: Date }) {
  const { sql, tenantId } = db;
  // In a statement of its own, so that the next one sees what a worker did until it let go.
  const batches = await sql<{ id: string }[]>`
    select id from ${pendingBatches(db, pending)} order by id limit ${limit} for update`;
  const ids = batches.map(({ id }) => id);
  const rows = await sql<{ skipped: number }[]>`
    with moved as (
      update message m set
        state = case when m.contact_id > b.claimed_through then 'skipped' else 'unknown' end,
        reason = case when m.contact_id > b.claimed_through then 'cancelled' else m.reason end, tried_at = ${at}
      from send_batch b
      where b.tenant_id = ${tenantId} and b.campaign_id = ${pending.campaignId} and b.id = any(${ids}::bigint[])
        and m.tenant_id = ${tenantId} and m.campaign_id = ${pending.campaignId} and m.batch_id = b.id
        and m.state = 'queued'
      returning m.variant_id, m.state
    ), gone as (
      delete from send_batch where tenant_id = ${tenantId} and campaign_id = ${pending.campaignId}
        and id = any(${ids}::bigint[])
    ), ${applyStateCountsFragment(db, pending.campaignId, "queued")}
    select count(*) filter (where state = 'skipped')::int as skipped from moved`;
  return { batches: ids.length, skipped: singleRow(rows).skipped };
}

/** Nobody, not even a machine, does anything with a message that did not come. */
const wasReceived = ({ sql }: TenantDb): Fragment => sql`
  coalesce(opened_at, clicked_at, bot_seen_at, complained_at, unsubscribed_at) is not null`;

/** What was uncertain counts as sent when it was tried: all of it, or what is known to have come. */
export async function markUnknownSent(
  db: TenantDb,
  { campaignId, which }: { campaignId: string; which: "all" | "received" },
  at: Date,
): Promise<number> {
  const { sql, tenantId } = db;
  const journaled = appendSelect(emailsSent, {
    tenantId,
    at: node`sent_at`,
    payload: emailsSentPayload(campaignId, node`variant_id`),
    from: node`from moved group by variant_id, sent_at`,
  });
  const rows = await sql<{ n: number }[]>`
    with moved as (
      update message set state = 'sent', sent_at = coalesce(tried_at, ${at}), delivered_at = coalesce(tried_at, ${at})
      where tenant_id = ${tenantId} and campaign_id = ${campaignId} and state = 'unknown'
        ${which === "received" ? sql`and ${wasReceived(db)}` : sql``}
      returning variant_id, contact_id, state, domain, sent_at
    ), ${applyStateCountsFragment(db, campaignId, "unknown")}, journaled as (${toFragment(sql, journaled)})
    select count(*)::int as n from moved`;
  return singleRow(rows).n;
}

/** As many messages as a worker sends between two looks at what else there is to do. */
const batchSize = 500;

/** What was uncertain is sent once more, in batches of its own. Answers how many messages of which variants. */
export async function requeueUnknown(db: TenantDb, { campaignId, variantIds }: PendingBatches, at: Date) {
  const { sql, tenantId } = db;
  return sql<{ variantId: string; n: number }[]>`
    with chosen as materialized (
      select contact_id, variant_id, (row_number() over (partition by variant_id order by contact_id) - 1) / ${batchSize} as part
      from message
      where tenant_id = ${tenantId} and campaign_id = ${campaignId} and state = 'unknown'
        and variant_id = any(${[...variantIds]}::bigint[])
    ), batch as materialized (
      select variant_id, part, nextval(pg_get_serial_sequence('send_batch', 'id')) as id, count(*)::int as size
      from chosen group by variant_id, part
    ), made as (
      insert into send_batch (tenant_id, campaign_id, id, variant_id, due_at, size)
      select ${tenantId}, ${campaignId}, id, variant_id, ${at}, size from batch
    ), moved as (
      update message m set state = 'queued', reason = null, batch_id = b.id
      from chosen c join batch b using (variant_id, part)
      where m.tenant_id = ${tenantId} and m.campaign_id = ${campaignId} and m.contact_id = c.contact_id
        and m.state = 'unknown'
      returning m.variant_id, m.state
    ), ${applyStateCountsFragment(db, campaignId, "unknown")}
    select variant_id, count(*)::int as n from moved group by variant_id`;
}

/** Uncertain messages whose contacts are gone: nothing can be decided about them any more. */
export async function reconcileErasedUnknown({ sql, tenantId }: TenantDb, campaignId: string): Promise<void> {
  await sql`
    with found as (
      select k.variant_id, k.n as booked, (select count(*)::int from message m
        where m.tenant_id = ${tenantId} and m.campaign_id = ${campaignId} and m.variant_id = k.variant_id
          and m.state = 'unknown') as n
      from message_state_count k
      where k.tenant_id = ${tenantId} and k.campaign_id = ${campaignId} and k.state = 'unknown' and k.n > 0
    ), lowered as (
      update message_state_count k set n = found.n from found
      where k.tenant_id = ${tenantId} and k.campaign_id = ${campaignId} and k.variant_id = found.variant_id
        and k.state = 'unknown' and found.n < found.booked
      returning k.variant_id, found.booked - found.n as gone
    )
    insert into message_state_count as c (tenant_id, campaign_id, variant_id, state, n)
    select ${tenantId}, ${campaignId}, variant_id, 'skipped', gone from lowered
    on conflict (tenant_id, campaign_id, variant_id, state) do update set n = c.n + excluded.n`;
}
