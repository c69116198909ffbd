import { defineFeature } from "../../feature.ts";
import { campaignStatsRoutes, statisticsRoutes } from "./contract.ts";

export const statisticsFeature = defineFeature({
  name: "statistics",
  tables: [],
  contracts: { campaigns: campaignStatsRoutes, statistics: statisticsRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
