import { vocative } from "czech-vocative";
import type { Gender } from "./names/known.ts";
import { isParticle } from "./words.ts";

/** The vocative of one word of a Czech first name that is known. */
export function firstNameVocative(name: string, gender: Gender): string {
  return inParts(name, (part) =>
    part.endsWith("a") ? `${part.slice(0, -1)}o` : vocative(part, gender === "f", false),
  );
}

type Man = { readonly firstName: string | null; readonly surnames: readonly string[] };

/** The vocative of a man's surname, or undefined where its spelling leaves it open. A woman's stays as it is. */
export function surnameVocative({ firstName, surnames: words }: Man): string | undefined {
  const isBare = !marked.test(firstName ?? "") && !words.some((word) => marked.test(word));
  if (words.some((word) => isParticle(word) || isUncertain(word, isBare))) return undefined;
  const called = words.map((word) =>
    inParts(word, (part) => (part.endsWith("a") ? `${part.slice(0, -1)}o` : vocative(part, false, true))),
  );
  return called.some((word) => word.endsWith("ee")) ? undefined : called.join(" ");
}

const inParts = (word: string, change: (part: string) => string) =>
  word.includes("-") ? word.split("-").map(change).join("-") : change(word);

const marked = /[^\p{ASCII}]/u;
const silentEnding = /(?:ois|oux|aux|eux|eau|ault)$/;
/** Without marks nobody can tell Kolar from Kolář, whose endings differ. */
const needsMarks = /[aiyu]r$|^kral$/;

function isUncertain(word: string, isBare: boolean): boolean {
  const lower = word.toLowerCase();
  return lower.includes("q") || silentEnding.test(lower) || (isBare && needsMarks.test(lower));
}
