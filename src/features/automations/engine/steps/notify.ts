import { Type } from "typebox";
import type { SystemDb, TenantDb } from "../../../../db/tenant.ts";
import { defineJob, type PayloadOf } from "../../../../jobs/job.ts";
import { Count, Id } from "../../../../kernel/schema.ts";
import { renderMergeTags } from "../../../../mail/render/fill.ts";
import { findTags } from "../../../../mail/render/tag-syntax.ts";
import { escapeHtml } from "../../../../mail/service-mail-template.ts";
import { sendServiceMail, type ServiceMailDeps } from "../../../../mail/service-mail.ts";
import { findMailPermit } from "../../../members/company-mail.ts";
import { asList } from "../../graph/config-field.ts";
import { findMergeValues } from "../../merge-values.ts";
import { contactIdsOf, passed, type Executor, type Step } from "../executor.ts";
import { findMemberEmail, listContactEmails } from "./notify.queries.ts";

/**
 * One e-mail covers all contacts that came together and lists this many addresses. Where the text has merge tags, so many
 * contacts have an e-mail each.
 */
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
    /** Set where subject and text have merge tags, which are filled with the values of the only contact. */
    shopId: Type.Optional(Id),
    mailId: Type.String(),
  }),
  retryLimit: 10,
  retryDelayS: 60,
  expireMinutes: 5,
});

export const notifyMembers: Executor = async ({ db, jobs }, step) => {
  const { node, runs } = step;
  const mails = composeMails(step);
  for (const memberId of new Set(asList(node.config["memberIds"]).map(String))) {
    for (const { key, ...mail } of mails) {
      const mailId = [runs[0]?.runId ?? "", node.id, memberId, ...key].join("-");
      await jobs.send(db, memberMailJob, { tenantId: db.tenantId, memberId, mailId, ...mail });
    }
  }
  return runs.map(() => passed());
};

type Mail = Pick<PayloadOf<typeof memberMailJob>, "subject" | "text" | "contactIds" | "count" | "shopId"> & {
  /** Tells the e-mails of one member apart. */
  readonly key: readonly string[];
};

/** The last of several e-mails says how many contacts came. */
function composeMails(step: Step): Mail[] {
  const { automation, node } = step;
  const contactIds = contactIdsOf(step);
  const named = contactIds.slice(0, maxNamedContacts);
  const content = { subject: String(node.config["subject"]), text: String(node.config["text"]) };
  if (![content.subject, content.text].some((text) => findTags(text).length > 0))
    return [{ ...content, contactIds: named, count: contactIds.length, key: [] }];
  const isMore = contactIds.length > named.length;
  return named.map((id) => ({
    ...content,
    contactIds: [id],
    count: isMore && id === named.at(-1) ? contactIds.length : 1,
    shopId: automation.shopId,
    key: [id],
  }));
}

/** Addresses are looked up here: the queue contains none, and deleted contacts are left out. */
export async function sendMemberMail(
  parts: ServiceMailDeps & { readonly db: SystemDb },
  payload: PayloadOf<typeof memberMailJob>,
): Promise<void> {
  const { tenantId, memberId, contactIds, count, mailId } = payload;
  const db = parts.db.forTenant(tenantId);
  const to = await findMemberEmail(db, memberId);
  const content = await findContent(db, payload, parts.clock.now());
  const permit = await findMailPermit(db, "automation-notice");
  if (to === undefined || content === undefined || permit === undefined) return;
  const { subject, text } = content;
  const emails = await listContactEmails(db, contactIds);
  const lines = [...emails, ...(count > contactIds.length ? [`… (${count})`] : [])];
  const html = `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p><p>${lines.map(escapeHtml).join("<br>")}</p>`;
  const mail = { subject, text: `${text}\n\n${lines.join("\n")}\n`, html };
  await sendServiceMail(parts, `automation-${tenantId}-${mailId}`, { permit, to, mail });
}

/** Values are plain text, those in the subject one line. Undefined where the contact of the merge tags was deleted. */
async function findContent(
  db: TenantDb,
  { subject, text, contactIds: [contactId = ""], shopId }: PayloadOf<typeof memberMailJob>,
  now: Date,
): Promise<{ readonly subject: string; readonly text: string } | undefined> {
  if (shopId === undefined) return { subject, text };
  const values = await findMergeValues(db, { contactId, shopId, now });
  if (values === undefined) return undefined;
  return { subject: renderMergeTags(subject, values, "line"), text: renderMergeTags(text, values, "plain") };
}
