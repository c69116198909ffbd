import { defineFeature, noRoutes } from "../../feature.ts";

export const deliveryFeature = defineFeature({
  name: "delivery",
  tables: [
    "message",
    "send_batch",
    "message_state_count",
    "message_link",
    "domain_throttle",
    "warm_up_usage",
    "refusal_streak",
    "unknown_notice",
  ],
  ...noRoutes,
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
