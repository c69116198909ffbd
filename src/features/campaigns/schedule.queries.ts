import { acrossNodes, type Companies } from "../../db/distribution/across-nodes.ts";
import { node } from "../../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import type { StopReason } from "../../message-source.ts";
import { reconcileErasedMessages } from "../delivery/pending.queries.ts";
import { requestExpansion } from "./expansion.queries.ts";
import { moveCampaigns, type CampaignRef } from "./transitions.queries.ts";

export type CampaignKey = { readonly tenantId: string; readonly id: string };

/** A campaign that should have started a day ago is paused: a person decides. */
const maxStartDelay = "24 hours";

/** Whether anything is being sent or due to start: one cheap query for the usual case that there is nothing. */
export async function hasActiveCampaigns(db: SystemDb, now: Date): Promise<boolean> {
  const active = (of: Companies) => db.sql`
    select from ${of.table("campaign")} where status in ('sending', 'scheduled') and (status = 'sending' or planned_at <= ${now}) limit 1`;
  return (await acrossNodes(db, active)).length > 0;
}

/** Scheduled campaigns and variants whose planned time has come. */
export async function listDueToStart(db: SystemDb, now: Date): Promise<CampaignKey[]> {
  const due = (of: Companies) => db.sql<CampaignKey[]>`
    select tenant_id, id from ${of.table("campaign")} where status = 'scheduled' and planned_at <= ${now} order by tenant_id, id`;
  return acrossNodes(db, due);
}

/** Starts a scheduled campaign, or pauses and returns it when it is too late. Does nothing when another worker did. */
export async function startCampaign(db: TenantDb, id: string, now: Date): Promise<CampaignRef | undefined> {
  const earliest = node`${now}::timestamptz - ${maxStartDelay}::interval`;
  const [late] = await moveCampaigns(db, "hold", {
    where: node`v.id = ${id} and v.status = 'scheduled' and v.planned_at <= ${earliest}`,
    set: [node`pause_reason = 'late'`],
    at: now,
  });
  const [started] =
    late === undefined
      ? await moveCampaigns(db, "start", {
          where: node`v.id = ${id} and v.planned_at <= ${now}`,
          set: [node`started_at = ${now}`, node`pause_reason = null`],
          at: now,
        })
      : [];
  const moved = late ?? started;
  // The recipients of all variants are written together, by the first that starts.
  if (moved !== undefined) await requestExpansion(db, moved.campaignId);
  return late;
}

/** Campaigns and variants with nothing left to write or to send. */
export async function listDueToFinish(db: SystemDb): Promise<CampaignKey[]> {
  const due = (of: Companies) => db.sql<CampaignKey[]>`
    select v.tenant_id, v.id from ${of.table("campaign")} v where v.status = 'sending'
      and not exists (select from ${of.table("campaign_expansion")} p
        where p.tenant_id = v.tenant_id and p.campaign_id = coalesce(v.parent_id, v.id))
      and not exists (select from ${of.table("send_batch")} b where b.tenant_id = v.tenant_id and b.variant_id = v.id)
    order by v.tenant_id, v.id`;
  return acrossNodes(db, due);
}

/**
 * Returns the campaign of the variant that is completed now; undefined when another worker was faster or something is
 * left to send. Locks the campaign, so that variants finish one after another and the last one knows that it is.
 */
export async function finishCampaign(db: TenantDb, id: string, now: Date): Promise<string | undefined> {
  const { sql, tenantId } = db;
  await sql`
    select from campaign m where m.tenant_id = ${tenantId} and m.id = (
      select coalesce(v.parent_id, v.id) from campaign v where v.tenant_id = ${tenantId} and v.id = ${id})
    for no key update`;
  const [finished] = await moveCampaigns(db, "finish", {
    where: node`v.id = ${id} and not exists (select from campaign_expansion p
        where p.tenant_id = ${tenantId} and p.campaign_id = coalesce(v.parent_id, v.id))
      and not exists (select from send_batch b where b.tenant_id = ${tenantId} and b.variant_id = v.id)`,
    set: [
      node`finished_at = ${now}`,
      node`recipients = (
        select coalesce(sum(k.n), 0)::int from message_state_count k where k.tenant_id = ${tenantId}
          and k.variant_id = v.id and k.source_id = coalesce(v.parent_id, v.id))`,
    ],
    at: now,
  });
  if (finished === undefined) return undefined;
  const { campaignId } = finished;
  await reconcileErasedMessages(db, { sourceId: campaignId, variantId: id, state: "queued" });
  return campaignId;
}

/** Pauses a variant that cannot go on; returns undefined when it does not send any more. */
export async function holdCampaign(
  db: TenantDb,
  id: string,
  { at, reason }: { at: Date; reason: StopReason },
): Promise<CampaignRef | undefined> {
  const [held] = await moveCampaigns(db, "hold", {
    where: node`v.id = ${id} and v.status = 'sending'`,
    set: [node`pause_reason = ${reason}`],
    at,
  });
  return held;
}

/** Batches that a worker released after the rest of their campaign was cancelled. */
export async function listLateBatches(
  db: SystemDb,
): Promise<{ tenantId: string; sourceId: string; variantId: string }[]> {
  const late = (of: Companies) => db.sql<{ tenantId: string; sourceId: string; variantId: string }[]>`
    select distinct b.tenant_id, b.source_id, b.variant_id from ${of.table("send_batch")} b
    join ${of.table("campaign")} v on v.tenant_id = b.tenant_id and v.id = b.variant_id and v.status = 'cancelled'
    order by b.tenant_id, b.source_id, b.variant_id`;
  return acrossNodes(db, late);
}
