import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import { approveVariants } from "../lifecycle/approval.ts";
import * as lifecycle from "../lifecycle/service.ts";
import type { variantRoutes } from "./contract.ts";
import * as variants from "./service.ts";

export const variantHandlers: HandlersOf<Context, typeof variantRoutes.records> = {
  listVariants: (ctx, { params }) => variants.listVariants(ctx, params.campaign_id),
  addVariant: (ctx, { params, body }) => variants.addVariant(ctx, params.campaign_id, body),
  setVariants: (ctx, { params, body }) => variants.replaceVariants(ctx, params.campaign_id, body.variants),
  previewVariants: (ctx, { params }) => variants.previewVariants(ctx, params.campaign_id),
  approveVariants: (ctx, { params, body }) => approveVariants(ctx, params.campaign_id, body),
  pauseVariants: async (ctx, { params, body }) => {
    await lifecycle.pauseCampaign(ctx, params.campaign_id, body);
    return variants.listVariants(ctx, params.campaign_id);
  },
  resumeVariants: async (ctx, { params, body }) => {
    await lifecycle.resumeCampaign(ctx, params.campaign_id, body);
    return variants.listVariants(ctx, params.campaign_id);
  },
  cancelVariants: async (ctx, { params, body }) => {
    await lifecycle.cancelCampaign(ctx, params.campaign_id, body);
    return variants.listVariants(ctx, params.campaign_id);
  },
};
