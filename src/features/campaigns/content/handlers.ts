import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { campaignContentRoutes } from "./contract.ts";
import { previewCampaign } from "./preview.ts";
import * as content from "./service.ts";

export const campaignContentHandlers: HandlersOf<Context, typeof campaignContentRoutes.records> = {
  getCampaignContent: (ctx, { params }) => content.getCampaignContent(ctx, params.campaign_id),
  saveCampaignContent: (ctx, { params, body }) => content.saveCampaignContent(ctx, params.campaign_id, body),
  listCampaignVersions: (ctx, { params, query }) => content.listCampaignVersions(ctx, params.campaign_id, query),
  getCampaignVersion: (ctx, { params }) => content.getCampaignVersion(ctx, params.campaign_id, params.version_id),
  previewCampaign: (ctx, { params, body }) => previewCampaign(ctx, params.campaign_id, body.contactId),
  testCampaign: (ctx, { params, body }) => content.requestCampaignTest(ctx, params.campaign_id, body),
};
