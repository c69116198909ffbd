import { node, type SqlNode } from "../../db/sql-node.ts";

export const fileReferences = (tenantId: string, key: string): readonly SqlNode[] => [
  node`
    select 'landing_page' as kind, id, name from landing_page
    where tenant_id = ${tenantId} and position(${key} in html) > 0`,
  node`
    select 'unsubscribe_page' as kind, id, name from unsubscribe_page
    where tenant_id = ${tenantId} and position(${key} in text_html || thanks_html || design::text) > 0`,
  node`
    select 'survey' as kind, id, name from survey s
    where tenant_id = ${tenantId} and position(${key} in to_jsonb(s)::text) > 0`,
];
