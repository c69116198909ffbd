import { defineFeature } from "../../feature.ts";
import { automationRoutes } from "./contract.ts";
import { engineRoutes } from "./engine/contract.ts";
import { entryRoutes } from "./entry/contract.ts";
import { reportRoutes } from "./report/contract.ts";
import { unknownEmailRoutes } from "./unknown/contract.ts";
import { webhookRoutes } from "./webhooks/contract.ts";

export const automationsFeature = defineFeature({
  name: "automations",
  tables: [
    "automation",
    "automation_cart",
    "automation_count",
    "automation_editing",
    "automation_email_source",
    "automation_pass",
    "automation_reference",
    "automation_run",
    "automation_secret",
    "automation_segment_member",
    "automation_trigger",
    "automation_version",
    "automation_webhook_call",
    "automation_webhook_stat",
    "automation_webhook_trial",
  ],
  contracts: {
    automations: automationRoutes,
    automationEngine: engineRoutes,
    automationEntry: entryRoutes,
    automationReport: reportRoutes,
    automationUnknown: unknownEmailRoutes,
    automationWebhooks: webhookRoutes,
  },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
