import { defineFeature, noRoutes } from "../../feature.ts";

export const deliveryFeature = defineFeature({
  name: "delivery",
  tables: [],
  ...noRoutes,
  hooks: () => import("./hooks.ts"),
});
