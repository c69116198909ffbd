import { node, type SqlNode } from "../../db/sql-node.ts";

export const fileReferences = (tenantId: string, key: string): readonly SqlNode[] => [
  node`
    select 'form' as kind, id, name from form
    where tenant_id = ${tenantId} and deleted_at is null
      and position(${key} in description_html || consent_html || design::text) > 0`,
];
