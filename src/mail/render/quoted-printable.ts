/**
 * Quoted-printable in pieces that can be joined: every piece begins at the start of a line and ends with a line break,
 * a soft one where the text continues. Text that all recipients share is therefore encoded once, and lines stay short
 * whatever the values are. No line begins with a dot (SMTP) or with `From ` (mbox) or ends in white space; no piece
 * contains `=_`, the prefix of boundaries.
 */
export const MAX_LINE = 76;
export const SOFT_BREAK = "=\r\n";

/** Ends with a soft break unless the text ends with a line break; "" stays "". */
export function quotePiece(text: string): string {
  if (text === "") return "";
  // Fast path for web addresses, which only need folding.
  return /^[!-<>-~]+$/.test(text) ? breakLine(text) + SOFT_BREAK : endSoftly(quoteText(text, quoteLine));
}

/** Keeps runs of blanks: shorter, but not in DKIM's canonical form. */
export function quotePieceWithRuns(text: string): string {
  return text === "" ? "" : endSoftly(quoteText(text, quoteLineWithRuns));
}

const endSoftly = (encoded: string) => (encoded.endsWith("\r\n") ? encoded : encoded + SOFT_BREAK);

/** One character per byte. */
const toBytes = (text: string) => Buffer.from(text).toString("latin1");

function quoteText(text: string, quote: (line: string) => string): string {
  return toBytes(text)
    .split(/\r\n|\r|\n/)
    .map((line) => breakLine(quote(line)))
    .join("\r\n");
}

/** Escapes all but the first of a run of blanks: relays cannot shorten it, and DKIM's canonical form is the same. */
const quoteLine = (line: string) => line.replace(/[^\x20-\x7e]|=|(?<= ) | $/g, escapeByte);
const quoteLineWithRuns = (line: string) => line.replace(/[^\t\x20-\x7e]|=|[\t ]$/g, escapeByte);

const escaped = Array.from({ length: 256 }, (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`);
const escapeByte = (byte: string) => escaped[byte.charCodeAt(0)] ?? "";

/** Space for an escaped first character and the soft line break. */
const MAX_CUT = MAX_LINE - 3;

function breakLine(line: string): string {
  let result = "";
  let at = 0;
  while (line.length - at > MAX_CUT) {
    // Never splits an escape sequence.
    const cut = line.slice(at, at + MAX_CUT).replace(/=[0-9A-F]?$/, "");
    result += guardStart(cut) + SOFT_BREAK;
    at += cut.length;
  }
  return result + guardStart(line.slice(at));
}

function guardStart(line: string): string {
  if (line.startsWith(".")) return `=2E${line.slice(1)}`;
  return line.startsWith("From ") ? `=46${line.slice(1)}` : line;
}
