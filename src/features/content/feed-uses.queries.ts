import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { mentionsFeed } from "./mentions-feed.sql.ts";

export type MentioningContent = { kind: string; id: string; name: string; html: string; text: string | null };

/** The drafts and published versions of templates and footers that may name the feed; archived templates only while in use. */
export async function listContentMentioningFeed(
  { sql, tenantId }: TenantDb,
  feedId: string,
): Promise<MentioningContent[]> {
  return sql<MentioningContent[]>`
    select v.owner_kind as kind, v.owner_id as id, coalesce(t.name, f.name, '') as name, v.html, v.text from content c
    join content_version v on v.tenant_id = ${tenantId} and v.owner_kind = c.owner_kind and v.owner_id = c.owner_id
      and v.version in (c.version, c.published_version)
    left join template t on c.owner_kind = 'template' and t.tenant_id = ${tenantId} and t.id = c.owner_id
    left join footer f on c.owner_kind = 'footer' and f.tenant_id = ${tenantId} and f.id = c.owner_id
    where c.tenant_id = ${tenantId} and c.owner_kind in ('template', 'footer')
      and ${toFragment(sql, mentionsFeed(feedId))}
      and (t.archived_at is null or exists (
        select from content_use u
        where u.tenant_id = ${tenantId} and u.content_kind = 'template' and u.content_id = t.id))
    order by 1, 2`;
}
