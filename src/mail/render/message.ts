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
  /** Names the campaign, company and sender to mailbox providers. */
  feedbackId?: string | null;
  /** Their values may hold merge tags. */
  headers?: readonly CustomHeader[];
};

/** Where answers go: what was chosen, or else what the sender says; nothing where that is the sender itself. */
export function replyMailbox(
  chosen: string,
  sender: { readonly email: string; readonly replyTo: string | null },
): Mailbox | null {
  const address = chosen === "" ? sender.replyTo : chosen;
  return address === null || address === sender.email ? null : { address };
}

type CompiledHeader = { name: string; pieces: readonly Piece[]; fixed: string | undefined };

/** What is the same in every message of a plan, encoded once. */
export type PreparedMessage = {
  plan: EmailPlan;
  body: WireBody;
  /** Of the custom headers. */
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

/** By which Postmark tells of a message later. */
const postmarkHeader = "X-PM-Metadata-postrider";

/** `X-` names and a short list; all others are ours or would change who the message is from. */
export function isCustomHeader(name: string): boolean {
  const lower = name.toLowerCase();
  if (!/^[a-z0-9-]{1,70}$/.test(lower) || lower === postmarkHeader.toLowerCase()) return false;
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
  /** With or without the angle brackets. */
  messageId: string;
  date: Date;
  /** The name by which Postmark tells of the message later; other relays need none. */
  postmarkName?: string | undefined;
  /** Where the message is written, if not in memory of its own. */
  allocate?: AllocateBuffer | undefined;
};

const allocateBuffer: AllocateBuffer = (length) => Buffer.allocUnsafe(length);

/** The finished message of one recipient. */
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

/** A signature with a key of 4096 bits takes 1100 bytes. */
const MAX_SIGNATURE_BYTES = 1500;

/** The same with the domain's signature. */
export async function composeSigned(
  prepared: PreparedMessage,
  recipient: MessageRecipient,
  signer: DkimSigner,
): Promise<Buffer> {
  const { head, evaluated } = composeHead(prepared, recipient);
  const { text, canonical } = prepared.body;
  const { allocate = allocateBuffer } = recipient;
  const quoted = quoteValues(prepared.body, evaluated);
  // The message is written once, behind allocate for the signature, which comes to stand right before it.
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

/** One with an unsubscribe address carries it for the mailbox's own button too (RFC 8058). */
function composeHead(prepared: PreparedMessage, { to, values, messageId, date, postmarkName }: MessageRecipient) {
  const { plan } = prepared;
  if (plan.hasTwig) throw new TypeError("a plan with Twig is unrolled for its recipients first");
  const evaluated = evaluateAll(plan.expressions, values);
  const lines = [
    dateHeader(date),
    mailboxHeader("To", to),
    prepared.subject ?? subjectHeader(fillPieces(plan.subject, evaluated)),
    `Message-ID: ${bracketed(messageId)}`,
  ];
  const { unsubscribe } = values.links;
  if (unsubscribe !== "") {
    lines.push(unsubscribeHeader(unsubscribe), "List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  }
  if (postmarkName !== undefined) lines.push(structuredHeader(postmarkHeader, postmarkName));
  if (prepared.custom.length > 0) lines.push(...customHeaders(prepared, values));
  lines.push(prepared.fixed);
  const head = lines.join("\r\n");
  return { head: isAscii(head) ? head : Buffer.from(head).toString("latin1"), evaluated };
}

/** Of the messages of one moment, which are many. */
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

function unsubscribeHeader(url: string): string {
  if (!/^[!-;=?-~]+$/.test(url) || url.length > 900) throw new InvalidHeader("List-Unsubscribe");
  return `List-Unsubscribe: <${url}>`;
}

function customHeaders({ custom, expressions }: PreparedMessage, values: MergeValues): string[] {
  const evaluated = evaluateAll(expressions, values);
  return custom.map(({ name, pieces, fixed }) => fixed ?? customHeader(name, fillPieces(pieces, evaluated)));
}
