import type { TenantDb } from "../../../db/tenant.ts";

export type ActiveForm = { id: string; name: string; shopId: string; hasTemplate: boolean };

/** Those without a template send the built-in confirmation e-mail. */
export const listActiveForms = (db: TenantDb): Promise<ActiveForm[]> => db.sql<ActiveForm[]>`
  select f.id, f.name, f.shop_id, exists (select from content_use u
    where u.tenant_id = ${db.tenantId} and u.user_kind = 'form' and u.user_id = f.id and u.is_active) as has_template
  from form f where f.tenant_id = ${db.tenantId} and f.is_active and f.deleted_at is null order by f.id`;

export type ActiveContentUse = { kind: string; id: string };

/** What sends the published version of the template without any further decision. */
export const listActiveTemplateUses = (db: TenantDb, templateId: string) => db.sql<ActiveContentUse[]>`
  select user_kind as kind, user_id as id from content_use
  where tenant_id = ${db.tenantId} and content_kind = 'template' and content_id = ${templateId} and is_active
  order by user_kind, user_id`;

export type SentContent = { kind: string; id: string; parts: string[] };

/** The parts with merge tags of what is being sent, of contents that have the text anywhere; footers stand for themselves. */
export const listSentContentWith = ({ sql, tenantId }: TenantDb, text: string) => sql<SentContent[]>`
  select kind, id, parts from (
    select u.user_kind as kind, u.user_id as id, array[t.subject, t.preheader, v.html, coalesce(v.text, '')] as parts
    from content_use u
    join template t on t.tenant_id = ${tenantId} and t.id = u.content_id
    join content c on c.tenant_id = ${tenantId} and c.owner_kind = 'template' and c.owner_id = t.id
    join content_version v on v.tenant_id = ${tenantId} and v.owner_kind = 'template' and v.owner_id = t.id
      and v.version = c.published_version
    where u.tenant_id = ${tenantId} and u.content_kind = 'template' and u.is_active
    union all
    select 'footer', c.owner_id, array[v.html, coalesce(v.text, '')]
    from content c
    join content_version v on v.tenant_id = ${tenantId} and v.owner_kind = 'footer' and v.owner_id = c.owner_id
      and v.version = c.published_version
    where c.tenant_id = ${tenantId} and c.owner_kind = 'footer'
    union all
    select 'campaign', m.id,
      array[r.subject, r.preheader, v.html, coalesce(v.text, ''), coalesce(m.footer_html, ''), m.headers::text]
    from campaign r
    join campaign m on m.tenant_id = ${tenantId} and m.id = coalesce(r.parent_id, r.id)
    join content_version v on v.tenant_id = ${tenantId} and v.owner_kind = 'campaign' and v.owner_id = r.id
      and v.version = r.content_version
    where r.tenant_id = ${tenantId} and r.status in ('scheduled', 'sending')
  ) content where position(${text} in array_to_string(parts, ' ')) > 0`;
