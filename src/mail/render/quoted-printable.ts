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
  return text === "" ? "" : endSoftly(quoteText(text, quoteLine));
}

/** Runs of blanks as they are: shorter, but DKIM's canonical form of it differs. */
export function quotePieceWithRuns(text: string): string {
  return text === "" ? "" : endSoftly(quoteText(text, quoteLineWithRuns));
}

const endSoftly = (encoded: string) => (encoded.endsWith("\r\n") ? encoded : encoded + SOFT_BREAK);

const MAX_SHORT = 72;
const [SPACE, DOT, EQUALS, LETTER_F, TILDE, FIRST_WIDE] = [32, 46, 61, 70, 126, 2048];

/** The same for a value, which is mostly a short word: read once, and given back as it is where nothing needs care. */
export function quoteValue(value: string): string {
  const { length } = value;
  if (length === 0) return "";
  const first = value.charCodeAt(0);
  if (length > MAX_SHORT || first === DOT || first === LETTER_F) return quotePiece(value);
  let isPlain = true;
  let previous = 0;
  for (let at = 0; at < length; at += 1) {
    const code = value.charCodeAt(at);
    if (code > TILDE || code === EQUALS) isPlain = false;
    else if (code < SPACE || (code === SPACE && previous === SPACE)) return quotePiece(value);
    previous = code;
  }
  if (previous === SPACE) return quotePiece(value);
  return isPlain ? value + SOFT_BREAK : quoteShort(value);
}

const scratch = Buffer.alloc(MAX_SHORT * 6);
const hexadecimal = Buffer.from("0123456789ABCDEF");

function quoteShort(value: string): string {
  let end = 0;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code >= FIRST_WIDE) return quotePiece(value);
    if (code <= TILDE && code !== EQUALS) {
      scratch[end] = code;
      end += 1;
    } else if (code < 128) end = writeByte(code, end);
    else end = writeByte(128 | (code & 63), writeByte(192 | (code >> 6), end));
  }
  return end < MAX_LINE ? scratch.toString("latin1", 0, end) + SOFT_BREAK : quotePiece(value);
}

function writeByte(byte: number, at: number): number {
  scratch[at] = EQUALS;
  scratch[at + 1] = hexadecimal[byte >> 4] ?? 0;
  scratch[at + 2] = hexadecimal[byte & 15] ?? 0;
  return at + 3;
}

/**
 * A letter for each byte. Such a string takes one byte a letter in memory; one wider piece would widen the whole message
 * when it is joined, and cost five times as much.
 */
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
