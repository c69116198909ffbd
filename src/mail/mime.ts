import { createHash } from "node:crypto";
import type { Mailbox } from "./address.ts";
import { BOUNDARY_PREFIX, encodeBody } from "./mime-body.ts";
import { InvalidHeader, mailboxHeader, structuredHeader, textHeader } from "./mime-header.ts";

export type ComposeInput = {
  from: Mailbox;
  to: Mailbox;
  subject: string;
  text: string;
  html?: string | undefined;
  /** Further headers, verbatim (ASCII), e.g. `Auto-Submitted`; generated headers cannot be replaced. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The brackets around the id may be missing. */
  messageId: string;
  date: Date;
};

const ownHeader = /^(?:from|to|subject|date|message-id|mime-version|content-.*)$/i;

/** Deterministic. Lines end with CRLF and are ASCII except for international local parts. */
export function composeMessage(input: ComposeInput): Buffer {
  const extra = Object.entries(input.headers ?? {});
  const replaced = extra.find(([name]) => ownHeader.test(name));
  if (replaced !== undefined) throw new InvalidHeader(replaced[0]);
  const headers = [
    structuredHeader("Date", formatDate(input.date)),
    mailboxHeader("From", input.from),
    mailboxHeader("To", input.to),
    textHeader("Subject", input.subject),
    structuredHeader("Message-ID", bracket(input.messageId)),
    ...extra.map(([name, value]) => structuredHeader(name, value)),
    "MIME-Version: 1.0",
  ];
  return Buffer.from([...headers, ...content(input)].join("\r\n"));
}

function content({ text, html, messageId }: ComposeInput): string[] {
  if (html === undefined) return [...part("plain", text.replace(/\r?\n$/, "")), ""];
  const boundary = BOUNDARY_PREFIX + createHash("sha256").update(messageId).digest("hex").slice(0, 32);
  return [
    structuredHeader("Content-Type", `multipart/alternative; boundary="${boundary}"`),
    "",
    `--${boundary}`,
    ...part("plain", text),
    `--${boundary}`,
    ...part("html", html),
    `--${boundary}--`,
    "",
  ];
}

function part(subtype: "plain" | "html", text: string): string[] {
  const { encoding, content } = encodeBody(text);
  return [`Content-Type: text/${subtype}; charset=utf-8`, `Content-Transfer-Encoding: ${encoding}`, "", content];
}

function formatDate(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new InvalidHeader("Date");
  return date.toUTCString().replace("GMT", "+0000");
}

function bracket(messageId: string): string {
  const id = messageId.replace(/^<(.*)>$/, "$1");
  if (!/^[^\s<>@]+@[^\s<>@]+$/.test(id)) throw new InvalidHeader("Message-ID");
  return `<${id}>`;
}
