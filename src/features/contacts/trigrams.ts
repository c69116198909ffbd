/**
 * A folded text as the search for contacts sees it: a number for each three letters in a row, and for a blank with the two
 * letters behind it, where a word begins. A company has numbers of its own. Different letters seldom have the same number:
 * whoever finds a text by its numbers looks into it. The same as `contact_grams` of the database.
 */
export function trigramsOf(tenantId: string, text: string): number[] {
  const bytes = Buffer.from(text);
  const grams = new Int32Array(bytes.length);
  return [...grams.subarray(0, fillTrigrams(grams, trigramSeed(tenantId), { bytes, start: 0, end: bytes.length }))];
}

export const trigramSeed = (tenantId: string): number => Math.imul(Number(BigInt(tenantId) % 1_000_003n), 374_761_393);

export type Utf8Slice = { readonly bytes: Uint8Array; readonly start: number; readonly end: number };

/** The numbers of a text in bytes, each once and the least first; answers how many. There is room for one of each byte. */
export function fillTrigrams(grams: Int32Array, seed: number, { bytes, start, end }: Utf8Slice): number {
  let [count, first, second] = [0, none, none];
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? none;
    const letter = byte < 128 ? searchableByte(byte) : codePoint(bytes, at);
    if (byte >= 128) at += sizeOf(byte) - 1;
    if (letter > blank && second > blank && first > none) {
      const sum = seed + Math.imul(first, 668_265_263) + Math.imul(second, 1_274_126_177);
      grams[count] = ((sum + Math.imul(letter, 2_246_822_519)) >>> 13) + smallestTrigram;
      count += 1;
    }
    first = second;
    second = letter;
  }
  return sortUnique(grams, count);
}

/** As an index wants them. */
function sortUnique(grams: Int32Array, count: number): number {
  grams.subarray(0, count).sort();
  let kept = Math.min(count, 1);
  for (let at = 1; at < count; at += 1) {
    const gram = grams[at] ?? none;
    if (gram === grams[kept - 1]) continue;
    grams[kept] = gram;
    kept += 1;
  }
  return kept;
}

/** Nineteen bits and the least are six digits. */
const smallestTrigram = 100_000;
export const trigramDigits = 6;

const none = 0;
const blank = 32;

/** What is neither a letter nor a digit nor a blank counts as nothing. */
const searchableByte = (byte: number): number =>
  (byte >= 97 && byte <= 122) || (byte >= 48 && byte <= 57) || byte === blank ? byte : none;

const sizeOf = (byte: number): number => (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2);

function codePoint(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  const size = sizeOf(byte);
  let code = byte & (0x7f >> size);
  for (let next = at + 1; next < at + size; next += 1) code = (code << 6) | ((bytes[next] ?? 0) & 0x3f);
  return code;
}
