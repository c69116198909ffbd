/** GSM 03.38: characters of seven bits, and those that need an escape and seven more. */
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const extended = new Set("^{}\\[~]|€\f");

export type SmsLength = { encoding: "gsm7" | "ucs2"; units: number; parts: number };

/**
 * Encoding and parts of a text. Multi-part messages have fewer characters per part because of their header. No
 * character is split.
 */
export function smsLength(text: string): SmsLength {
  const characters = Array.from(text);
  const isGsm = characters.every((character) => basic.has(character) || extended.has(character));
  const sizes = characters.map((character) => (isGsm ? (extended.has(character) ? 2 : 1) : character.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const [singleCapacity, partCapacity] = isGsm ? [160, 153] : [70, 67];
  return {
    encoding: isGsm ? "gsm7" : "ucs2",
    units,
    parts: units <= singleCapacity ? 1 : countParts(sizes, partCapacity),
  };
}

function countParts(sizes: readonly number[], capacity: number): number {
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > capacity) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return parts;
}

const mergeTag = /\{\{[^{}]*\}\}/g;

/** Merge tags are not counted: their length depends on the contact. */
export const withoutMergeTags = (text: string): string => text.replace(mergeTag, "");

export const mergeTagsIn = (text: string): string[] => [...new Set(text.match(mergeTag) ?? [])];
