import { defineFeature, noRoutes } from "../../feature.ts";

export const trackingFeature = defineFeature({
  name: "tracking",
  tables: ["tracking_batch"],
  ...noRoutes,
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
