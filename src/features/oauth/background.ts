import { handleJob, type BackgroundParts } from "../../feature.ts";
import { deleteExpiredOAuthData, oauthCleanupJob } from "./jobs.ts";

export const background: BackgroundParts = {
  jobs: [handleJob(oauthCleanupJob, ({ db, clock }) => deleteExpiredOAuthData(db, clock))],
};
