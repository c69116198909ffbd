/** GSM 03.38: the letters that take seven bits, and those that take an escape and seven more. */
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const extended = new Set("^{}\\[~]|€\f");

export type SmsLength = { encoding: "gsm7" | "ucs2"; units: number; parts: number };

/** How a text is sent: of one part there is more room than of several, which carry a number each. No letter is cut in two. */
export function smsLength(text: string): SmsLength {
  const letters = Array.from(text);
  const isGsm = letters.every((letter) => basic.has(letter) || extended.has(letter));
  const sizes = letters.map((letter) => (isGsm ? (extended.has(letter) ? 2 : 1) : letter.length));
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

/** Without merge tags: what they become is known only for a contact. */
export const withoutMergeTags = (text: string): string => text.replace(mergeTag, "");

export const mergeTagsIn = (text: string): string[] => [...new Set(text.match(mergeTag) ?? [])];
