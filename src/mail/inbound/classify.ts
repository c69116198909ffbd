import { isChallenge, isMarkedAutoReply, isTitledAutoReply } from "./auto-reply.ts";
import { feedbackTypeOf, isNoComplaint } from "./complaint.ts";
import { isDeliveryStatus, parseDeliveryStatus, type RecipientStatus } from "./delivery-status.ts";
import { walkParts, type MimePart } from "./mime-part.ts";
import { isDelayNotice, isPlainBounce, reportText } from "./plain-bounce.ts";
import { classifyReply, classifyWords, codeIn, type BounceClass } from "./reply-class.ts";

/** The classification of an inbound mail. */
export type MailClassification =
  | { readonly kind: "bounce"; readonly bounce: BounceClass; /** May quote an address. */ readonly response: string }
  | { readonly kind: "complaint" }
  | { readonly kind: "ignored"; readonly reason: IgnoreReason };

export type IgnoreReason =
  | "auto_reply"
  | "challenge"
  | "delayed"
  | "delivered"
  | "receipt"
  | "no_complaint"
  | "unknown";

const ignored = (reason: IgnoreReason): MailClassification => ({ kind: "ignored", reason });

/** A pure function of the mail. The structure decides first, then the headers; the text only when neither does. */
export function classifyMail(mail: MimePart): MailClassification {
  const feedbackType = feedbackTypeOf(mail);
  if (feedbackType !== undefined) return isNoComplaint(feedbackType) ? ignored("no_complaint") : { kind: "complaint" };
  const report = [...walkParts(mail)].find(isDeliveryStatus);
  if (report !== undefined) return classifyReport(mail, parseDeliveryStatus(report));
  if (mail.params.get("report-type")?.toLowerCase() === "disposition-notification") return ignored("receipt");
  const text = reportText(mail);
  if (isChallenge(mail, text)) return ignored("challenge");
  if (isMarkedAutoReply(mail)) return ignored("auto_reply");
  if (isDelayNotice(mail, text)) return ignored("delayed");
  if (isPlainBounce(mail, text))
    return { kind: "bounce", bounce: classifyReply({ text }), response: responseLineIn(text) };
  return ignored(isTitledAutoReply(mail) ? "auto_reply" : "unknown");
}

function classifyReport(mail: MimePart, recipients: readonly RecipientStatus[]): MailClassification {
  const failed = recipients.find(
    ({ action, status }) => action === "failed" || (action === "" && /^[45]/.test(status ?? "")),
  );
  if (failed === undefined) return classifyNonFailure(mail, recipients);
  const text = reportText(mail);
  const { status, diagnostic } = failed;
  const isDiagnosticVague = classifyWords(diagnostic) === undefined && codeIn(diagnostic) === undefined;
  const byStatus = classifyReply({ status: meaningfulStatus(status), text: diagnostic });
  // Some servers put the remote reply only into the human-readable part; others put guesses there.
  const isStatusSpecific = byStatus.kind === "hard" || byStatus.code === "policy" || byStatus.code === "5.2.2";
  const bounce =
    isDiagnosticVague && !isStatusSpecific
      ? classifyReply({ status: meaningfulStatus(status), text: `${diagnostic} ${text}` })
      : byStatus;
  return { kind: "bounce", bounce, response: responseLineIn(diagnostic === "" ? text : diagnostic) };
}

/** `5.0.0` means only that delivery failed. */
const meaningfulStatus = (status: string | undefined) => (status === "5.0.0" ? undefined : status);

function classifyNonFailure(mail: MimePart, recipients: readonly RecipientStatus[]): MailClassification {
  if (recipients.some(({ action }) => action === "delayed")) return ignored("delayed");
  if (recipients.some(({ action }) => ["delivered", "relayed", "expanded"].includes(action)))
    return ignored("delivered");
  const text = reportText(mail);
  if (recipients.length > 0 || !isPlainBounce(mail, text)) return ignored("unknown");
  return { kind: "bounce", bounce: classifyReply({ text }), response: responseLineIn(text) };
}

/** The line with the server's reply, if there is one. */
function responseLineIn(text: string): string {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const replyLine =
    lines.find((line) => /\b[45]\d\d[ -]|\b[45]\.\d{1,3}\.\d{1,3}\b/.test(line)) ??
    lines.find((line) => classifyWords(line) !== undefined);
  return (replyLine ?? lines[0] ?? "").replaceAll(/\s+/g, " ").slice(0, 500);
}
