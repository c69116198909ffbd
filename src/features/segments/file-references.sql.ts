import { node, type SqlNode } from "../../db/sql-node.ts";

export const fileReferences = (tenantId: string, key: string): readonly SqlNode[] => [
  node`
    select 'segment' as kind, id, name from segment
    where tenant_id = ${tenantId} and position(${key} in signature_html) > 0`,
];
