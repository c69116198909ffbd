import { handleJob, type BackgroundParts } from "../../feature.ts";
import { deleteOldReportsAndMails, checkDomains, sendingMaintenanceJob } from "./jobs.ts";
import { connectionSecrets } from "./connections/secrets.ts";
import { dkimKeys } from "./domains/encrypted-columns.ts";
import { mailboxSecrets } from "./mailboxes/account.ts";
import { createProviderResolver, deleteOldRecipientDomains } from "./providers/resolver.ts";
import { senderVerificationMailJob, sendSenderVerificationMail } from "./senders/jobs.ts";

export const background: BackgroundParts = {
  jobs: [
    handleJob(senderVerificationMailJob, sendSenderVerificationMail),
    handleJob(sendingMaintenanceJob, async (worker) => {
      await deleteOldReportsAndMails(worker.db, worker.clock.now());
      await deleteOldRecipientDomains(worker.db, worker.clock.now());
      await worker.forEachCompany("domain checks", async (tenantId) => {
        const failed = await checkDomains(await worker.contextOf(tenantId));
        if (failed > 0) worker.log.warn({ tenantId, failed }, "DNS lookup failed");
      });
    }),
  ],
  encryptedColumns: [connectionSecrets, dkimKeys, mailboxSecrets],
  loops: [createProviderResolver],
};
