import { handleJob, type BackgroundParts } from "../../feature.ts";
import { testEmailJob, sendTestEmail } from "../content/test-emails/jobs.ts";
import { deleteOldReportsAndMails, checkDomains, sendingMaintenanceJob } from "./jobs.ts";
import { findOutgoingSender, createSenderSigner } from "./outgoing-sender.ts";
import { senderVerificationMailJob, sendSenderVerificationMail } from "./senders/jobs.ts";

export const background: BackgroundParts = {
  jobs: [
    handleJob(senderVerificationMailJob, sendSenderVerificationMail),
    handleJob(testEmailJob, (worker, payload) =>
      sendTestEmail(
        {
          ...worker,
          findSender: async (db, senderId) => {
            const sender = await findOutgoingSender(db, senderId);
            return sender && { ...sender, signer: createSenderSigner(db.tenantId, sender, worker.dataKey) };
          },
        },
        payload,
      ),
    ),
    handleJob(sendingMaintenanceJob, async (worker) => {
      await deleteOldReportsAndMails(worker.db, worker.clock.now());
      await worker.forEachCompany("domain checks", async (tenantId) => {
        const unanswered = await checkDomains(await worker.contextOf(tenantId));
        if (unanswered > 0) worker.log.warn({ tenantId, unanswered }, "DNS lookup failed");
      });
    }),
  ],
};
