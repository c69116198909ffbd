import { handleJob, type BackgroundParts } from "../../feature.ts";
import { confirmationEmailJob, confirmationEmailSweepJob } from "./confirmation-emails/job.ts";
import { sendConfirmationEmail, sweepConfirmationEmails } from "./confirmation-emails/send.ts";
import { welcomeSource } from "./welcome/source.ts";
import { purgeSignUpsJob, purgeUnconfirmed } from "./purge.ts";
import { deleteOldViews } from "./report/queries.ts";

export const background: BackgroundParts = {
  messageSources: [welcomeSource],
  jobs: [
    handleJob(confirmationEmailJob, sendConfirmationEmail),
    handleJob(confirmationEmailSweepJob, sweepConfirmationEmails),
    handleJob(purgeSignUpsJob, purgeUnconfirmed),
  ],
  nightly: [{ name: "views of forms", run: deleteOldViews }],
};
