import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import * as activity from "./activity/service.ts";
import type { campaignStatsRoutes, statisticsRoutes } from "./contract.ts";
import * as emails from "./emails/service.ts";
import * as heatmap from "./heatmap/service.ts";
import * as recipients from "./recipients/service.ts";
import * as campaigns from "./service.ts";

export const statisticsHandlers: HandlersOf<Context, typeof statisticsRoutes.records> = {
  getCampaignStats: (ctx, { params, query }) => campaigns.getCampaignStats(ctx, params.campaign_id, query),
  getCampaignActivity: (ctx, { params, query }) => activity.getActivity(ctx, params.campaign_id, query),
  getCampaignHeatmap: (ctx, { params }) => heatmap.getHeatmap(ctx, params.campaign_id),
  listCampaignRecipients: (ctx, { params, query }) =>
    query.format === "csv"
      ? recipients.downloadCampaignRecipients(ctx, params.campaign_id, query)
      : recipients.listCampaignRecipients(ctx, params.campaign_id, query),
  getCampaignReport: (ctx, { params, query }) => campaigns.getCampaignReport(ctx, params.campaign_id, query),
  getEmailStats: (ctx, { query }) => emails.getEmailStats(ctx, query),
};

export const campaignStatsHandlers: HandlersOf<Context, typeof campaignStatsRoutes.records> = {
  getCampaignBreakdown: (ctx, { params, query }) => campaigns.getCampaignBreakdown(ctx, params.campaign_id, query),
  listVariantStats: (ctx, { params, query }) => campaigns.listVariantStats(ctx, params.campaign_id, query),
};

export const handlers = { campaigns: campaignStatsHandlers, statistics: statisticsHandlers };
