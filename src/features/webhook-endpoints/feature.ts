import { defineFeature } from "../../feature.ts";
import { endpointRoutes } from "./contract.ts";
import { deliveryRoutes } from "./deliveries/contract.ts";

export const webhookEndpointsFeature = defineFeature({
  name: "webhook-endpoints",
  tables: ["webhook_endpoint", "webhook_delivery"],
  contracts: { endpoints: endpointRoutes, deliveries: deliveryRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
