/**
 * Trigrams of a folded text for the contact search: a hash of each three consecutive characters, and of a space with
 * the two following letters at the start of a word. Hashes are seeded by the company. Collisions are rare; matches are
 * checked against the text. Equal to `contact_grams` in the database.
 */
export function computeTrigrams(tenantId: string, text: string): number[] {
  const bytes = Buffer.from(text);
  const grams = new Int32Array(bytes.length);
  return [...grams.subarray(0, fillTrigrams(grams, trigramSeed(tenantId), { bytes, start: 0, end: bytes.length }))];
}

export const trigramSeed = (tenantId: string): number => Math.imul(Number(BigInt(tenantId) % 1_000_003n), 374_761_393);

export type Utf8Slice = { readonly bytes: Uint8Array; readonly start: number; readonly end: number };

/**
 * Writes the hashes of a text, sorted and unique, and returns their number. The buffer must have room for one per byte.
 */
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

/** Sorts trigrams in the order that the index requires. */
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

/** 19 bits plus the minimum give six digits. */
const smallestTrigram = 100_000;
export const trigramDigits = 6;

const none = 0;
const blank = 32;

/** Other ASCII characters interrupt a trigram. */
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
