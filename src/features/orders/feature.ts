import { defineFeature } from "../../feature.ts";
import { orderRoutes } from "./contract.ts";

export const ordersFeature = defineFeature({
  name: "orders",
  tables: [],
  contracts: { orders: orderRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
