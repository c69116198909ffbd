import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { campaignContentRoutes } from "./contract.ts";
import { preview } from "./preview.ts";
import * as content from "./service.ts";

export const campaignContentHandlers: HandlersOf<Context, typeof campaignContentRoutes.records> = {
  getCampaignContent: (ctx, { params }) => content.getContent(ctx, params.campaign_id),
  saveCampaignContent: (ctx, { params, body }) => content.saveContent(ctx, params.campaign_id, body),
  listCampaignVersions: (ctx, { params, query }) => content.listVersions(ctx, params.campaign_id, query),
  getCampaignVersion: (ctx, { params }) => content.getVersion(ctx, params.campaign_id, params.version_id),
  previewCampaign: (ctx, { params, body }) => preview(ctx, params.campaign_id, body.contactId),
  testCampaign: (ctx, { params, body }) => content.test(ctx, params.campaign_id, body.emails),
};
