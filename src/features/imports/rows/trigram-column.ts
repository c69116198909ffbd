import { fillTrigrams, trigramDigits, trigramSeed } from "../../contacts/trigrams.ts";

const lineFeed = 10;
const tab = 9;
const blank = 32;
const zero = 48;
/** Upper bound of the search text of a contact, in bytes. */
const maxTextBytes = 8192;

const chunkBytes = 256 * 1024;

/**
 * Appends the trigrams of the search text to each line of a batch. They are computed during the COPY, so that they are
 * not stored and read with the staged lines. The search text is the last column but one; only backslashes are escaped
 * in it, and they are no part of trigrams. Written in pieces, because the total length is not known. `lastColumns`, each
 * after a tab, end every line.
 */
export function appendTrigramColumn(tenantId: string, lines: Buffer, lastColumns = ""): Buffer[] {
  const lineEnd = Buffer.from(`${lastColumns}\n`);
  const seed = trigramSeed(tenantId);
  const grams = new Int32Array(maxTextBytes);
  const chunks: Buffer[] = [];
  let chunk = Buffer.allocUnsafeSlow(chunkBytes);
  let at = 0;
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf(lineFeed, start);
    const textEnd = lines.lastIndexOf(tab, end);
    const count = fillTrigrams(grams, seed, {
      bytes: lines,
      start: lines.lastIndexOf(tab, textEnd - 1) + 1,
      end: textEnd,
    });
    const lineBytes = end - start + 1 + count * (1 + trigramDigits) + lineEnd.length;
    if (at + lineBytes > chunk.length) {
      chunks.push(chunk.subarray(0, at));
      chunk = Buffer.allocUnsafeSlow(Math.max(chunkBytes, lineBytes));
      at = 0;
    }
    at += lines.copy(chunk, at, start, end);
    chunk[at] = tab;
    at += 1;
    for (let n = 0; n < count; n += 1) at = writeNumber(chunk, at, grams[n] ?? 0);
    at += lineEnd.copy(chunk, at);
    start = end + 1;
  }
  return [...chunks, chunk.subarray(0, at)];
}

/** A blank and the number; all numbers have the same number of digits. */
function writeNumber(into: Uint8Array, start: number, number: number): number {
  into[start] = blank;
  let rest = number;
  for (let at = start + trigramDigits; at > start; at -= 1) {
    const tens = (rest / 10) | 0;
    into[at] = zero + rest - 10 * tens;
    rest = tens;
  }
  return start + 1 + trigramDigits;
}
