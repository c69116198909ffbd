import { defineFeature } from "../../feature.ts";
import { orderRoutes } from "./contract.ts";
import { rfmRoutes } from "./rfm/contract.ts";

export const ordersFeature = defineFeature({
  name: "orders",
  tables: [
    "contact_order_total",
    "order_item",
    "order_state",
    "rfm_group_total",
    "rfm_score",
    "rfm_setting",
    "shop_order",
  ],
  contracts: { orders: orderRoutes, rfm: rfmRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
