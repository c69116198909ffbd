import { node, type SqlNode } from "../../db/sql-node.ts";

export const fileReferences = (tenantId: string, key: string): readonly SqlNode[] => [
  node`
    select 'form' as kind, id, name from form
    where tenant_id = ${tenantId} and deleted_at is null
      and position(${key} in description_html || consent_html || design::text) > 0`,
  node`
    select 'form' as kind, f.id, f.name from form f
    join form_draft d on d.tenant_id = ${tenantId} and d.form_id = f.id
    where f.tenant_id = ${tenantId} and f.deleted_at is null and position(${key} in d.content::text) > 0`,
];
