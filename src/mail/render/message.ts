import type { Mailbox } from "../address.ts";
import { hashBody, signatureHeader, type DkimSigner } from "../dkim.ts";
import { InvalidHeader, isAscii, listIdHeader, mailboxHeader, structuredHeader, textHeader } from "../mime-header.ts";
import { evaluateAll, Expressions, fillPieces, type Expression, type Piece } from "./expression.ts";
import { linePieces } from "./pieces.ts";
import type { EmailPlan } from "./plan.ts";
import type { MergeValues } from "./values.ts";
import { fillWireText, quoteValues, wireBody, type AllocateBuffer, type WireBody } from "./wire.ts";

export type CustomHeader = { name: string; value: string };

export type SharedHeaders = {
  from: Mailbox;
  replyTo?: Mailbox | null;
  /** The Feedback-ID: identifies campaign, company and sender to mailbox providers. */
  feedbackId?: string | null;
  /** Their values may contain merge tags. */
  headers?: readonly CustomHeader[];
};

/** The chosen Reply-To, otherwise the sender's; omitted when it equals From. */
export function replyMailbox(
  chosen: string,
  sender: { readonly email: string; readonly replyTo: string | null },
): Mailbox | null {
  const address = chosen === "" ? sender.replyTo : chosen;
  return address === null || address === sender.email ? null : { address };
}

type CompiledHeader = { name: string; pieces: readonly Piece[]; fixed: string | undefined };

/** Everything that all messages of a plan share, encoded once. */
export type PreparedMessage = {
  plan: EmailPlan;
  body: WireBody;
  /** The parsed values of custom headers. */
  expressions: readonly Expression[];
  subject: string | undefined;
  fixed: string;
  custom: readonly CompiledHeader[];
};

const allowedHeaderNames = new Set([
  "auto-submitted",
  "comments",
  "importance",
  "keywords",
  "list-id",
  "organization",
  "precedence",
  "priority",
  "sensitivity",
]);

/** Postmark reports outcomes by this metadata header. */
const postmarkHeader = "X-PM-Metadata-postrider";

/** Relays read instructions from these: other recipients, templates, tracking, the account that is charged. */
const relayControl = new RegExp(
  `^x-(?:${[
    "smtpapi|apiheader|tags?|job|envid|virtual-mta|vmta",
    "(?:ses|amz|amazon|mc|mandrill|pm|postmark|mailgun|msys|sparkpost|mj|mailjet|sib|sendinblue|brevo|mailin)-.*",
    "(?:sg|sendgrid|smtp2go|smtpcom|mt|mailersend|resend|socketlabs|greenarrow)-.*",
    "(?:elastic|sparkpost|mailjet|xsm).*",
  ].join("|")})$`,
);

/** Only `X-` names and a short list: other headers are generated or could forge the sender. */
export function isCustomHeader(name: string): boolean {
  const lower = name.toLowerCase();
  if (!/^[a-z0-9-]{1,70}$/.test(lower) || relayControl.test(lower)) return false;
  return /^x-[a-z0-9]/.test(lower) || allowedHeaderNames.has(lower);
}

const customHeader = (name: string, value: string): string =>
  name.toLowerCase() === "list-id" ? listIdHeader(name, value) : textHeader(name, value);

export function prepareMessage(plan: EmailPlan, sharedHeaders: SharedHeaders): PreparedMessage {
  const expressions = new Expressions();
  const custom = (sharedHeaders.headers ?? []).map(({ name, value }): CompiledHeader => {
    if (!isCustomHeader(name) || /[\r\n\0]/.test(value)) throw new InvalidHeader(name);
    const pieces = linePieces(value, expressions);
    const isFixed = pieces.every((piece) => typeof piece === "string");
    return { name, pieces, fixed: isFixed ? customHeader(name, pieces.join("")) : undefined };
  });
  const feedbackId = sharedHeaders.feedbackId ?? "";
  const fixed = [
    mailboxHeader("From", sharedHeaders.from),
    ...(sharedHeaders.replyTo ? [mailboxHeader("Reply-To", sharedHeaders.replyTo)] : []),
    ...(feedbackId === "" ? [] : [structuredHeader("Feedback-ID", feedbackId)]),
    "MIME-Version: 1.0",
    structuredHeader("Content-Type", `multipart/alternative; boundary="${plan.boundary}"`),
    "",
    "",
  ];
  const isFixedSubject = plan.subject.every((piece) => typeof piece === "string");
  return {
    plan,
    body: wireBody(plan, plan.boundary),
    expressions: expressions.list,
    subject: isFixedSubject ? subjectHeader(plan.subject.join("")) : undefined,
    fixed: fixed.join("\r\n"),
    custom,
  };
}

export type MessageRecipient = {
  to: Mailbox;
  values: MergeValues;
  /** The brackets around the id may be missing. */
  messageId: string;
  date: Date;
  /** The address whose mail unsubscribes the recipient; left out where nothing receives mail. */
  unsubscribeAddress?: string | undefined;
  /** The id that Postmark reports outcomes by; other relays ignore it. */
  postmarkName?: string | undefined;
  /** The buffer for the message; by default a new one. */
  allocate?: AllocateBuffer | undefined;
};

const allocateBuffer: AllocateBuffer = (length) => Buffer.allocUnsafe(length);

/** The complete message of one recipient. */
export function composeForRecipient(prepared: PreparedMessage, recipient: MessageRecipient): Buffer {
  const { head, evaluated } = composeHead(prepared, recipient);
  const { allocate = allocateBuffer } = recipient;
  const message = fillWireText(prepared.body.text, quoteValues(prepared.body, evaluated), {
    start: head.length,
    allocate,
  });
  message.write(head, "latin1");
  return message;
}

/** A signature with a 4096-bit key takes 1100 bytes. */
const MAX_SIGNATURE_BYTES = 1500;

/** The same with the domain's DKIM signature. */
export async function composeSigned(
  prepared: PreparedMessage,
  recipient: MessageRecipient,
  signer: DkimSigner,
): Promise<Buffer> {
  const { head, evaluated } = composeHead(prepared, recipient);
  const { text, canonical } = prepared.body;
  const { allocate = allocateBuffer } = recipient;
  const quoted = quoteValues(prepared.body, evaluated);
  // The message is written once, behind space for the signature, which is placed directly before it.
  const start = MAX_SIGNATURE_BYTES + head.length;
  const message = fillWireText(text, quoted, { start, allocate });
  message.write(head, MAX_SIGNATURE_BYTES, "latin1");
  const bodyHash = hashBody(
    canonical === null ? message.subarray(start) : fillWireText(canonical, quoted, { start: 0, allocate }),
  );
  const signature = Buffer.from(await signatureHeader({ head, bodyHash }, signer, recipient.date), "latin1");
  if (signature.length > MAX_SIGNATURE_BYTES) return Buffer.concat([signature, message.subarray(MAX_SIGNATURE_BYTES)]);
  message.set(signature, MAX_SIGNATURE_BYTES - signature.length);
  return message.subarray(MAX_SIGNATURE_BYTES - signature.length);
}

/** A message with an unsubscribe address also carries the one-click headers (RFC 8058). */
function composeHead(prepared: PreparedMessage, recipient: MessageRecipient) {
  const { to, values, messageId, date, unsubscribeAddress, postmarkName } = recipient;
  const { plan } = prepared;
  if (plan.hasTwig) throw new TypeError("expand Twig for each recipient before rendering");
  const evaluated = evaluateAll(plan.expressions, values);
  const lines = [
    dateHeader(date),
    mailboxHeader("To", to),
    prepared.subject ?? subjectHeader(fillPieces(plan.subject, evaluated)),
    `Message-ID: ${bracketed(messageId)}`,
  ];
  const { unsubscribe } = values.links;
  if (unsubscribe !== "") {
    lines.push(unsubscribeHeader(unsubscribe, unsubscribeAddress), "List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  }
  if (postmarkName !== undefined) lines.push(structuredHeader(postmarkHeader, postmarkName));
  if (prepared.custom.length > 0) lines.push(...customHeaders(prepared, values));
  lines.push(prepared.fixed);
  const head = lines.join("\r\n");
  return { head: isAscii(head) ? head : Buffer.from(head).toString("latin1"), evaluated };
}

/** Cached, because many messages share one second. */
let cachedDate = { at: Number.NaN, header: "" };
function dateHeader(date: Date): string {
  if (cachedDate.at !== date.getTime())
    cachedDate = { at: date.getTime(), header: `Date: ${date.toUTCString().replace("GMT", "+0000")}` };
  return cachedDate.header;
}

const subjectHeader = (subject: string) => textHeader("Subject", subject.replace(/ {2,}/g, " ").trim());

function bracketed(messageId: string): string {
  const [, id] = /^<?([!-;=?A-~]+@[!-;=?A-~]+)>?$/.exec(messageId) ?? [];
  if (id === undefined || id.length > 200) throw new InvalidHeader("Message-ID");
  return `<${id}>`;
}

/** The link first: mail programs take the first way that they know. */
function unsubscribeHeader(url: string, address: string | undefined): string {
  if (!/^[!-;=?-~]+$/.test(url) || url.length > 900) throw new InvalidHeader("List-Unsubscribe");
  const byMail = address === undefined ? "" : `,\r\n <mailto:${address}?subject=unsubscribe>`;
  return `List-Unsubscribe: <${url}>${byMail}`;
}

function customHeaders({ custom, expressions }: PreparedMessage, values: MergeValues): string[] {
  const evaluated = evaluateAll(expressions, values);
  return custom.map(({ name, pieces, fixed }) => fixed ?? customHeader(name, fillPieces(pieces, evaluated)));
}
