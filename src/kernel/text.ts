/** Letters with diacritics that Unicode does not decompose into combining marks. */
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
// The text has no capitals.
// oxlint-disable-next-line no-control-regex
const folded = /^[\u0000-@[-\u007f]*$/;

/** Folds text for search and sorting: lower case, no diacritics. */
export function fold(text: string): string {
  if (folded.test(text)) return text;
  const lower = text.toLowerCase();
  return ascii.test(lower) ? lower : lower.replace(beyondAscii, foldLetter);
}

// oxlint-disable-next-line no-control-regex
const beyondAscii = /[^\u0000-\u007f]/gu;

/** Cache of decomposed letters: decomposing each again costs more than the rest of an imported row. */
const foldedLetters = new Map<string, string>();
const lastOfLatin = "\u024f";

function foldLetter(letter: string): string {
  const known = foldedLetters.get(letter);
  if (known !== undefined) return known;
  const bare = letter.normalize("NFD").replace(/\p{M}+/gu, "");
  const folded = plainLetters[bare] ?? bare;
  if (letter <= lastOfLatin) foldedLetters.set(letter, folded);
  return folded;
}

const likeSpecial = /[\\%_]/g;

/** Escapes text for a LIKE pattern. */
export const escapeLike = (text: string): string => text.replace(likeSpecial, (letter) => `\\${letter}`);

/**
 * The folded term to search for. A trigram index needs three letters, so one or two are matched at the start of a
 * word, after a blank; the searched column therefore starts with a blank.
 */
export function searchNeedle(query: string): string {
  const needle = fold(query.trim()).replace(/\s+/g, " ");
  return needle.length < 3 ? ` ${needle}` : needle;
}

/** The same as a LIKE pattern. */
export const searchPattern = (query: string): string => `%${escapeLike(searchNeedle(query))}%`;

/** Folded names are cached, because names repeat; the cache is bounded. */
const foldCache = new Map<string, string>();
const maxCachedNames = 5000;
const maxCachedLength = 30;

export function foldCached(name: string): string {
  const known = foldCache.get(name);
  if (known !== undefined) return known;
  const bare = fold(name);
  if (bare === name || name.length > maxCachedLength) return bare;
  if (foldCache.size >= maxCachedNames) foldCache.clear();
  foldCache.set(name, bare);
  return bare;
}

/** The folded column that `searchPattern` is matched against. */
export function joinSearchText(...parts: readonly (string | null | undefined)[]): string {
  let text = "";
  for (const part of parts) if (part) text += ` ${foldCached(part)}`;
  return text;
}

/** The sort key of an empty text: greater than all others. */
export const emptySortKey = "\u{10ffff}";

const ownCzechLetters = /ch|[čřšž]/g;
/** In the Czech alphabet these letters follow all words with the plain letter; `{` is greater than `z`. */
const czechLetterKeys: Readonly<Record<string, string>> = { č: "c{", ch: "h{", ř: "r{", š: "s{", ž: "z{" };

const sortKeyCache = new Map<string, string>();

/** A key whose bytes have the Czech order; other diacritics decide only between words that are otherwise equal. */
export function czechSortKey(text: string | null): string {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return emptySortKey;
  const known = sortKeyCache.get(trimmed);
  if (known !== undefined) return known;
  const lower = trimmed.normalize("NFC").toLowerCase();
  const marked = lower.replace(ownCzechLetters, (letter) => czechLetterKeys[letter] ?? letter);
  const bare = fold(marked);
  const key = bare === marked ? bare : `${bare}\u0001${lower}`;
  if (sortKeyCache.size >= maxCachedNames) sortKeyCache.clear();
  if (trimmed.length <= maxCachedLength) sortKeyCache.set(trimmed, key);
  return key;
}

/** Cuts a text to a number of UTF-16 units without splitting a surrogate pair. */
export function truncate(max: number, text: string): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/** A value that came from outside, if it is a text. */
export const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);
