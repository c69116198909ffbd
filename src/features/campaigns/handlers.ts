import { approvalHandlers } from "./approvals/handlers.ts";
import { campaignContentHandlers } from "./content/handlers.ts";
import { variantHandlers } from "./variants/handlers.ts";
import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import { changeTags } from "../labels/tags.ts";
import { measureAudience } from "./audience/service.ts";
import { checkCampaign } from "./check/service.ts";
import type { campaignRoutes } from "./contract.ts";
import { copyCampaign } from "./copy.ts";
import { listCampaignHistory } from "./history/service.ts";
import { approveCampaign } from "./lifecycle/approval.ts";
import { returnToDraft } from "./lifecycle/draft.ts";
import * as lifecycle from "./lifecycle/service.ts";
import * as campaigns from "./service.ts";

export const campaignHandlers: HandlersOf<Context, typeof campaignRoutes.records> = {
  listCampaigns: (ctx, { query }) => campaigns.listCampaigns(ctx, query),
  createCampaign: (ctx, { body }) => campaigns.createCampaign(ctx, body),
  measureAudience: (ctx, { body }) => measureAudience(ctx, body),
  tagCampaigns: (ctx, { body }) => changeTags(ctx, "campaign", body),
  getCampaign: (ctx, { params }) => campaigns.getCampaign(ctx, params.campaign_id),
  updateCampaign: (ctx, { params, body }) => campaigns.updateCampaign(ctx, params.campaign_id, body),
  deleteCampaign: (ctx, { params }) => campaigns.deleteCampaign(ctx, params.campaign_id),
  approveCampaign: (ctx, { params, body }) => approveCampaign(ctx, params.campaign_id, body),
  checkCampaign: (ctx, { params }) => checkCampaign(ctx, params.campaign_id),
  listCampaignHistory: (ctx, { params, query }) => listCampaignHistory(ctx, params.campaign_id, query),
  copyCampaign: (ctx, { params, body }) => copyCampaign(ctx, params.campaign_id, body),
  returnCampaignToDraft: (ctx, { params }) => returnToDraft(ctx, params.campaign_id),
  pauseCampaign: (ctx, { params }) => lifecycle.pauseCampaign(ctx, params.campaign_id),
  resumeCampaign: (ctx, { params }) => lifecycle.resumeCampaign(ctx, params.campaign_id),
  cancelCampaign: (ctx, { params }) => lifecycle.cancelCampaign(ctx, params.campaign_id),
  decideUnknown: (ctx, { params, body }) => lifecycle.decideUnknown(ctx, params.campaign_id, body.decision),
};

export const handlers = {
  campaigns: campaignHandlers,
  approvals: approvalHandlers,
  content: campaignContentHandlers,
  variants: variantHandlers,
};
