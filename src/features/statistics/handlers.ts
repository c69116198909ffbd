import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import * as activity from "./activity/service.ts";
import { getAutomationHeatmap } from "./automations/heatmap.ts";
import { listVersionStats } from "./automations/versions.ts";
import * as automations from "./automations/service.ts";
import type { automationStatsRoutes, campaignStatsRoutes, statisticsRoutes } from "./contract.ts";
import { getContactStats } from "./contacts/service.ts";
import { getConversions, listSourceRevenue } from "./conversions/service.ts";
import { getDashboard } from "./dashboard/service.ts";
import * as emails from "./emails/service.ts";
import * as heatmap from "./heatmap/service.ts";
import * as recipients from "./recipients/service.ts";
import { getCampaignAverage } from "./averages/service.ts";
import * as campaigns from "./service.ts";

export const statisticsHandlers: HandlersOf<Context, typeof statisticsRoutes.records> = {
  getCampaignStats: (ctx, { params, query }) => campaigns.getCampaignStats(ctx, params.campaign_id, query),
  getCampaignActivity: (ctx, { params, query }) => activity.getActivity(ctx, params.campaign_id, query),
  getCampaignHeatmap: (ctx, { params, query }) => heatmap.getHeatmap(ctx, params.campaign_id, query),
  listCampaignRecipients: (ctx, { params, query }) =>
    query.format === "csv"
      ? recipients.downloadCampaignRecipients(ctx, params.campaign_id, query)
      : recipients.listCampaignRecipients(ctx, params.campaign_id, query),
  getCampaignReport: (ctx, { params, query }) => campaigns.getCampaignReport(ctx, params.campaign_id, query),
  getCampaignAverage: (ctx, { params, query }) => getCampaignAverage(ctx, params.campaign_id, query),
  listCampaignConversions: (ctx, { params, query }) =>
    campaigns.listCampaignConversions(ctx, params.campaign_id, query),
  getConversions: (ctx, { query }) => getConversions(ctx, query),
  listSourceRevenue: (ctx, { query }) => listSourceRevenue(ctx, query),
  getDashboard: (ctx, { query }) => getDashboard(ctx, query),
  getEmailStats: (ctx, { query }) => emails.getEmailStats(ctx, query),
  getContactStats: (ctx, { query }) => getContactStats(ctx, query),
};

export const campaignStatsHandlers: HandlersOf<Context, typeof campaignStatsRoutes.records> = {
  getCampaignBreakdown: (ctx, { params, query }) => campaigns.getCampaignBreakdown(ctx, params.campaign_id, query),
  listVariantStats: (ctx, { params, query }) => campaigns.listVariantStats(ctx, params.campaign_id, query),
};

export const automationStatsHandlers: HandlersOf<Context, typeof automationStatsRoutes.records> = {
  getAutomationStats: (ctx, { params, query }) => automations.getAutomationStats(ctx, params.automation_id, query),
  getAutomationActivity: (ctx, { params, query }) =>
    automations.getAutomationActivity(ctx, params.automation_id, query),
  getAutomationHeatmap: (ctx, { params, query }) => getAutomationHeatmap(ctx, params.automation_id, query),
  listAutomationRecipients: (ctx, { params, query }) =>
    query.format === "csv"
      ? automations.downloadAutomationRecipients(ctx, params.automation_id, query)
      : automations.listAutomationRecipients(ctx, params.automation_id, query),
  listAutomationConversions: (ctx, { params, query }) =>
    automations.listAutomationConversions(ctx, params.automation_id, query),
  listAutomationVersionStats: (ctx, { params, query }) => listVersionStats(ctx, params.automation_id, query),
  getAutomationStatsReport: (ctx, { params, query }) =>
    automations.getAutomationReport(ctx, params.automation_id, query),
};

export const handlers = {
  automations: automationStatsHandlers,
  campaigns: campaignStatsHandlers,
  statistics: statisticsHandlers,
};
