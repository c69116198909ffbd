import { defineFeature } from "../../feature.ts";
import { deliveryRoutes } from "./contract.ts";

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
  contracts: { routes: deliveryRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
