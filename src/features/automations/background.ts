import type { BackgroundParts } from "../../feature.ts";
import { AutomationEngine } from "./engine/engine.ts";
import { conditionListener } from "./engine/wake-conditions.ts";
import { triggerListener } from "./entry/listener.ts";
import { EntryScheduler } from "./entry/scheduler.ts";
import { emailSources } from "./messages/source.ts";
import { webhookPasswords } from "./secrets.ts";
import { WebhookCaller } from "./webhooks/caller.ts";

export const background: BackgroundParts = {
  messageSources: emailSources,
  encryptedColumns: [webhookPasswords],
  listeners: [conditionListener, triggerListener],
  loops: [
    (worker) => new AutomationEngine(worker),
    (worker) => new EntryScheduler(worker),
    (worker) => new WebhookCaller(worker),
  ],
};
