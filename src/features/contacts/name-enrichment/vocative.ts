import { vocative } from "czech-vocative";
import type { Gender } from "./names/first-names.ts";
import { isParticle } from "./name-words.ts";

/** The vocative of one word of a known Czech first name. */
export function firstNameVocative(name: string, gender: Gender): string {
  return mapHyphenParts(name, (part) =>
    part.endsWith("a") ? `${part.slice(0, -1)}o` : vocative(part, gender === "f", false),
  );
}

/** The vocative of a man's surname, undefined if its spelling is ambiguous. A woman's surname does not change. */
export function surnameVocative(words: readonly string[]): string | undefined {
  if (words.some((word) => isParticle(word) || isUncertain(word))) return undefined;
  const vocatives = words.map((word) =>
    mapHyphenParts(word, (part) => (part.endsWith("a") ? `${part.slice(0, -1)}o` : vocative(part, false, true))),
  );
  return vocatives.some((word) => word.endsWith("ee")) ? undefined : vocatives.join(" ");
}

const mapHyphenParts = (word: string, change: (part: string) => string) =>
  word.includes("-") ? word.split("-").map(change).join("-") : change(word);

const silentEnding = /(?:ois|oux|aux|eux|eau|ault)$/;

function isUncertain(word: string): boolean {
  const lower = word.toLowerCase();
  return lower.includes("q") || silentEnding.test(lower);
}

const diacritic = /[^\p{ASCII}]/u;
export const hasDiacritic = (text: string): boolean => diacritic.test(text);

const ambiguousWithoutDiacritics = /[aiyu]r$|^kral$/i;

/** Without diacritics Kolar and Kolář are ambiguous, and their vocatives differ. */
export const mayLackDiacritics = (words: readonly string[]): boolean =>
  !words.some(hasDiacritic) && words.some((word) => ambiguousWithoutDiacritics.test(word));
