import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import * as activity from "./activity/service.ts";
import type { campaignStatsRoutes, statisticsRoutes } from "./contract.ts";
import * as emails from "./emails/service.ts";
import * as heatmap from "./heatmap/service.ts";
import * as recipients from "./recipients/service.ts";
import * as campaigns from "./service.ts";

export const statisticsHandlers: HandlersOf<Context, typeof statisticsRoutes.records> = {
  getCampaignStats: (ctx, { params, query }) => campaigns.get(ctx, params.campaign_id, query),
  getCampaignActivity: (ctx, { params, query }) => activity.get(ctx, params.campaign_id, query),
  getCampaignHeatmap: (ctx, { params }) => heatmap.get(ctx, params.campaign_id),
  listCampaignRecipients: (ctx, { params, query }) =>
    query.format === "csv"
      ? recipients.download(ctx, params.campaign_id, query)
      : recipients.list(ctx, params.campaign_id, query),
  getCampaignReport: (ctx, { params, query }) => campaigns.report(ctx, params.campaign_id, query),
  getEmailStats: (ctx, { query }) => emails.get(ctx, query),
};

export const campaignStatsHandlers: HandlersOf<Context, typeof campaignStatsRoutes.records> = {
  getCampaignBreakdown: (ctx, { params, query }) => campaigns.breakdown(ctx, params.campaign_id, query),
  listVariantStats: (ctx, { params, query }) => campaigns.variants(ctx, params.campaign_id, query),
};

export const handlers = { campaigns: campaignStatsHandlers, statistics: statisticsHandlers };
