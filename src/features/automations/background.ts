import { handleJob, type BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { AutomationEngine } from "./engine/engine.ts";
import { memberMailJob, sendMemberMail } from "./engine/steps/notify.ts";
import { conditionListener } from "./engine/wake-conditions.ts";
import { runRelease, runReschedule } from "./engine/waiting-runs.ts";
import { triggerListener } from "./entry/listener.ts";
import { EntryScheduler } from "./entry/scheduler.ts";
import { emailSources } from "./messages/source.ts";
import { webhookSecrets } from "./secrets.ts";
import { createWebhookCaller } from "./webhooks/caller.ts";

export const background: BackgroundParts = {
  messageSources: emailSources,
  encryptedColumns: [webhookSecrets],
  jobs: [handleJob(memberMailJob, sendMemberMail)],
  actions: [actionRunner(runRelease), actionRunner(runReschedule)],
  listeners: [conditionListener, triggerListener],
  loops: [(worker) => new AutomationEngine(worker), (worker) => new EntryScheduler(worker), createWebhookCaller],
};
