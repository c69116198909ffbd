import type { Fragment } from "../../db/client.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";

export type CampaignKey = { readonly tenantId: string; readonly id: string };

/** One that should have begun a day ago is not what anybody planned: a person decides. */
const maxStartDelay = "24 hours";

/** Whether anything is being sent or should begin. Mostly there is nothing, and one question is enough. */
export async function hasActiveCampaigns({ sql }: SystemDb, now: Date): Promise<boolean> {
  const rows = await sql`
    select from campaign where status in ('sending', 'scheduled') and (status = 'sending' or planned_at <= ${now}) limit 1`;
  return rows.length > 0;
}

/** Scheduled campaigns and variants whose time has come. */
export async function listDueToStart({ sql }: SystemDb, now: Date): Promise<CampaignKey[]> {
  return sql<CampaignKey[]>`
    select tenant_id, id from campaign where status = 'scheduled' and planned_at <= ${now} order by tenant_id, id`;
}

/** What a notification says of a campaign or variant. */
export type CampaignRef = { readonly campaignId: string; readonly variantId: string; readonly name: string };

/** Of campaign `v`: the whole campaign has the name. */
const notificationColumns = ({ sql, tenantId }: TenantDb): Fragment => sql`
  coalesce(v.parent_id, v.id) as campaign_id, v.id as variant_id,
  (select m.name from campaign m where m.tenant_id = ${tenantId} and m.id = coalesce(v.parent_id, v.id)) as name`;

/** Begins a scheduled campaign, or pauses one that comes far too late, and answers it. Nothing happens when somebody was faster. */
export async function startCampaign(db: TenantDb, id: string, now: Date): Promise<CampaignRef | undefined> {
  const { sql, tenantId } = db;
  const isInTime = sql`planned_at > ${now}::timestamptz - ${maxStartDelay}::interval`;
  const [row] = await sql<(CampaignRef & { status: string })[]>`
    update campaign v set
      status = case when ${isInTime} then 'sending' else 'paused' end,
      started_at = case when ${isInTime} then ${now}::timestamptz end,
      pause_reason = case when ${isInTime} then null else 'late' end,
      updated_at = ${now}
    where tenant_id = ${tenantId} and id = ${id} and status = 'scheduled' and planned_at <= ${now}
    returning status, ${notificationColumns(db)}`;
  if (row === undefined) return undefined;
  // A variant's recipients are written with the main campaign's, by whichever begins first.
  await sql`
    insert into campaign_expansion (tenant_id, campaign_id)
    select ${tenantId}, ${row.campaignId}
    where not exists (select from message_state_count where tenant_id = ${tenantId} and campaign_id = ${row.campaignId})
    on conflict do nothing`;
  const { status, ...late } = row;
  return status === "sending" ? undefined : late;
}

/** Campaigns and variants that have nothing left to do. */
export async function listDueToFinish({ sql }: SystemDb): Promise<CampaignKey[]> {
  return sql<CampaignKey[]>`
    select v.tenant_id, v.id from campaign v where v.status = 'sending'
      and not exists (select from campaign_expansion p
        where p.tenant_id = v.tenant_id and p.campaign_id = coalesce(v.parent_id, v.id))
      and not exists (select from send_batch b where b.tenant_id = v.tenant_id and b.variant_id = v.id)
    order by v.tenant_id, v.id`;
}

/**
 * Answers the campaign of which this part is through now; undefined when somebody was faster, or something came to do.
 * Parts of one campaign end one after another, so that the last one knows that it is.
 */
export async function finishCampaign(db: TenantDb, id: string, now: Date): Promise<string | undefined> {
  const { sql, tenantId } = db;
  await sql`
    select from campaign m where m.tenant_id = ${tenantId} and m.id = (
      select coalesce(v.parent_id, v.id) from campaign v where v.tenant_id = ${tenantId} and v.id = ${id})
    for no key update`;
  const [row] = await sql<{ campaignId: string }[]>`
    update campaign v set status = 'completed', finished_at = ${now}, updated_at = ${now}, recipients = (
      select coalesce(sum(k.n), 0)::int from message_state_count k where k.tenant_id = ${tenantId} and k.variant_id = v.id
        and k.campaign_id = coalesce(v.parent_id, v.id))
    where v.tenant_id = ${tenantId} and v.id = ${id} and v.status = 'sending'
      and not exists (select from campaign_expansion p
        where p.tenant_id = ${tenantId} and p.campaign_id = coalesce(v.parent_id, v.id))
      and not exists (select from send_batch b where b.tenant_id = ${tenantId} and b.variant_id = v.id)
    returning coalesce(v.parent_id, v.id) as campaign_id`;
  if (row !== undefined) await reconcileErasedQueued(db, row.campaignId, id);
  return row?.campaignId;
}

/** Messages that went with erased contacts while they waited: nobody gets them any more. */
async function reconcileErasedQueued(
  { sql, tenantId }: TenantDb,
  campaignId: string,
  variantId: string,
): Promise<void> {
  await sql`
    with gone as (
      delete from message_state_count
      where tenant_id = ${tenantId} and campaign_id = ${campaignId} and variant_id = ${variantId} and state = 'queued'
      returning n
    ), orphans as (
      delete from message
      where tenant_id = ${tenantId} and campaign_id = ${campaignId} and variant_id = ${variantId} and state = 'queued'
        and (select n > 0 from gone)
    )
    insert into message_state_count as c (tenant_id, campaign_id, variant_id, state, n)
    select ${tenantId}, ${campaignId}, ${variantId}, 'skipped', n from gone where n > 0
    on conflict (tenant_id, campaign_id, variant_id, state) do update set n = c.n + excluded.n`;
}

/** By the service itself. Answers what was sending until now. */
export async function pauseCampaign(
  db: TenantDb,
  id: string,
  { at, reason }: { at: Date; reason: string },
): Promise<CampaignRef | undefined> {
  const { sql, tenantId } = db;
  const [row] = await sql<CampaignRef[]>`
    update campaign v set status = 'paused', pause_reason = ${reason}, updated_at = ${at}
    where tenant_id = ${tenantId} and id = ${id} and status = 'sending' returning ${notificationColumns(db)}`;
  return row;
}

/** Messages of cancelled campaigns that a worker put back after everything else was taken back. */
export async function listLateBatches({
  sql,
}: SystemDb): Promise<{ tenantId: string; campaignId: string; variantId: string }[]> {
  return sql<{ tenantId: string; campaignId: string; variantId: string }[]>`
    select distinct b.tenant_id, b.campaign_id, b.variant_id from send_batch b
    join campaign v on v.tenant_id = b.tenant_id and v.id = b.variant_id and v.status = 'cancelled'
    order by b.tenant_id, b.campaign_id, b.variant_id`;
}
