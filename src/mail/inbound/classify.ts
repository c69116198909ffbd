import { isChallenge, isMarkedAutoReply, isTitledAutoReply } from "./auto-reply.ts";
import { feedbackTypeOf, isNoComplaint } from "./complaint.ts";
import { isDeliveryStatus, parseDeliveryStatus, type RecipientStatus } from "./delivery-status.ts";
import { parseMail, walkParts, type MimePart } from "./mime-part.ts";
import { isDelayNotice, isPlainBounce, reportText } from "./plain-bounce.ts";
import { weighByStep } from "./refused-step.ts";
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
  if (isNotifiedComplaint(text)) return { kind: "complaint" };
  if (isPlainBounce(mail, text)) return findReportInside(mail, classifyText(text));
  return ignored(isTitledAutoReply(mail) ? "auto_reply" : "unknown");
}

function classifyReport(mail: MimePart, recipients: readonly RecipientStatus[]): MailClassification {
  const failed = recipients.find(
    ({ action, status }) =>
      action === "failed" || action === "expired" || (action === "" && /^[45]/.test(status ?? "")),
  );
  if (failed === undefined) return classifyNonFailure(mail, recipients);
  const text = reportText(mail);
  const { diagnostic, remote } = failed;
  const bounce = weighByStep({ bounce: classifyFailure(failed, text), text, reply: `${remote} ${diagnostic}` });
  return { kind: "bounce", bounce, response: responseLineIn(diagnostic === "" ? text : diagnostic) };
}

function classifyFailure(failed: RecipientStatus, text: string): BounceClass {
  const { action, diagnostic } = failed;
  const told = findReasonInText(failed, text);
  if (told !== undefined) return told;
  const status = failed.status ?? (action === "expired" ? "4.4.7" : undefined);
  const isDiagnosticVague = classifyWords(diagnostic) === undefined && codeIn(diagnostic) === undefined;
  const byStatus = classifyReply({ status: meaningfulStatus(status), text: diagnostic });
  // Some servers put the remote reply only into the human-readable part; others put guesses there.
  const isStatusSpecific = byStatus.kind === "hard" || byStatus.code === "policy" || byStatus.code === "5.2.2";
  return isDiagnosticVague && !isStatusSpecific
    ? classifyReply({ status: meaningfulStatus(status), text: `${diagnostic} ${text}` })
    : byStatus;
}

/** What the human-readable part knows better than the status. */
function findReasonInText({ diagnostic, status }: RecipientStatus, text: string): BounceClass | undefined {
  const [, reason = ""] = /was automatically rejected:\s*(.{1,500})/.exec(text) ?? [];
  const words = classifyWords(reason);
  if (words !== undefined && words.kind === "soft") return words;
  // Google says it beside a status that means any fault of an address.
  const isMissing = /^\s*\*\* address not found \*\*/i.test(text) && /5\.1\.0/.test(`${status} ${diagnostic}`);
  return isMissing ? { kind: "hard", code: "5.1.1" } : undefined;
}

/** `5.0.0` means only that delivery failed. */
const meaningfulStatus = (status: string | undefined) => (status === "5.0.0" ? undefined : status);

function classifyNonFailure(mail: MimePart, recipients: readonly RecipientStatus[]): MailClassification {
  if (recipients.some(({ action }) => action === "delayed")) return ignored("delayed");
  if (recipients.some(({ action }) => ["delivered", "relayed", "expanded"].includes(action)))
    return ignored("delivered");
  const text = reportText(mail);
  if (recipients.length > 0 || !isPlainBounce(mail, text)) return ignored("unknown");
  return classifyText(text);
}

/** Amazon SNS delivers notifications by mail, too. */
const isNotifiedComplaint = (text: string): boolean => /^\s*\{\s*"notificationType"\s*:\s*"Complaint"/.test(text);

/** A gateway may return a report in a mail of its own that says nothing. */
function findReportInside(mail: MimePart, outer: MailClassification): MailClassification {
  if (outer.kind !== "bounce" || outer.bounce.code !== "5.0.0") return outer;
  const returned = [...walkParts(mail)].find(({ type }) => type === "message/rfc822");
  const inner = returned === undefined ? undefined : parseMail(Buffer.from(returned.body, "latin1"));
  const report = inner === undefined ? undefined : [...walkParts(inner)].find(isDeliveryStatus);
  if (inner === undefined || report === undefined) return outer;
  return classifyReport(inner, parseDeliveryStatus(report));
}

/** A bounce in free text: its quoted reply is believed before the sentences around it. */
function classifyText(text: string): MailClassification {
  const reply = replyIn(text);
  const words = classifyWords(reply);
  const isClear = words !== undefined && (words.kind === "hard" || words.code === "policy");
  const bounce = weighByStep({ bounce: classifyReply({ text: isClear ? reply : text }), text, reply });
  return { kind: "bounce", bounce, response: responseLineIn(text) };
}

/** The text from the line with the first reply code to the end of its paragraph. */
function replyIn(text: string): string {
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => codeIn(line) !== undefined);
  if (first === -1) return "";
  const end = lines.findIndex((line, index) => index > first && line.trim() === "");
  return lines.slice(first, end === -1 ? undefined : end).join("\n");
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
