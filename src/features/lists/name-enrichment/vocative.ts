import { vocative } from "czech-vocative";
import type { Gender } from "./names/first-names.ts";
import { isParticle } from "./name-words.ts";

/** The vocative of one word of a known Czech first name. */
export function firstNameVocative(name: string, gender: Gender): string {
  return mapHyphenParts(name, (part) =>
    part.endsWith("a") ? `${part.slice(0, -1)}o` : vocative(part, gender === "f", false),
  );
}

type MaleName = { readonly firstName: string | null; readonly surnames: readonly string[] };

/** The vocative of a man's surname, undefined if its spelling is ambiguous. A woman's surname does not change. */
export function surnameVocative({ firstName, surnames: words }: MaleName): string | undefined {
  const isWithoutDiacritics = !diacritic.test(firstName ?? "") && !words.some((word) => diacritic.test(word));
  if (words.some((word) => isParticle(word) || isUncertain(word, isWithoutDiacritics))) return undefined;
  const vocatives = words.map((word) =>
    mapHyphenParts(word, (part) => (part.endsWith("a") ? `${part.slice(0, -1)}o` : vocative(part, false, true))),
  );
  return vocatives.some((word) => word.endsWith("ee")) ? undefined : vocatives.join(" ");
}

const mapHyphenParts = (word: string, change: (part: string) => string) =>
  word.includes("-") ? word.split("-").map(change).join("-") : change(word);

const diacritic = /[^\p{ASCII}]/u;
const silentEnding = /(?:ois|oux|aux|eux|eau|ault)$/;
/** Without diacritics Kolar and Kolář are ambiguous, and their vocatives differ. */
const ambiguousWithoutDiacritics = /[aiyu]r$|^kral$/;

function isUncertain(word: string, isWithoutDiacritics: boolean): boolean {
  const lower = word.toLowerCase();
  return (
    lower.includes("q") || silentEnding.test(lower) || (isWithoutDiacritics && ambiguousWithoutDiacritics.test(lower))
  );
}
