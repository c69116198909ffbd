import { Type } from "typebox";
import { OrFile } from "../../kernel/file.ts";
import { defineRoutes } from "../../kernel/route.ts";
import { Id, Items, Page } from "../../kernel/schema.ts";
import { acceptedQuery, nodeQuery, periodQuery } from "../delivery/statistics-query.ts";
import { activityQuery, conversionQuery, recipientsQuery, rowsQuery, shopQuery, vatQuery } from "./query.ts";
import * as shapes from "./shapes.ts";

const campaignPath = "/stats/campaigns/{campaign_id}";
const automationPath = "/stats/automations/{automation_id}";

export const statisticsRoutes = defineRoutes("Statistics", "campaigns", {
  getCampaignStats: {
    method: "GET",
    path: campaignPath,
    mcp: { core: "stats_campaign" },
    summary: "Statistics of a campaign or of one of its language variants: totals, by provider, domain, hour and link",
    query: Type.Object({ ...acceptedQuery, ...periodQuery, ...rowsQuery }),
    answers: { 200: shapes.CampaignStats },
    errors: ["validation from", "validation to", "not_found campaign"],
  },
  getCampaignActivity: {
    method: "GET",
    path: `${campaignPath}/activity`,
    mcp: "catalog",
    summary: "Timeline of a campaign and the events of its recipients, newest first",
    query: Type.Object(activityQuery),
    answers: { 200: shapes.CampaignActivity },
    errors: ["validation from", "validation to", "not_found campaign"],
  },
  getCampaignHeatmap: {
    method: "GET",
    path: `${campaignPath}/heatmap`,
    mcp: "catalog",
    summary: "The sent HTML and the clicks on each of its links, of all time",
    query: Type.Object(acceptedQuery),
    answers: { 200: shapes.Heatmap },
    errors: ["validation to", "not_found campaign"],
  },
  listCampaignRecipients: {
    method: "GET",
    path: `${campaignPath}/recipients`,
    mcp: "catalog",
    summary: "Recipients with the state of their messages, paged, or all of them as CSV",
    query: Type.Object(recipientsQuery),
    answers: { 200: OrFile(Page(shapes.CampaignRecipient), "text/csv") },
    errors: ["validation from", "validation to", "validation tab", "validation format", "not_found campaign"],
  },
  getCampaignReport: {
    method: "GET",
    path: `${campaignPath}/report`,
    mcp: "catalog",
    summary: "All data of a printable campaign report",
    query: Type.Object({ ...acceptedQuery, ...periodQuery, ...rowsQuery, ...vatQuery }),
    answers: { 200: shapes.CampaignReport },
    errors: ["validation from", "validation to", "not_found campaign"],
  },
  getCampaignAverage: {
    method: "GET",
    path: `${campaignPath}/average`,
    mcp: "catalog",
    summary: "Mean rates of the last 10 campaigns of its shop that were sent before, to compare with",
    query: Type.Object(acceptedQuery),
    answers: { 200: shapes.CampaignAverage },
    errors: ["validation from", "validation to", "not_found campaign"],
  },
  listCampaignConversions: {
    method: "GET",
    path: `${campaignPath}/conversions`,
    mcp: "catalog",
    summary: "Orders that followed a click in the campaign, newest first, and their sums by currency",
    query: Type.Object(conversionQuery),
    answers: { 200: shapes.OrderConversions },
    errors: ["validation from", "validation to", "not_found campaign"],
  },
  getConversions: {
    method: "GET",
    path: "/conversions",
    mcp: "catalog",
    summary:
      "Orders (new or completed) that followed a person's last click within the company's window, by campaign or automation and currency; by default of the last 30 days",
    query: Type.Object({
      ...acceptedQuery,
      ...periodQuery,
      ...vatQuery,
      ...shopQuery,
      node: Type.Optional({ ...nodeQuery.node, description: "The key of one e-mail of `automationId`" }),
      campaignId: Type.Optional(Id),
      automationId: Type.Optional(Id),
    }),
    answers: { 200: shapes.Conversions },
    errors: [
      "validation from",
      "validation to",
      "validation shop",
      "validation node",
      "validation campaignId",
      "validation automationId",
    ],
  },
  listSourceRevenue: {
    method: "GET",
    path: "/conversions/sources",
    mcp: "catalog",
    summary: "Orders and revenue of chosen campaigns and automations by currency, by default of all time",
    query: Type.Object({
      ...acceptedQuery,
      ...periodQuery,
      ...vatQuery,
      campaign: Type.Optional(Type.Array(Id, { maxItems: 100, description: "Repeatable" })),
      automation: Type.Optional(Type.Array(Id, { maxItems: 100, description: "Repeatable" })),
    }),
    answers: { 200: Items(shapes.SourceRevenue) },
    errors: ["validation from", "validation to"],
  },
  getDashboard: {
    method: "GET",
    path: "/dashboard",
    module: null,
    mcp: "catalog",
    summary:
      "Contacts and e-mails of a period, compared with the same number of days before; by default the last 30 days of all shops",
    query: Type.Object({ ...periodQuery, ...shopQuery }),
    answers: { 200: shapes.Dashboard },
    errors: ["validation from", "validation to", "validation shop"],
  },
  getEmailStats: {
    method: "GET",
    path: "/stats/emails",
    mcp: { core: "stats_overview" },
    summary:
      "E-mails of all campaigns and automations by day, compared with the same number of days before; by default the last 30 days",
    query: Type.Object({ ...acceptedQuery, ...periodQuery, ...shopQuery }),
    answers: { 200: shapes.EmailStats },
    errors: ["validation from", "validation to", "validation shop"],
  },
  getContactStats: {
    method: "GET",
    path: "/stats/contacts",
    module: "contacts",
    mcp: "catalog",
    summary:
      "New contacts by source, compared with the same number of days before; by default the last 30 days of all shops",
    query: Type.Object({ ...acceptedQuery, ...periodQuery, ...shopQuery }),
    answers: { 200: shapes.ContactStats },
    errors: ["validation from", "validation to", "validation shop"],
  },
});

export const campaignStatsRoutes = defineRoutes("Campaigns", "campaigns", {
  getCampaignBreakdown: {
    method: "GET",
    path: "/campaigns/{campaign_id}/stats",
    mcp: "catalog",
    summary: "Statistics of a campaign by provider and domain",
    query: Type.Object({ ...acceptedQuery, ...periodQuery, ...rowsQuery }),
    answers: { 200: shapes.CampaignBreakdown },
    errors: ["validation from", "validation to", "not_found campaign"],
  },
  listVariantStats: {
    method: "GET",
    path: "/campaigns/{campaign_id}/variants/stats",
    mcp: "catalog",
    summary: "Statistics of a campaign by language: the main e-mail, then its variants",
    query: Type.Object({ ...acceptedQuery, ...periodQuery }),
    answers: { 200: Items(shapes.VariantStats) },
    errors: ["validation from", "validation to", "not_found campaign"],
  },
});

export const automationStatsRoutes = defineRoutes("Statistics", "campaigns", {
  getAutomationStats: {
    method: "GET",
    path: automationPath,
    mcp: "catalog",
    summary: "Statistics of an automation by e-mail: totals, by provider, domain, hour and link",
    query: Type.Object({ ...acceptedQuery, ...periodQuery, ...rowsQuery, ...nodeQuery }),
    answers: { 200: shapes.AutomationStats },
    errors: ["validation from", "validation to", "validation node", "not_found automation"],
  },
  getAutomationActivity: {
    method: "GET",
    path: `${automationPath}/activity`,
    mcp: "catalog",
    summary: "Timeline of the e-mails of an automation and the events of their recipients, newest first",
    query: Type.Object({ ...activityQuery, ...nodeQuery }),
    answers: { 200: shapes.CampaignActivity },
    errors: ["validation from", "validation to", "validation node", "not_found automation"],
  },
  getAutomationHeatmap: {
    method: "GET",
    path: `${automationPath}/heatmap`,
    mcp: "catalog",
    summary: "The HTML of one e-mail and the clicks on each of its links, of all time",
    query: Type.Object({ ...acceptedQuery, ...nodeQuery }),
    answers: { 200: shapes.AutomationHeatmap },
    errors: ["validation to", "validation node", "not_found automation"],
  },
  listAutomationRecipients: {
    method: "GET",
    path: `${automationPath}/recipients`,
    mcp: "catalog",
    summary: "E-mails of an automation with their contacts and states, paged, or all of them as CSV",
    query: Type.Object({ ...recipientsQuery, ...nodeQuery }),
    answers: { 200: OrFile(Page(shapes.CampaignRecipient), "text/csv") },
    errors: [
      "validation from",
      "validation to",
      "validation tab",
      "validation format",
      "validation node",
      "not_found automation",
    ],
  },
  listAutomationConversions: {
    method: "GET",
    path: `${automationPath}/conversions`,
    mcp: "catalog",
    summary: "Orders that followed a click in an e-mail of the automation, newest first, and their sums by currency",
    query: Type.Object({ ...conversionQuery, ...nodeQuery }),
    answers: { 200: shapes.OrderConversions },
    errors: ["validation from", "validation to", "validation node", "not_found automation"],
  },
  listAutomationVersionStats: {
    method: "GET",
    path: `${automationPath}/versions`,
    mcp: "catalog",
    summary: "Runs, e-mails and orders of an automation by the version with which the contacts entered, newest first",
    query: Type.Object(acceptedQuery),
    answers: { 200: Items(shapes.AutomationVersionStats) },
    errors: ["validation from", "validation to", "not_found automation"],
  },
  getAutomationStatsReport: {
    method: "GET",
    path: `${automationPath}/report`,
    mcp: "catalog",
    summary: "All data of a printable report about the e-mails of an automation",
    query: Type.Object({ ...acceptedQuery, ...periodQuery, ...rowsQuery, ...vatQuery, ...nodeQuery }),
    answers: { 200: shapes.AutomationReport },
    errors: ["validation from", "validation to", "validation node", "not_found automation"],
  },
});
