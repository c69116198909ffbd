import { node, type SqlNode } from "../../db/sql-node.ts";
import { versionMentions } from "../content/file-references.sql.ts";

export const fileReferences = (tenantId: string, key: string): readonly SqlNode[] => [
  node`
    select 'campaign' as kind, v.owner_id as id, coalesce(c.name, '') as name from content_version v
    left join campaign c on c.tenant_id = ${tenantId} and c.id = v.owner_id
    where v.owner_kind = 'campaign' and ${versionMentions(tenantId, key)}`,
  // The footer as it was sent, which the footer itself may no longer show.
  node`
    select 'campaign' as kind, id, name from campaign
    where tenant_id = ${tenantId} and position(${key} in footer_html) > 0`,
];
