import { domainToASCII } from "node:url";
import { isAddress, quoteIfNeeded, type Mailbox } from "./address.ts";

const MAX_LINE = 76;
const MAX_RAW_LINE = 998;
const MAX_WORD = 75;

/** A header that would break the message or inject another header. Names the header, never its value. */
export class InvalidHeader extends Error {
  readonly header: string;

  constructor(header: string) {
    super(`header ${header} has a forbidden value`);
    this.name = "InvalidHeader";
    this.header = header;
  }
}

/** Free text (a subject): encoded words when it is not plain ASCII or looks like an encoded word. */
export function textHeader(name: string, value: string): string {
  checkValue(name, value);
  const text = value.trim();
  const isPlain = isPlainText(text) && text.split(/\s+/).every((word) => word.length < MAX_LINE);
  return fold(name, isPlain ? text : encodeWords(text, MAX_LINE - `${name}: `.length));
}

/** A structured value (List-Unsubscribe, Auto-Submitted …): folded, never encoded. */
export function structuredHeader(name: string, value: string): string {
  checkValue(name, value);
  if (!isAscii(value)) throw new InvalidHeader(name);
  return fold(name, value.trim());
}

/** RFC 2919: a phrase, which may be encoded, and the list identifier in angle brackets, which may not. */
export function listIdHeader(name: string, value: string): string {
  const [, phrase, id] = /^([^<>]*)<([^<>]*)>$/.exec(value.trim()) ?? [];
  if (phrase === undefined || id === undefined) return textHeader(name, value);
  checkValue(name, phrase);
  if (!/^[!-~]+$/.test(id)) throw new InvalidHeader(name);
  const written = phrase.trim();
  const words = isPlainText(written) ? written : encodeWords(unquoted(written), MAX_LINE - `${name}: `.length);
  return fold(name, `${words} <${id}>`.trim());
}

/** Encoded words are not allowed inside quoted strings. */
const unquoted = (phrase: string) => (/^".*"$/.test(phrase) ? phrase.slice(1, -1).replace(/\\(.)/g, "$1") : phrase);

export function mailboxHeader(name: string, mailbox: Mailbox): string {
  const displayName = (mailbox.name ?? "").trim();
  checkValue(name, displayName);
  if (!isAddress(mailbox.address)) throw new InvalidHeader(name);
  const address = asciiDomain(mailbox.address);
  if (displayName === "") return fold(name, address);
  const phrase = isPlainText(displayName)
    ? quoteIfNeeded(displayName)
    : encodeWords(displayName, MAX_LINE - `${name}: `.length);
  return fold(name, `${phrase} <${address}>`);
}

export const isAscii = (text: string) => !/[\u0080-\uffff]/.test(text);
const isPlainText = (text: string) => isAscii(text) && !text.includes("=?");

function checkValue(name: string, value: string) {
  if (!/^[!-9;-~]+$/.test(name) || /[^\P{Cc}\t]/u.test(value)) throw new InvalidHeader(name);
}

function asciiDomain(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  return isAscii(domain) ? address : `${address.slice(0, at)}@${domainToASCII(domain)}`;
}

/** Breaks before white space only, so that unfolding restores the exact value. */
function fold(name: string, value: string): string {
  const whole = `${name}: ${value}`;
  if (whole.length <= MAX_LINE && value !== "") return whole;
  const lines: string[] = [];
  let line = `${name}:`;
  for (const word of ` ${value}`.match(/\s+\S+/g) ?? []) {
    if (line.length + word.length > MAX_LINE && line !== `${name}:`) {
      lines.push(line);
      line = "";
    }
    line += word;
  }
  lines.push(line);
  if (lines.some((each) => Buffer.byteLength(each) > MAX_RAW_LINE)) throw new InvalidHeader(name);
  return lines.join("\r\n");
}

/**
 * RFC 2047, in the shorter of the two encodings: Q for a few accents, B for non-Latin scripts. `firstWord` is the space
 * left on the first line; characters are never split between words.
 */
function encodeWords(text: string, firstWord: number): string {
  const [q, b] = [encodeQ(text), encodeB(text)];
  const isQ = q.length <= b.length;
  // Fast path: most names and subjects fit one word.
  if (Math.min(q.length, b.length) <= Math.min(firstWord, MAX_WORD)) return isQ ? q : b;
  const encode = isQ ? encodeQ : encodeB;
  const words: string[] = [];
  let piece = "";
  // The encoded size: characters for Q, bytes for B.
  let size = 0;
  for (const character of text) {
    const limit = words.length === 0 ? Math.min(firstWord, MAX_WORD) : MAX_WORD;
    const added = isQ ? sizeInQ(character) : Buffer.byteLength(character);
    const length = WORD_FRAME + (isQ ? size + added : Math.ceil((size + added) / 3) * 4);
    if (piece !== "" && length > limit) {
      words.push(encode(piece));
      piece = "";
      size = 0;
    }
    piece += character;
    size += added;
  }
  return [...words, encode(piece)].join(" ");
}

const WORD_FRAME = "=?UTF-8?Q??=".length;
const sizeInQ = (character: string) =>
  /[\w !*+/-]/.test(character) && character !== "_" ? 1 : Buffer.byteLength(character) * 3;

const encodeB = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;
function encodeQ(text: string): string {
  let quoted = "=?UTF-8?Q?";
  for (const byte of Buffer.from(text)) quoted += quotedBytes[byte] ?? "";
  return `${quoted}?=`;
}

/** The characters that RFC 2047 5 (3) allows in a display name, the strictest context. */
const quotedBytes = Array.from({ length: 256 }, (_, byte) => {
  const letter = String.fromCharCode(byte);
  if (letter === " ") return "_";
  return /[A-Za-z0-9!*+/-]/.test(letter) ? letter : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
});
