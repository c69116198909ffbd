import { MAX_LINE, quotePiece, SOFT_BREAK } from "./quoted-printable.ts";

/** A value in quoted-printable, measured so that space can be allocated before it is written. */
export type QuotedValue = {
  readonly length: number;
  /** Encoded already, except for short words, which are encoded when written. */
  readonly text: string;
  readonly isEncoded: boolean;
};

const MAX_SHORT = 72;
const [LF, CR, SPACE, DOT, EQUALS, LETTER_F, TILDE, FIRST_WIDE] = [10, 13, 32, 46, 61, 70, 126, 2048];

/** Fast path: most values are short words, scanned once here and once when written. */
export function measureValue(value: string): QuotedValue {
  if (value === "") return { length: 0, text: "", isEncoded: true };
  const short = lengthOnLine(value);
  if (short !== undefined) return { length: short + SOFT_BREAK.length, text: value, isEncoded: false };
  const text = quotePiece(value);
  return { length: text.length, text, isEncoded: true };
}

/** The encoded size of a short value; undefined for one that is long or needs escaping. */
function lengthOnLine(value: string): number | undefined {
  const first = value.charCodeAt(0);
  if (value.length > MAX_SHORT || first === DOT || first === LETTER_F) return undefined;
  let { length } = value;
  let previous = 0;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code > TILDE || code === EQUALS) {
      if (code >= FIRST_WIDE) return undefined;
      length += code < 128 ? 2 : 5;
    } else if (code < SPACE || (code === SPACE && previous === SPACE)) return undefined;
    previous = code;
  }
  return previous === SPACE || length >= MAX_LINE ? undefined : length;
}

export function writeValue(out: Buffer, start: number, { text, isEncoded }: QuotedValue) {
  if (isEncoded) {
    out.write(text, start, "latin1");
    return;
  }
  let at = start;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code <= TILDE && code !== EQUALS) {
      out[at] = code;
      at += 1;
    } else if (code < 128) at = writeByte(out, at, code);
    else at = writeByte(out, writeByte(out, at, 192 | (code >> 6)), 128 | (code & 63));
  }
  out[at] = EQUALS;
  out[at + 1] = CR;
  out[at + 2] = LF;
}

const hexadecimal = Buffer.from("0123456789ABCDEF");

function writeByte(out: Buffer, at: number, byte: number): number {
  out[at] = EQUALS;
  out[at + 1] = hexadecimal[byte >> 4] ?? 0;
  out[at + 2] = hexadecimal[byte & 15] ?? 0;
  return at + 3;
}
