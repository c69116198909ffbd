import { defineFeature } from "../../feature.ts";
import { automationStatsRoutes, campaignStatsRoutes, statisticsRoutes } from "./contract.ts";

export const statisticsFeature = defineFeature({
  name: "statistics",
  tables: [
    "campaign_hourly_stat",
    "campaign_link_stat",
    "campaign_metric_total",
    "company_hourly_stat",
    "order_attribution",
    "shop_hourly_stat",
  ],
  contracts: { automations: automationStatsRoutes, campaigns: campaignStatsRoutes, statistics: statisticsRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
