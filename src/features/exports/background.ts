import { handleJob, type BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { expireExports, exportExpiryJob, runExport } from "./jobs.ts";

export const background: BackgroundParts = {
  jobs: [handleJob(exportExpiryJob, ({ db, clock }) => expireExports(db, clock.now()))],
  actions: [actionRunner(runExport)],
};
