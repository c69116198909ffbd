import { defineFeature, noRoutes } from "../../feature.ts";

export const deliveryFeature = defineFeature({
  name: "delivery",
  tables: ["domain_throttle", "message", "message_link", "message_state_count", "send_batch", "warm_up_usage"],
  ...noRoutes,
  hooks: () => import("./hooks.ts"),
});
