import { defineFeature, noRoutes } from "../../feature.ts";

export const trackingFeature = defineFeature({
  name: "tracking",
  tables: [],
  ...noRoutes,
});
