import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import { approveVariants } from "../lifecycle/approval.ts";
import * as life from "../lifecycle/service.ts";
import type { variantRoutes } from "./contract.ts";
import * as variants from "./service.ts";

export const variantHandlers: HandlersOf<Context, typeof variantRoutes.records> = {
  listVariants: (ctx, { params }) => variants.list(ctx, params.campaign_id),
  addVariant: (ctx, { params, body }) => variants.add(ctx, params.campaign_id, body),
  setVariants: (ctx, { params, body }) => variants.replaceAll(ctx, params.campaign_id, body.variants),
  previewVariants: (ctx, { params }) => variants.split(ctx, params.campaign_id),
  approveVariants: (ctx, { params, body }) => approveVariants(ctx, params.campaign_id, body),
  pauseVariants: async (ctx, { params, body }) => {
    await life.pause(ctx, params.campaign_id, body.languages);
    return variants.list(ctx, params.campaign_id);
  },
  resumeVariants: async (ctx, { params, body }) => {
    await life.resume(ctx, params.campaign_id, body.languages);
    return variants.list(ctx, params.campaign_id);
  },
  cancelVariants: async (ctx, { params, body }) => {
    await life.cancel(ctx, params.campaign_id, body.languages);
    return variants.list(ctx, params.campaign_id);
  },
};
