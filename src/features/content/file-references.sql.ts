import { node, type SqlNode } from "../../db/sql-node.ts";

export const fileReferences = (tenantId: string, key: string): readonly SqlNode[] => [
  node`
    select 'editor_element' as kind, id, name from editor_element
    where tenant_id = ${tenantId} and position(${key} in mjml) > 0`,
  // Old versions can be restored and then need their files. Campaigns report their own references.
  node`
    select v.owner_kind as kind, v.owner_id as id, coalesce(t.name, f.name, '') as name from content_version v
    left join template t on v.owner_kind = 'template' and t.tenant_id = ${tenantId} and t.id = v.owner_id
    left join footer f on v.owner_kind = 'footer' and f.tenant_id = ${tenantId} and f.id = v.owner_id
    where v.owner_kind <> 'campaign' and ${versionMentions(tenantId, key)}`,
  node`
    select 'script_template' as kind, id, name from script_template
    where tenant_id = ${tenantId} and position(${key} in source) > 0`,
];

/** A condition on `content_version v`. */
export const versionMentions = (tenantId: string, key: string): SqlNode => node`
  v.tenant_id = ${tenantId} and (position(${key} in v.html) > 0 or position(${key} in coalesce(v.source, '')) > 0)`;
