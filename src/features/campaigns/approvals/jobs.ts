import { Type } from "typebox";
import type { SystemDb } from "../../../db/tenant.ts";
import { defineJob, type PayloadOf } from "../../../jobs/job.ts";
import { Id, OneOf } from "../../../kernel/schema.ts";
import { sendServiceMail, serviceLanguage, type ServiceMailDeps } from "../../../mail/service-mail.ts";
import { findMailPermit } from "../../members/company-mail.ts";
import { approvalEvents, approvalMail } from "./approval-mail.ts";
import { findApproval, findMailDetails } from "./queries.ts";

/** One e-mail to one member, so that a retry does not repeat those to the others. */
export const approvalMailJob = defineJob({
  name: "campaign-approval-mail",
  payload: Type.Object({ tenantId: Type.String(), approvalId: Id, memberId: Id, event: OneOf(approvalEvents) }),
  retryLimit: 10,
  retryDelayS: 60,
  expireMinutes: 5,
});

/** A request that was decided, or whose campaign is gone, needs no e-mail any more. */
export async function sendApprovalMail(
  parts: ServiceMailDeps & { readonly db: SystemDb; readonly publicUrl: string },
  { tenantId, approvalId, memberId, event }: PayloadOf<typeof approvalMailJob>,
): Promise<void> {
  const db = parts.db.forTenant(tenantId);
  const approval = await findApproval(db, approvalId);
  const details = await findMailDetails(db, memberId);
  const permit = await findMailPermit(db, "approval-notice");
  if (approval === undefined || details === undefined || permit === undefined) return;
  if (event === "requested" && approval.state !== "waiting") return;
  const mail = approvalMail({
    language: serviceLanguage(details.language),
    url: `${parts.publicUrl}/app/${details.guid}/campaigns/approvals?request=${approvalId}`,
    event,
    companyName: details.companyName,
    campaignName: approval.campaign.name,
    recipients: approval.recipients,
    by: (event === "requested" ? approval.requestedBy : approval.decidedBy)?.email ?? "",
    comment: event === "requested" ? approval.comment : approval.decisionComment,
  });
  await sendServiceMail(parts, `approval-${event}-${tenantId}-${approvalId}-${memberId}`, {
    permit,
    to: details.email,
    mail,
  });
}
