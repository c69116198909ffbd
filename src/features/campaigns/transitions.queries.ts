import { node, toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { moveStatement, type CampaignMove } from "./transitions.sql.ts";
import type { CampaignMoveAction } from "./transitions.ts";

/** A campaign or a variant as notifications name it: by the name of the campaign. */
export type CampaignRef = { readonly campaignId: string; readonly variantId: string; readonly name: string };

/** Moves the matching campaigns and variants whose status allows the action, and returns them. */
export async function moveCampaigns(
  db: TenantDb,
  action: CampaignMoveAction,
  { where, ...move }: CampaignMove,
): Promise<CampaignRef[]> {
  const { sql, tenantId } = db;
  const statement = moveStatement(action, { ...move, where: node`v.tenant_id = ${tenantId} and ${where}` });
  return sql<CampaignRef[]>`
    ${toFragment(sql, statement)}
    returning coalesce(v.parent_id, v.id) as campaign_id, v.id as variant_id,
      (select m.name from campaign m where m.tenant_id = ${tenantId} and m.id = coalesce(v.parent_id, v.id)) as name`;
}
