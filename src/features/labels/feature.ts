import { defineFeature, noRoutes } from "../../feature.ts";

export const labelsFeature = defineFeature({
  name: "labels",
  tables: [],
  ...noRoutes,
  hooks: () => import("./hooks.ts"),
});
