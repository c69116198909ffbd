import type { Services } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { recordBounce, recordComplaint, type RecordResult } from "../../features/bounces/service.ts";
import type { Log } from "../../log/log.ts";
import { classifyMail, type MailClassification } from "../../mail/inbound/classify.ts";
import { hasReturnedMessage, messageReferencesIn, type MessageReferences } from "../../mail/inbound/complaint.ts";
import { attachmentsOf, decodedText, parseMail, walkParts, type MimePart } from "../../mail/inbound/mime-part.ts";
import { messageIdsIn, parseReturnPath, parseUnsubscribeAddress } from "../../mail/verp.ts";
import { unsubscribeByMail } from "./unsubscribe-by-mail.ts";
import { findReferencedMessage, findVerifiedMessage, type VerifiedMessage } from "./verified-message.ts";

export type InboundDeps = {
  readonly db: SystemDb;
  readonly services: Services;
  readonly log: Log;
  /** Stores a DMARC report; false when the mail is not one. When undefined, such mail is rejected. */
  readonly dmarc: ((raw: Buffer) => Promise<boolean>) | undefined;
  /** Of a company's mailbox: mails about messages of others have no effect. */
  readonly onlyTenantId?: string;
};

/** The recipients that are accepted; all others are rejected. */
export type InboundRecipient =
  | ({ readonly kind: "message" } & VerifiedMessage)
  /** The address in List-Unsubscribe of a message. */
  | ({ readonly kind: "unsubscribe" } & VerifiedMessage)
  | { readonly kind: "complaints" }
  /** A mailbox that names no message: its reports are attributed by what they contain. */
  | { readonly kind: "mailbox" }
  /** Bounces of test e-mails: accepted without effect. */
  | { readonly kind: "tests" }
  | { readonly kind: "dmarc"; readonly take: (raw: Buffer) => Promise<boolean> };

/** What a mail was, for the counts of a mailbox. */
export type MailOutcome = "bounces" | "complaints" | "others";

export async function findRecipient(deps: InboundDeps, address: string): Promise<InboundRecipient | undefined> {
  const [, local = ""] = /^(dmarc|fbl|complaints|test)(?:[+-][^@]*)?@/i.exec(address) ?? [];
  const word = local.toLowerCase();
  if (word === "dmarc") return deps.dmarc === undefined ? undefined : { kind: "dmarc", take: deps.dmarc };
  if (word === "test") return { kind: "tests" };
  if (word !== "") return { kind: "complaints" };
  const leaving = await findVerifiedMessage(deps, parseUnsubscribeAddress(address));
  if (leaving !== undefined) return { kind: "unsubscribe", ...leaving };
  const named = await findVerifiedMessage(deps, parseReturnPath(address));
  return named === undefined ? undefined : { kind: "message", ...named };
}

/** The message is not recorded as sent yet: the report must be delivered again. */
export class RetryLater extends Error {
  override readonly name = "RetryLater";
}

/**
 * Resolves when all effects of the mail are committed, or belong to the transaction of `deps.db`. Never sends a reply. The one door
 * for mail of the listener and of mailboxes.
 */
export async function receiveMail(
  deps: InboundDeps,
  recipients: readonly InboundRecipient[],
  raw: Buffer,
): Promise<MailOutcome> {
  // The mail is parsed once for all its recipients.
  const report = recipients.find(({ kind }) => kind === "dmarc");
  if (report?.kind === "dmarc") {
    const isTaken = await report.take(raw);
    deps.log.debug({ isTaken }, "mail to the DMARC report address");
  }
  const others = recipients.filter(isAboutMessage);
  const leaving = recipients.filter((recipient) => recipient.kind === "unsubscribe");
  if (others.length === 0 && leaving.length === 0) return "others";
  const mail = parseMail(raw);
  const classification = classifyMail(mail);
  for (const { ctx, key } of leaving) {
    const hasLeft = await unsubscribeByMail(ctx, key, classification);
    deps.log.debug({ tenantId: ctx.db.tenantId, kind: classification.kind, hasLeft }, "mail to an unsubscribe address");
  }
  let outcome: MailOutcome = "others";
  for (const recipient of others) {
    const named = await findReportedMessage(deps, { recipient, mail, finding: classification });
    const booked = named === undefined ? "ignored" : await recordFinding(named, classification);
    deps.log.debug(
      { tenantId: named?.ctx.db.tenantId, kind: classification.kind, booked },
      "inbound bounce or complaint",
    );
    if (booked === "not_sent_yet") throw new RetryLater("report deferred: the message is still in flight");
    if (named !== undefined) outcome = classification.kind === "bounce" ? "bounces" : "complaints";
  }
  return outcome;
}

type MessageRecipient = Exclude<InboundRecipient, { kind: "dmarc" | "tests" | "unsubscribe" }>;

const isAboutMessage = (recipient: InboundRecipient): recipient is MessageRecipient =>
  recipient.kind !== "dmarc" && recipient.kind !== "tests" && recipient.kind !== "unsubscribe";

type InboundMail = { recipient: MessageRecipient; mail: MimePart; finding: MailClassification };

/** Bounces are attributed to the return path they were sent to; complaints to the message they contain; in a mailbox both so. */
async function findReportedMessage(
  deps: InboundDeps,
  { recipient, mail, finding }: InboundMail,
): Promise<VerifiedMessage | undefined> {
  if (recipient.kind === "message") return finding.kind === "ignored" ? undefined : recipient;
  if (recipient.kind === "complaints")
    return isComplaint(mail, finding) ? findReferencedMessage(deps, messageReferencesIn(mail)) : undefined;
  return finding.kind === "ignored" ? undefined : findReferencedMessage(deps, allReferencesIn(mail));
}

/** Also of a bounce that has the copy of the message, or only its return path, somewhere in its text. */
function allReferencesIn(mail: MimePart): MessageReferences {
  const { messageIds, links } = messageReferencesIn(mail);
  const texts = [...walkParts(mail)].filter(({ parts }) => parts.length === 0).map((part) => decodedText(part));
  return { messageIds: [...messageIds, ...texts.flatMap(messageIdsIn)], links };
}

/** Some providers send the message alone to the complaint address, without a report around it. */
const isComplaint = (mail: MimePart, finding: MailClassification): boolean =>
  finding.kind === "complaint" ||
  (finding.kind === "ignored" && finding.reason === "unknown" && hasReturnedMessage(mail));

const recordFinding = ({ ctx, key }: VerifiedMessage, finding: MailClassification): Promise<RecordResult> =>
  finding.kind === "bounce"
    ? recordBounce(ctx, key, { ...finding.bounce, response: finding.response, at: "later" })
    : recordComplaint(ctx, key);

/** Passes the attachments of a mail to `take`; true when it accepted one. */
export const handleAttachments =
  (take: (contents: readonly Buffer[]) => Promise<boolean>) =>
  async (raw: Buffer): Promise<boolean> =>
    take([...attachmentsOf(parseMail(raw))]);
