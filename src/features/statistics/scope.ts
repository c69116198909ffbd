import type { Context } from "../../context.ts";
import { notFound } from "../../kernel/errors.ts";
import { findReportedCampaign, type ReportedCampaign, type StatScope } from "./queries.ts";

export async function getReportedCampaign(ctx: Context, id: string): Promise<ReportedCampaign> {
  const campaign = await findReportedCampaign(ctx.db, id);
  if (campaign === undefined) throw notFound("campaign");
  return campaign;
}

/** Messages are stored under the main campaign; those of a language variant have its `variant_id`. */
export const toScope = ({ id, parentId }: ReportedCampaign): StatScope =>
  parentId === null ? { sourceIds: [id], variantId: null } : { sourceIds: [parentId], variantId: id };
