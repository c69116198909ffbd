import { defineFeature } from "../../feature.ts";
import { webTrackingRoutes } from "./contract.ts";

export const webTrackingFeature = defineFeature({
  name: "web-tracking",
  tables: ["site_settings", "visitor_token"],
  contracts: { site: webTrackingRoutes },
  handlers: () => import("./handlers.ts"),
  hooks: () => import("./hooks.ts"),
  background: () => import("./background.ts"),
});
