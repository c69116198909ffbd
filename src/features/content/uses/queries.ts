import type { TenantDb } from "../../../db/tenant.ts";
import type { Referrer } from "../../../kernel/errors.ts";
import type { ContentOwner } from "../versions/queries.ts";

export type ContentUserKind = "campaign" | "automation" | "form" | "template";
export type ContentUse = { kind: ContentUserKind; id: string; name: string; active: boolean };

/** Everything that references this content: registered uses, and templates with this footer. */
export async function listContentUses(
  db: TenantDb,
  { kind, id }: Pick<ContentOwner, "kind" | "id">,
): Promise<ContentUse[]> {
  return db.sql<ContentUse[]>`
    select u.user_kind as kind, u.user_id as id, coalesce(c.name, a.name, f.name, '') as name,
      u.is_active as active
    from content_use u
    left join campaign c on u.user_kind = 'campaign' and c.tenant_id = ${db.tenantId} and c.id = u.user_id
    left join automation a on u.user_kind = 'automation' and a.tenant_id = ${db.tenantId} and a.id = u.user_id
    left join form f on u.user_kind = 'form' and f.tenant_id = ${db.tenantId} and f.id = u.user_id
    where u.tenant_id = ${db.tenantId} and u.content_kind = ${kind} and u.content_id = ${id}
    union all
    select 'template', t.id, t.name, false from template t
    where t.tenant_id = ${db.tenantId} and ${kind} = 'footer' and t.footer_id = ${id}
    order by 1, 2 limit 100`;
}

export async function isUsedByActiveAutomation(db: TenantDb, { kind, id }: ContentOwner): Promise<boolean> {
  const rows = await db.sql`
    select from content_use where tenant_id = ${db.tenantId} and content_kind = ${kind} and content_id = ${id}
      and user_kind = 'automation' and is_active limit 1`;
  return rows.length > 0;
}

/** Active and paused automations, not drafts. */
export async function listStartedAutomationsUsing(db: TenantDb, { kind, id }: ContentOwner): Promise<Referrer[]> {
  return db.sql<Referrer[]>`
    select 'automation' as kind, a.id, a.name from content_use u
    join automation a on a.tenant_id = ${db.tenantId} and a.id = u.user_id and a.status in ('active', 'paused')
    where u.tenant_id = ${db.tenantId} and u.content_kind = ${kind} and u.content_id = ${id} and u.user_kind = 'automation'
    order by a.id limit 100`;
}

/** The existing ids; prevents their deletion until the transaction ends. */
export async function lockContentOwners(
  db: TenantDb,
  kind: "template" | "footer",
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select id from ${db.sql(kind)} where tenant_id = ${db.tenantId} and id = any(${[...ids]}::bigint[])
    order by id for key share`;
  return rows.map(({ id }) => id);
}

export type NewContentUse = { contentKind: "template" | "footer"; contentId: string; isActive: boolean };

export async function replaceContentUses(
  db: TenantDb,
  user: { kind: ContentUserKind; id: string },
  uses: readonly NewContentUse[],
): Promise<void> {
  await db.sql`
    delete from content_use where tenant_id = ${db.tenantId} and user_kind = ${user.kind} and user_id = ${user.id}`;
  const rows = uses.map((use) => ({ tenantId: db.tenantId, ...use, userKind: user.kind, userId: user.id }));
  if (rows.length > 0) await db.sql`insert into content_use ${db.sql(rows)} on conflict do nothing`;
}
