import { handleJob, type BackgroundParts } from "../../feature.ts";
import { deleteExpiredConfirmations, mcpCleanupJob } from "./jobs.ts";

export const background: BackgroundParts = {
  jobs: [handleJob(mcpCleanupJob, ({ db, clock }) => deleteExpiredConfirmations(db, clock))],
};
