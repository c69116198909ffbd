import { defineFeature } from "../../feature.ts";
import { campaignStatsRoutes, statisticsRoutes } from "./contract.ts";

export const statisticsFeature = defineFeature({
  name: "statistics",
  tables: ["campaign_hourly_stat", "campaign_metric_total", "campaign_link_stat", "company_hourly_stat"],
  contracts: { campaigns: campaignStatsRoutes, statistics: statisticsRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
