import { Type } from "typebox";
import type { SystemDb } from "../../../../db/tenant.ts";
import { defineJob, type PayloadOf } from "../../../../jobs/job.ts";
import { Count, Id } from "../../../../kernel/schema.ts";
import { escapeHtml } from "../../../../mail/service-mail-template.ts";
import { sendServiceMail, type ServiceMailDeps } from "../../../../mail/service-mail.ts";
import { listOf } from "../../graph/config-field.ts";
import { contactIdsOf, passed, type Executor } from "../executor.ts";
import { findMemberEmail, listContactEmails } from "./notify.queries.ts";

/** One e-mail covers all contacts that came together and lists this many addresses. */
const maxNamedContacts = 20;

/** One e-mail to one member, so that a retry does not repeat those to the others. */
export const memberMailJob = defineJob({
  name: "automation-member-mail",
  payload: Type.Object({
    tenantId: Type.String(),
    memberId: Id,
    subject: Type.String(),
    text: Type.String(),
    contactIds: Type.Array(Id),
    count: Count,
    mailId: Type.String(),
  }),
  retryLimit: 10,
  retryDelayS: 60,
  expireMinutes: 5,
});

export const notifyMembers: Executor = async ({ db, jobs }, step) => {
  const { node, runs } = step;
  const contactIds = contactIdsOf(step);
  const mail = {
    tenantId: db.tenantId,
    subject: String(node.config["subject"]),
    text: String(node.config["text"]),
    contactIds: contactIds.slice(0, maxNamedContacts),
    count: contactIds.length,
  };
  for (const memberId of new Set(listOf(node.config["memberIds"]).map(String))) {
    await jobs.send(db, memberMailJob, { ...mail, memberId, mailId: `${runs[0]?.runId ?? ""}-${node.id}-${memberId}` });
  }
  return runs.map(() => passed());
};

/** Addresses are looked up here: the queue contains none, and deleted contacts are left out. */
export async function sendMemberMail(
  parts: ServiceMailDeps & { readonly db: SystemDb },
  { tenantId, memberId, subject, text, contactIds, count, mailId }: PayloadOf<typeof memberMailJob>,
): Promise<void> {
  const db = parts.db.forTenant(tenantId);
  const to = await findMemberEmail(db, memberId);
  if (to === undefined) return;
  const emails = await listContactEmails(db, contactIds);
  const lines = [...emails, ...(count > contactIds.length ? [`… (${count})`] : [])];
  const html = `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p><p>${lines.map(escapeHtml).join("<br>")}</p>`;
  const mail = { subject, text: `${text}\n\n${lines.join("\n")}\n`, html };
  await sendServiceMail(parts, `automation-${tenantId}-${mailId}`, { to, mail });
}
