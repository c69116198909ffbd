import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";

export type FileUseRecord = { kind: string; id: string; name: string };

/**
 * Every table whose content may show or link a file by its public address. A new kind of content is one row here: the
 * statement answers `kind, id, name` of what contains the text.
 */
const fileReferences: readonly ((db: TenantDb, key: string) => Fragment)[] = [
  (db, key) => db.sql`
    select 'editor_element' as kind, id, name from editor_element
    where tenant_id = ${db.tenantId} and position(${key} in mjml) > 0`,
  (db, key) => db.sql`
    select 'list' as kind, id, name from list
    where tenant_id = ${db.tenantId} and deleted_at is null and position(${key} in signature_html) > 0`,
  (db, key) => db.sql`
    select 'segment' as kind, id, name from segment
    where tenant_id = ${db.tenantId} and position(${key} in signature_html) > 0`,
  // Older versions can be restored, and a restored one needs its pictures.
  (db, key) => db.sql`
    select v.owner_kind as kind, v.owner_id as id, coalesce(t.name, f.name, g.name, '') as name from content_version v
    left join template t on v.owner_kind = 'template' and t.tenant_id = ${db.tenantId} and t.id = v.owner_id
    left join footer f on v.owner_kind = 'footer' and f.tenant_id = ${db.tenantId} and f.id = v.owner_id
    left join campaign g on v.owner_kind = 'campaign' and g.tenant_id = ${db.tenantId} and g.id = v.owner_id
    where v.tenant_id = ${db.tenantId} and (position(${key} in v.html) > 0 or position(${key} in coalesce(v.source, '')) > 0)
    group by v.owner_kind, v.owner_id, t.name, f.name, g.name`,
  // The footer that was sent, whatever it shows by now.
  (db, key) => db.sql`
    select 'campaign' as kind, id, name from campaign
    where tenant_id = ${db.tenantId} and position(${key} in footer_html) > 0`,
  (db, key) => db.sql`
    select 'script_template' as kind, id, name from script_template
    where tenant_id = ${db.tenantId} and position(${key} in source) > 0`,
  (db, key) => db.sql`
    select 'landing_page' as kind, id, name from landing_page
    where tenant_id = ${db.tenantId} and position(${key} in html) > 0`,
  (db, key) => db.sql`
    select 'unsubscribe_page' as kind, id, name from unsubscribe_page
    where tenant_id = ${db.tenantId} and position(${key} in text_html || thanks_html || design::text) > 0`,
  (db, key) => db.sql`
    select 'survey' as kind, id, name from survey s
    where tenant_id = ${db.tenantId} and position(${key} in to_jsonb(s)::text) > 0`,
];

const maxUses = 100;

export async function listFileUses(db: TenantDb, key: string): Promise<FileUseRecord[]> {
  const [first, ...others] = fileReferences.map((reference) => reference(db, key));
  if (first === undefined) return [];
  const all = others.reduce((sum, one) => db.sql`${sum} union all ${one}`, first);
  return db.sql<FileUseRecord[]>`select distinct kind, id, name from (${all}) used order by kind, id limit ${maxUses}`;
}
