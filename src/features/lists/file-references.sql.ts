import { node, type SqlNode } from "../../db/sql-node.ts";

export const fileReferences = (tenantId: string, key: string): readonly SqlNode[] => [
  node`
    select 'list' as kind, id, name from list
    where tenant_id = ${tenantId} and deleted_at is null and position(${key} in signature_html) > 0`,
];
