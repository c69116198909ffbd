import { defineFeature } from "../../feature.ts";
import { feedRoutes } from "./contract.ts";

export const feedsFeature = defineFeature({
  name: "feeds",
  tables: ["feed", "feed_change", "feed_item"],
  contracts: { feeds: feedRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
