import { defineFeature } from "../../feature.ts";
import { webHookRoutes } from "./api-v3/contract.ts";
import { webhookRoutes } from "./contract.ts";

export const webhooksFeature = defineFeature({
  name: "webhooks",
  tables: ["webhook"],
  contracts: { webhooks: webhookRoutes, webHooks: webHookRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
