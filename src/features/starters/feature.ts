import { defineFeature, noRoutes } from "../../feature.ts";

export const startersFeature = defineFeature({
  name: "starters",
  tables: [],
  ...noRoutes,
});
