/**
 * Quoted-printable in pieces that can be joined: every piece begins at the start of a line and ends one, softly where
 * the text goes on. So what is the same for all recipients is encoded once, and lines stay short whatever a value is.
 *
 * No line begins with a dot (SMTP), with `From ` (mbox) or ends in white space; no piece holds `=_`, which begins the
 * boundaries.
 */
export const MAX_LINE = 76;
export const SOFT_BREAK = "=\r\n";

/** Ends softly unless the text itself ends with a line; "" stays "". */
export function quotePiece(text: string): string {
  if (text === "") return "";
  // Web addresses mostly: only long.
  return /^[!-<>-~]+$/.test(text) ? breakLine(text) + SOFT_BREAK : endSoftly(quoteText(text, quoteLine));
}

/** Runs of blanks as they are: shorter, but DKIM's canonical form of it differs. */
export function quotePieceWithRuns(text: string): string {
  return text === "" ? "" : endSoftly(quoteText(text, quoteLineWithRuns));
}

const endSoftly = (encoded: string) => (encoded.endsWith("\r\n") ? encoded : encoded + SOFT_BREAK);

/** A letter for each byte. */
const bytesOf = (text: string) => Buffer.from(text).toString("latin1");

function quoteText(text: string, quote: (line: string) => string): string {
  return bytesOf(text)
    .split(/\r\n|\r|\n/)
    .map((line) => breakLine(quote(line)))
    .join("\r\n");
}

/** Of a run of blanks the first stays: nobody on the way can then shorten it, and DKIM's canonical form is the same. */
const quoteLine = (line: string) => line.replace(/[^\x20-\x7e]|=|(?<= ) | $/g, escapeByte);
const quoteLineWithRuns = (line: string) => line.replace(/[^\t\x20-\x7e]|=|[\t ]$/g, escapeByte);

const escaped = Array.from({ length: 256 }, (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`);
const escapeByte = (byte: string) => escaped[byte.charCodeAt(0)] ?? "";

/** Room for a guarded start and the sign of a soft break. */
const MAX_CUT = MAX_LINE - 3;

function breakLine(line: string): string {
  let result = "";
  let at = 0;
  while (line.length - at > MAX_CUT) {
    // An escape is never torn apart.
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
