import { defineFeature } from "../../feature.ts";
import { siteRoutes } from "./contract.ts";

export const siteFeature = defineFeature({
  name: "site",
  tables: ["site_settings", "visitor_mark"],
  contracts: { site: siteRoutes },
  handlers: () => import("./handlers.ts"),
  hooks: () => import("./hooks.ts"),
  background: () => import("./background.ts"),
});
