import { handleJob, type BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { runImport, importSweepJob, sweepImports } from "./jobs.ts";

export const background: BackgroundParts = {
  jobs: [handleJob(importSweepJob, ({ db, clock }) => sweepImports(db, clock.now()))],
  actions: [actionRunner(runImport)],
};
