import { handleJob, type BackgroundParts } from "../../feature.ts";
import { sendTestEmail, testEmailJob } from "./test-emails/jobs.ts";

export const background: BackgroundParts = { jobs: [handleJob(testEmailJob, sendTestEmail)] };
