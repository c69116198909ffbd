import type { Services } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { recordBounce, recordComplaint, type RecordResult } from "../../features/bounces/service.ts";
import type { Log } from "../../log/log.ts";
import { classifyMail, type MailClassification } from "../../mail/inbound/classify.ts";
import { hasReturnedMessage, messageReferencesIn } from "../../mail/inbound/complaint.ts";
import { parseMail, type MimePart, attachmentsOf } from "../../mail/inbound/mime-part.ts";
import { parseReturnPath } from "../../mail/verp.ts";
import { findReferencedMessage, findVerifiedMessage, type VerifiedMessage } from "./verified-message.ts";

export type InboundDeps = {
  readonly db: SystemDb;
  readonly services: Services;
  readonly log: Log;
  /** Stores a DMARC report; false when the mail is not one. When undefined, such mail is rejected. */
  readonly dmarc: ((raw: Buffer) => Promise<boolean>) | undefined;
};

/** The recipients that are accepted; all others are rejected. */
export type InboundRecipient =
  | ({ readonly kind: "message" } & VerifiedMessage)
  | { readonly kind: "complaints" }
  /** Bounces of test e-mails: accepted without effect. */
  | { readonly kind: "tests" }
  | { readonly kind: "dmarc"; readonly take: (raw: Buffer) => Promise<boolean> };

export async function findRecipient(deps: InboundDeps, address: string): Promise<InboundRecipient | undefined> {
  const [, local = ""] = /^(dmarc|fbl|complaints|test)(?:[+-][^@]*)?@/i.exec(address) ?? [];
  const word = local.toLowerCase();
  if (word === "dmarc") return deps.dmarc === undefined ? undefined : { kind: "dmarc", take: deps.dmarc };
  if (word === "test") return { kind: "tests" };
  if (word !== "") return { kind: "complaints" };
  const named = await findVerifiedMessage(deps, parseReturnPath(address));
  return named === undefined ? undefined : { kind: "message", ...named };
}

/** The message is not recorded as sent yet: the report must be delivered again. */
export class RetryLater extends Error {
  override readonly name = "RetryLater";
}

/** Resolves when all effects of the mail are committed. Never sends a reply. */
export async function receiveMail(
  deps: InboundDeps,
  recipients: readonly InboundRecipient[],
  raw: Buffer,
): Promise<void> {
  // The mail is parsed once for all its recipients.
  const report = recipients.find(({ kind }) => kind === "dmarc");
  if (report?.kind === "dmarc") {
    const isTaken = await report.take(raw);
    deps.log.debug({ isTaken }, "mail to the DMARC report address");
  }
  const others = recipients.filter((recipient) => recipient.kind === "message" || recipient.kind === "complaints");
  if (others.length === 0) return;
  const mail = parseMail(raw);
  const classification = classifyMail(mail);
  for (const recipient of others) {
    const named = await findReportedMessage(deps, { recipient, mail, finding: classification });
    const booked = named === undefined ? "ignored" : await recordFinding(named, classification);
    deps.log.debug(
      { tenantId: named?.ctx.db.tenantId, kind: classification.kind, booked },
      "inbound bounce or complaint",
    );
    if (booked === "not_sent_yet") throw new RetryLater("report deferred: the message is still in flight");
  }
}

type InboundMail = {
  recipient: Exclude<InboundRecipient, { kind: "dmarc" | "tests" }>;
  mail: MimePart;
  finding: MailClassification;
};

/** Bounces are attributed to the return path they were sent to; complaints to the message they contain. */
async function findReportedMessage(
  deps: InboundDeps,
  { recipient, mail, finding }: InboundMail,
): Promise<VerifiedMessage | undefined> {
  if (recipient.kind === "message") return finding.kind === "ignored" ? undefined : recipient;
  return isComplaint(mail, finding) ? findReferencedMessage(deps, messageReferencesIn(mail)) : undefined;
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
