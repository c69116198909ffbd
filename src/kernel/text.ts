/** Letters that carry their mark inside and so survive the removal of combining marks. */
const plainLetters: Readonly<Record<string, string>> = {
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ø: "o",
  œ: "oe",
  ß: "ss",
  æ: "ae",
  þ: "th",
  ŧ: "t",
};

// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/;

/** Text as search and sorting see it: no case, no diacritics. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ascii.test(lower)) return lower;
  return lower
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[đðħıłøœßæþŧ]/g, (letter) => plainLetters[letter] ?? letter);
}

const likeSpecial = /[\\%_]/g;

/** Text that stands for itself in a LIKE pattern. */
export const escapeLike = (text: string): string => text.replace(likeSpecial, (letter) => `\\${letter}`);

/**
 * The LIKE pattern for a search text. A trigram index needs three letters; one or two are looked for at the start of
 * a word, for which the index has padded trigrams. The searched column therefore starts with a blank.
 */
export function searchPattern(query: string): string {
  const needle = fold(query.trim()).replace(/\s+/g, " ");
  const escaped = escapeLike(needle);
  return needle.length < 3 ? `% ${escaped}%` : `%${escaped}%`;
}

/** The folded column that `searchPattern` is matched against. */
export function searchable(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part) => part !== null && part !== undefined && part !== "")
    .map((part) => ` ${fold(part ?? "")}`)
    .join("");
}
