import { node, type SqlNode } from "../../db/sql-node.ts";

/** The campaigns and variants that send now, as a message source lists them. */
export const sendingCampaigns: SqlNode = node`
  select v.tenant_id, coalesce(v.parent_id, v.id) as source_id, v.id as variant_id from campaign v where v.status = 'sending'`;
