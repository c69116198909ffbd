/**
 * Quoted-printable in pieces that can be joined: every piece begins at the start of a line and ends one, softly where
 * the text goes on. So what is the same for all recipients is encoded once, and lines stay short whatever a value is.
 *
 * No line begins with a dot (SMTP), with `From ` (mbox) or ends in white space; no piece holds `=_`, which begins the
 * boundaries.
 */
const MAX_LINE = 76;
const SOFT_BREAK = "=\r\n";

/** Ends softly unless the text itself ends with a line; "" stays "". */
export function quotePiece(text: string): string {
  if (text === "") return "";
  const encoded = quoteText(text);
  return encoded.endsWith("\r\n") ? encoded : encoded + SOFT_BREAK;
}

/** Short, of letters that need no care: as it is. */
const harmless = /^[!-<>-~][ -<>-~]{0,70}$/;
const harmlessEnd = /[^ ]$/;

/** The same for a value, which is mostly a short word. */
export function quoteValue(value: string): string {
  if (value === "") return "";
  if (harmless.test(value) && harmlessEnd.test(value) && !/^(?:\.|From )/.test(value)) return value + SOFT_BREAK;
  return quotePiece(value);
}

function quoteText(text: string): string {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.map((line) => breakLine(quoteLine(line))).join("\r\n");
}

function quoteLine(line: string): string {
  const isAscii = /^[\t\x20-\x7e]*$/.test(line);
  const bytes = isAscii ? line : Buffer.from(line).toString("latin1");
  return bytes.replace(/[^\t\x20-\x7e]|=|[\t ]$/g, escapeByte);
}

const escapeByte = (byte: string) => `=${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

function breakLine(line: string): string {
  if (line.length <= MAX_LINE - 1) return guardStart(line);
  let result = "";
  let at = 0;
  while (line.length - at > MAX_LINE - 1) {
    // Three letters in reserve for a guarded start; an escape is never torn apart.
    const start = guardStart(line.slice(at, at + MAX_LINE - 3));
    const room = start.replace(/=[0-9A-F]?$/, "");
    result += room + SOFT_BREAK;
    at += MAX_LINE - 3 - (start.length - room.length);
  }
  return result + guardStart(line.slice(at));
}

function guardStart(line: string): string {
  if (line.startsWith(".")) return `=2E${line.slice(1)}`;
  return line.startsWith("From ") ? `=46${line.slice(1)}` : line;
}
