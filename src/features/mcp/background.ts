import { handleJob, type BackgroundParts } from "../../feature.ts";
import { deleteExpiredConfirmations, mcpCleanupJob } from "./jobs.ts";
import { requestedCalls } from "./requests/encrypted-call.ts";

export const background: BackgroundParts = {
  encryptedColumns: [requestedCalls],
  jobs: [handleJob(mcpCleanupJob, ({ db, clock }) => deleteExpiredConfirmations(db, clock))],
};
