import { companyTable } from "../../db/distribution/across-nodes.ts";
import { node, type SqlNode } from "../../db/sql-node.ts";

/** The campaigns and variants that send now, as a message source lists them. A disabled shop sends nothing. */
export const sendingCampaigns: SqlNode = node`
  select v.tenant_id, coalesce(v.parent_id, v.id) as source_id, v.id as variant_id from ${companyTable("campaign")} v
  join ${companyTable("shop")} s on s.tenant_id = v.tenant_id and s.id = v.shop_id and s.is_enabled
  where v.status = 'sending'`;
