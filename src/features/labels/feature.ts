import { defineFeature, noRoutes } from "../../feature.ts";

export const labelsFeature = defineFeature({
  name: "labels",
  tables: ["label", "label_assignment"],
  ...noRoutes,
});
