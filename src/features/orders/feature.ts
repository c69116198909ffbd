import { defineFeature } from "../../feature.ts";
import { orderRoutes } from "./contract.ts";

export const ordersFeature = defineFeature({
  name: "orders",
  tables: ["contact_order_total", "order_item", "order_state", "shop_order"],
  contracts: { orders: orderRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
