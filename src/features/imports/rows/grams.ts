import { fillGrams, gramDigits, gramSeed } from "../../../kernel/grams.ts";

const lineFeed = 10;
const tab = 9;
const blank = 32;
const zero = 48;
/** Bytes of all words of a contact at most, and more than enough. */
const longestText = 8192;

const pieceBytes = 256 * 1024;

/**
 * Lines of a batch with one column more, the numbers by which search finds their text. Added on the way to the database:
 * with the lines that wait they would be stored and read once more. The text is the last column but one; nothing in it is
 * written otherwise than it is but the backslash, which is no letter. In pieces, since nobody knows how long it will be.
 */
export function withGrams(tenantId: string, lines: Buffer): Buffer[] {
  const seed = gramSeed(tenantId);
  const grams = new Int32Array(longestText);
  const pieces: Buffer[] = [];
  let piece = Buffer.allocUnsafeSlow(pieceBytes);
  let at = 0;
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf(lineFeed, start);
    const textEnd = lines.lastIndexOf(tab, end);
    const count = fillGrams(grams, seed, {
      bytes: lines,
      start: lines.lastIndexOf(tab, textEnd - 1) + 1,
      end: textEnd,
    });
    const room = end - start + 2 + count * (1 + gramDigits);
    if (at + room > piece.length) {
      pieces.push(piece.subarray(0, at));
      piece = Buffer.allocUnsafeSlow(Math.max(pieceBytes, room));
      at = 0;
    }
    at += lines.copy(piece, at, start, end);
    piece[at] = tab;
    at += 1;
    for (let n = 0; n < count; n += 1) at = writeNumber(piece, at, grams[n] ?? 0);
    piece[at] = lineFeed;
    at += 1;
    start = end + 1;
  }
  return [...pieces, piece.subarray(0, at)];
}

/** A blank, and the number: all have as many digits. */
function writeNumber(into: Uint8Array, start: number, number: number): number {
  into[start] = blank;
  let rest = number;
  for (let at = start + gramDigits; at > start; at -= 1) {
    const tens = (rest / 10) | 0;
    into[at] = zero + rest - 10 * tens;
    rest = tens;
  }
  return start + 1 + gramDigits;
}
