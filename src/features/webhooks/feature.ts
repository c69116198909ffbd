import { defineFeature } from "../../feature.ts";
import { webhookRoutes } from "./contract.ts";

export const webhooksFeature = defineFeature({
  name: "webhooks",
  tables: ["webhook"],
  contracts: { webhooks: webhookRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
