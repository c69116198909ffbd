import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { Referrer } from "../../kernel/errors.ts";
import { mentionsFeed } from "../content/mentions-feed.sql.ts";
import { segmentsOfLists } from "../segments/segments-of-lists.sql.ts";

/** Approved, unfinished campaigns that include or exclude one of the lists, directly or through segments. */
export async function listCampaignsUsingLists(db: TenantDb, listIds: readonly string[]): Promise<Referrer[]> {
  return db.sql<Referrer[]>`
    with segments as (
      select coalesce(array_agg(id::text), '{}') as ids
      from (${toFragment(db.sql, segmentsOfLists(db.tenantId, listIds))}) by_list
    )
    select 'campaign' as kind, id, name from campaign c, segments where tenant_id = ${db.tenantId} and exists (
        select from campaign u where u.tenant_id = ${db.tenantId} and (u.id = c.id or u.parent_id = c.id)
          and u.status in ('scheduled', 'sending', 'paused'))
      and ((audience -> 'listIds') ?| ${[...listIds]}::text[] or (audience -> 'excludeListIds') ?| ${[...listIds]}::text[]
        or (audience -> 'segmentIds') ?| segments.ids or (audience -> 'excludeSegmentIds') ?| segments.ids)
    order by id limit 100`;
}

/** Unfinished campaigns that include or exclude the segment. */
export async function listCampaignsUsingSegment(db: TenantDb, id: string): Promise<Referrer[]> {
  const named = JSON.stringify([id]);
  return db.sql<Referrer[]>`
    select 'campaign' as kind, id, name from campaign c where tenant_id = ${db.tenantId} and exists (
        select from campaign u where u.tenant_id = ${db.tenantId} and (u.id = c.id or u.parent_id = c.id)
          and u.status not in ('cancelled', 'completed'))
      and ((audience -> 'segmentIds') @> ${named}::jsonb or (audience -> 'excludeSegmentIds') @> ${named}::jsonb)
    order by id limit 100`;
}

type MentioningCampaign = { id: string; name: string; html: string; text: string | null; footerHtml: string | null };

/** Approved, unfinished campaigns whose content or footer may name the feed; tags are parsed afterwards. */
export async function listCampaignsMentioningFeed(
  { sql, tenantId }: TenantDb,
  feedId: string,
): Promise<MentioningCampaign[]> {
  return sql<MentioningCampaign[]>`
    select coalesce(c.parent_id, c.id) as id, coalesce(m.name, c.name) as name, v.html, v.text, c.footer_html
    from campaign c
    left join campaign m on m.tenant_id = ${tenantId} and m.id = c.parent_id
    join content_version v on v.tenant_id = ${tenantId} and v.owner_kind = 'campaign' and v.owner_id = c.id
      and v.version = c.content_version
    where c.tenant_id = ${tenantId} and c.status in ('scheduled', 'sending', 'paused')
      and (${toFragment(sql, mentionsFeed(feedId))} or c.footer_html like ${`%${feedId}%`})
    order by 1`;
}

/** Campaigns that still have to send something from this sender; a variant without one has the campaign's. */
export async function listActiveCampaignsOfSender(db: TenantDb, senderId: string): Promise<Referrer[]> {
  return db.sql<Referrer[]>`
    select distinct 'campaign' as kind, coalesce(c.parent_id, c.id) as id, coalesce(m.name, c.name) as name
    from campaign c
    left join campaign m on m.tenant_id = ${db.tenantId} and m.id = c.parent_id
    where c.tenant_id = ${db.tenantId} and coalesce(c.sender_id, m.sender_id) = ${senderId}
      and c.status in ('scheduled', 'sending', 'paused')
    order by id limit 100`;
}

/** Active campaigns whose sender is at this domain. */
export async function listActiveCampaignsOfDomain(db: TenantDb, domain: string): Promise<Referrer[]> {
  return db.sql<Referrer[]>`
    select distinct 'campaign' as kind, coalesce(c.parent_id, c.id) as id, coalesce(m.name, c.name) as name
    from campaign c
    left join campaign m on m.tenant_id = ${db.tenantId} and m.id = c.parent_id
    join sender s on s.tenant_id = ${db.tenantId} and s.id = coalesce(c.sender_id, m.sender_id)
      and split_part(s.email, '@', 2) = ${domain}
    where c.tenant_id = ${db.tenantId} and c.status in ('scheduled', 'sending', 'paused')
    order by id limit 100`;
}

/** Sent campaigns keep the id of their sender. */
export async function removeSenderFromDrafts(db: TenantDb, senderId: string): Promise<void> {
  await db.sql`
    update campaign set sender_id = null
    where tenant_id = ${db.tenantId} and sender_id = ${senderId} and status = 'draft'`;
}
