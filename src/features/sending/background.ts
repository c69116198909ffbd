import { handleJob, type BackgroundParts } from "../../feature.ts";
import { testMailJob, sendTestMail } from "../content/test-emails/jobs.ts";
import { forgetOld, inspectDomains, sendingUpkeepJob } from "./jobs.ts";
import { findOutgoingSender, signerOf } from "./outgoing.ts";
import { senderMailJob, sendSenderMail } from "./senders/jobs.ts";

export const background: BackgroundParts = {
  jobs: [
    handleJob(senderMailJob, sendSenderMail),
    handleJob(testMailJob, (worker, payload) =>
      sendTestMail(
        {
          ...worker,
          findSender: async (db, senderId) => {
            const sender = await findOutgoingSender(db, senderId);
            return sender && { ...sender, signer: signerOf(db.tenantId, sender, worker.dataKey) };
          },
        },
        payload,
      ),
    ),
    handleJob(sendingUpkeepJob, async (worker) => {
      await forgetOld(worker.db, worker.clock.now());
      await worker.forEachCompany("domain checks", async (tenantId) => {
        const unanswered = await inspectDomains(await worker.contextOf(tenantId));
        if (unanswered > 0) worker.log.warn({ tenantId, unanswered }, "DNS lookup failed");
      });
    }),
  ],
};
