import { campaignContentHandlers } from "./content/handlers.ts";
import { variantHandlers } from "./variants/handlers.ts";
import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import { changeTags } from "../labels/tags.ts";
import { measure } from "./audience/service.ts";
import type { campaignRoutes } from "./contract.ts";
import { approve } from "./lifecycle/approval.ts";
import * as life from "./lifecycle/service.ts";
import * as campaigns from "./service.ts";

export const campaignHandlers: HandlersOf<Context, typeof campaignRoutes.records> = {
  listCampaigns: (ctx, { query }) => campaigns.list(ctx, query),
  createCampaign: (ctx, { body }) => campaigns.create(ctx, body),
  measureAudience: (ctx, { body }) => measure(ctx, body),
  tagCampaigns: (ctx, { body }) => changeTags(ctx, "campaign", body),
  getCampaign: (ctx, { params }) => campaigns.get(ctx, params.campaign_id),
  updateCampaign: (ctx, { params, body }) => campaigns.update(ctx, params.campaign_id, body),
  deleteCampaign: (ctx, { params }) => campaigns.remove(ctx, params.campaign_id),
  approveCampaign: (ctx, { params, body }) => approve(ctx, params.campaign_id, body),
  pauseCampaign: (ctx, { params }) => life.pause(ctx, params.campaign_id),
  resumeCampaign: (ctx, { params }) => life.resume(ctx, params.campaign_id),
  cancelCampaign: (ctx, { params }) => life.cancel(ctx, params.campaign_id),
  decideUnknown: (ctx, { params, body }) => life.decide(ctx, params.campaign_id, body.decision),
};

export const handlers = { campaigns: campaignHandlers, content: campaignContentHandlers, variants: variantHandlers };
