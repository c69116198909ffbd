import type { Context } from "../../context.ts";
import { notFound } from "../../kernel/errors.ts";
import { findCampaign, type CampaignRecord, type Scope } from "./queries.ts";

export async function getCampaign(ctx: Context, id: string): Promise<CampaignRecord> {
  const campaign = await findCampaign(ctx.db, id);
  if (campaign === undefined) throw notFound("campaign");
  return campaign;
}

/** Messages are kept under the main campaign; a language variant's are those with its content. */
export const scopeOf = ({ id, parentId }: CampaignRecord): Scope =>
  parentId === null ? { campaignId: id, variantId: null } : { campaignId: parentId, variantId: id };
