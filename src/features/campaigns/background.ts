import { handleJob, type BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { approvalMailJob, sendApprovalMail } from "./approvals/jobs.ts";
import { deleteRemainingMessages, runCampaignCancellation, unsentMessagesJob } from "./lifecycle/jobs.ts";
import { campaignSource } from "./source.ts";

export const background: BackgroundParts = {
  messageSources: [campaignSource],
  jobs: [
    handleJob(approvalMailJob, sendApprovalMail),
    handleJob(unsentMessagesJob, ({ db }, { tenantId, campaignId }) =>
      deleteRemainingMessages(db.forTenant(tenantId), campaignId),
    ),
  ],
  actions: [actionRunner(runCampaignCancellation)],
};
