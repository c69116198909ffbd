import { singleRow } from "../../../db/rows.ts";
import { node } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { Audience } from "../audience/shapes.ts";
import { moveCampaigns } from "../transitions.queries.ts";
import type { CampaignMoveAction, CampaignStatus } from "../transitions.ts";

/** The campaign itself, without a language, or one of its variants: each has its own status. */
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

/** The main variant first. A variant without a sender has the campaign's. */
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
  action: "approve_now" | "approve_later";
  timing: "now" | "schedule";
  plannedAt: Date | null;
  startedAt: Date | null;
  at: Date;
};

export async function approveCampaignVariants(
  db: TenantDb,
  variants: readonly ApprovedVariant[],
  { action, timing, plannedAt, startedAt, at }: ApprovalWrite,
): Promise<void> {
  for (const { id, version, recipients, footerHtml } of variants) {
    const set = [
      node`timing = ${timing}`,
      node`planned_at = ${plannedAt}`,
      node`started_at = ${startedAt}`,
      node`content_version = ${version}`,
      node`recipients = ${recipients}`,
      node`footer_html = ${footerHtml}`,
      node`approved_at = ${at}`,
    ];
    await moveCampaigns(db, action, { where: node`v.id = ${id}`, set, at });
  }
}

/** Recipients of campaigns that are or were to be sent in that time from the domain. */
export async function countApprovedRecipients(
  db: TenantDb,
  domain: string,
  { from, before }: { from: Date; before: Date },
): Promise<number> {
  const rows = await db.sql<{ n: number }[]>`
    select coalesce(sum(v.recipients), 0)::int as n from campaign v
    left join campaign m on m.tenant_id = ${db.tenantId} and m.id = v.parent_id
    join sender s on s.tenant_id = ${db.tenantId} and s.id = coalesce(v.sender_id, m.sender_id)
    where v.tenant_id = ${db.tenantId} and v.status not in ('draft', 'cancelled')
      and coalesce(v.planned_at, v.approved_at) >= ${from} and coalesce(v.planned_at, v.approved_at) < ${before}
      and split_part(s.email, '@', 2) = ${domain}`;
  return singleRow(rows).n;
}

export type ApprovedAudience = { id: string; audience: Audience; shopId: string; recipients: number };

/** Campaigns with their variants that are or were to be sent in that time. */
export async function listApprovedAudiences(
  db: TenantDb,
  { from, before }: { from: Date; before: Date },
): Promise<ApprovedAudience[]> {
  return db.sql<ApprovedAudience[]>`
    select m.id, m.audience, m.shop_id, (
        select coalesce(sum(v.recipients), 0)::int from campaign v
        where v.tenant_id = ${db.tenantId} and (v.id = m.id or v.parent_id = m.id)) as recipients
    from campaign m
    where m.tenant_id = ${db.tenantId} and m.parent_id is null and m.status not in ('draft', 'cancelled')
      and coalesce(m.planned_at, m.approved_at) >= ${from} and coalesce(m.planned_at, m.approved_at) < ${before}
    order by m.id`;
}

/** Makes a campaign and its variants drafts without anything that an approval or the sending wrote. */
export async function clearApproval(db: TenantDb, campaignId: string, at: Date): Promise<void> {
  await moveCampaigns(db, "back_to_draft", {
    where: node`(v.id = ${campaignId} or v.parent_id = ${campaignId})`,
    set: [
      node`approved_at = null`,
      node`started_at = null`,
      node`finished_at = null`,
      node`planned_at = null`,
      node`timing = 'now'`,
      node`recipients = null`,
      node`content_version = null`,
      node`footer_html = null`,
      node`paused_by = null`,
      node`pause_reason = null`,
      node`auto_pause_overridden_at = null`,
    ],
    at,
  });
}

type VariantTimes = { readonly startedAt?: Date; readonly finishedAt?: Date | null };

/** Moves one variant. The first start stays; `finishedAt` is written when given. */
export async function moveVariant(
  db: TenantDb,
  id: string,
  { action, at, startedAt, finishedAt }: { action: CampaignMoveAction; at: Date } & VariantTimes,
): Promise<void> {
  const set = [
    ...(startedAt === undefined ? [] : [node`started_at = coalesce(v.started_at, ${startedAt})`]),
    ...(finishedAt === undefined ? [] : [node`finished_at = ${finishedAt}`]),
  ];
  await moveCampaigns(db, action, { where: node`v.id = ${id}`, set, at });
}

/** Clears the pause; keeps `paused_by`, so that auto-pause does not fire twice. */
export async function overrideAutoPause(db: TenantDb, id: string, at: Date): Promise<void> {
  await db.sql`
    update campaign set pause_reason = null,
      auto_pause_overridden_at = case when paused_by is not null then coalesce(auto_pause_overridden_at, ${at}) end
    where tenant_id = ${db.tenantId} and id = ${id}`;
}
