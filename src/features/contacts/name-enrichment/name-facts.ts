import { BoundedCache } from "../../../kernel/bounded-cache.ts";
import { combineGenders, surnameGender, type GenderEvidence } from "./gender.ts";
import type { NameLanguage } from "./names/calendar.ts";
import { findFirstName, type FirstName, type Gender } from "./names/first-names.ts";
import { nameWords } from "./name-words.ts";
import { firstNameVocative, hasDiacritic, mayLackDiacritics, surnameVocative } from "./vocative.ts";

type KnownFirstName = {
  readonly gender: GenderEvidence;
  /** Undefined if its words have different days. */
  readonly nameDay: string | undefined;
  readonly nominative: string;
  readonly vocative: Readonly<Record<Gender, string>>;
};

export type FirstNameFacts = {
  readonly hasDiacritic: boolean;
  /** Undefined if a word of the name is unknown. */
  readonly known: KnownFirstName | undefined;
};

export type SurnameFacts = {
  readonly gender: Gender | undefined;
  readonly nominative: string;
  /** Undefined if it is uncertain. */
  readonly maleVocative: string | undefined;
  /** The vocative holds only if the first name shows that the person writes diacritics. */
  readonly mayLackDiacritics: boolean;
};

/** Names repeat, in an import thousands of times. */
const cachedNames = 5000;
const firstNames = {
  cs: new BoundedCache<string, FirstNameFacts>(cachedNames),
  sk: new BoundedCache<string, FirstNameFacts>(cachedNames),
};
const surnames = new BoundedCache<string, SurnameFacts | null>(cachedNames);

export function firstNameFacts(language: NameLanguage, text: string): FirstNameFacts {
  const cached = firstNames[language].get(text);
  if (cached !== undefined) return cached;
  const facts = { hasDiacritic: hasDiacritic(text), known: readFirstName(language, text) };
  firstNames[language].set(text, facts);
  return facts;
}

/** Null if the text is not a name. */
export function surnameFacts(text: string): SurnameFacts | null {
  const cached = surnames.get(text);
  if (cached !== undefined) return cached;
  const words = nameWords(text);
  const facts = words === undefined ? null : readSurname(words);
  surnames.set(text, facts);
  return facts;
}

function readFirstName(language: NameLanguage, text: string): KnownFirstName | undefined {
  const names = findFirstNames(language, nameWords(text));
  if (names === undefined) return undefined;
  const parts = names.flat();
  const nameDay = parts[0]?.nameDay;
  return {
    gender: combineGenders(parts.map(({ gender }) => gender)),
    nameDay: parts.every((part) => part.nameDay === nameDay) ? nameDay : undefined,
    nominative: joinNames(names, (name) => name),
    vocative: {
      f: joinNames(names, (name) => firstNameVocative(name, "f")),
      m: joinNames(names, (name) => firstNameVocative(name, "m")),
    },
  };
}

/** Words of a first name and their hyphenated parts. */
type FirstNames = readonly (readonly FirstName[])[];

/** All words of a first name, or none if one is unknown. */
function findFirstNames(language: NameLanguage, words: readonly string[] | undefined): FirstNames | undefined {
  const known: FirstName[][] = [];
  for (const word of words ?? []) {
    const parts = word.split("-").map((part) => findFirstName(language, part));
    if (!parts.every((part) => part !== undefined)) return undefined;
    known.push(parts);
  }
  return known.length === 0 ? undefined : known;
}

const joinNames = (names: FirstNames, called: (name: string) => string) =>
  names.map((parts) => parts.map(({ name }) => called(name)).join("-")).join(" ");

const readSurname = (words: readonly string[]): SurnameFacts => ({
  gender: surnameGender(words),
  nominative: words.join(" "),
  maleVocative: surnameVocative(words),
  mayLackDiacritics: mayLackDiacritics(words),
});
