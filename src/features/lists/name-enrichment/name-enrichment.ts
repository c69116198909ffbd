import { inferGender } from "./gender.ts";
import type { NameLanguage } from "./names/calendar.ts";
import { findFirstName, type Gender, type FirstName } from "./names/first-names.ts";
import { firstNameVocative, surnameVocative } from "./vocative.ts";
import { nameWords } from "./name-words.ts";

type Text = string | null;

/** The fields that are read, including those that may be filled. */
export type EnrichmentInput = {
  readonly firstName: Text;
  readonly lastName: Text;
  readonly titleBefore: Text;
  readonly gender: Text;
  readonly language: Text;
  readonly country?: Text;
  readonly nameDay: Text;
  readonly salutation: Text;
  readonly salutationFormal: Text;
  readonly vocativeFirstName: Text;
  readonly vocativeLastName: Text;
};

export const enrichedFields = [
  "gender",
  "nameDay",
  "vocativeFirstName",
  "vocativeLastName",
  "salutation",
  "salutationFormal",
] as const;
export type EnrichedField = (typeof enrichedFields)[number];
export type NameEnrichment = { gender?: Gender } & Partial<Record<Exclude<EnrichedField, "gender">, string>>;

/** Salutations. Slovak uses the nominative, Czech the vocative. */
const salutations = {
  cs: { informal: "Dobrý den", f: "Vážená paní", m: "Vážený pane" },
  sk: { informal: "Dobrý deň", f: "Vážená pani", m: "Vážený pán" },
} as const;

const languageOfCountry: Readonly<Record<string, NameLanguage>> = { CZ: "cs", SK: "sk" };

function languageOf(person: EnrichmentInput): NameLanguage | undefined {
  const language = nonEmpty(person.language)?.toLowerCase();
  if (language === undefined) return languageOfCountry[nonEmpty(person.country)?.toUpperCase() ?? ""];
  return language === "cs" || language === "sk" ? language : undefined;
}

const nonEmpty = (value: Text | undefined): string | undefined => value?.trim() || undefined;

/** The values of empty fields that follow unambiguously from the names. */
export function enrichFromName(person: EnrichmentInput): NameEnrichment {
  const language = languageOf(person);
  if (language === undefined) return {};
  const firstNames = findFirstNames(language, nameWords(person.firstName));
  const surnames = nameWords(person.lastName);
  const stated = nonEmpty(person.gender);
  const gender = inferGender({
    stated: stated === "f" || stated === "m" ? stated : undefined,
    firstNames: firstNames?.flat(),
    surnames,
  });
  if (gender === "contradiction") return {};
  const salutationFields =
    gender === undefined ? {} : deriveSalutations(person, { language, gender, firstNames, surnames });
  return onlyEmptyFields(person, { gender, nameDay: commonNameDay(firstNames?.flat()), ...salutationFields });
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

function commonNameDay(names: readonly FirstName[] | undefined): string | undefined {
  const day = names?.[0]?.nameDay;
  return names?.every((name) => name.nameDay === day) ? day : undefined;
}

type ResolvedNames = {
  readonly language: NameLanguage;
  readonly gender: Gender;
  readonly firstNames: FirstNames | undefined;
  readonly surnames: readonly string[] | undefined;
};

type DerivedFields = { readonly [Field in EnrichedField]?: NameEnrichment[Field] | undefined };

function deriveSalutations(
  person: EnrichmentInput,
  { language, gender, firstNames, surnames }: ResolvedNames,
): DerivedFields {
  const words = salutations[language];
  if (language === "sk") {
    const first = firstNames === undefined ? undefined : joinNames(firstNames, (name) => name);
    const last = surnames?.join(" ");
    return {
      salutation: salutationLine(`${words.informal},`, first),
      salutationFormal: salutationLine(words[gender], last),
    };
  }
  const firstVocative =
    firstNames === undefined ? undefined : joinNames(firstNames, (name) => firstNameVocative(name, gender));
  const lastVocative = gender === "f" ? surnames?.join(" ") : maleSurnameVocative(person, surnames);
  return {
    vocativeFirstName: firstVocative,
    vocativeLastName: lastVocative,
    // A vocative that is already filled is used in the salutation.
    salutation: salutationLine(`${words.informal},`, nonEmpty(person.vocativeFirstName) ?? firstVocative),
    salutationFormal: salutationLine(words[gender], nonEmpty(person.vocativeLastName) ?? lastVocative),
  };
}

const maleSurnameVocative = (person: EnrichmentInput, surnames: readonly string[] | undefined) =>
  surnames === undefined ? undefined : surnameVocative({ firstName: person.firstName, surnames });

const salutationLine = (start: string, name: string | undefined) =>
  name === undefined ? undefined : `${start} ${name},`;

function onlyEmptyFields(person: EnrichmentInput, derived: DerivedFields): NameEnrichment {
  const enrichment: NameEnrichment = {};
  if (derived.gender !== undefined && nonEmpty(person.gender) === undefined) enrichment.gender = derived.gender;
  for (const field of enrichedFields) {
    if (field === "gender") continue;
    const value = derived[field];
    if (value !== undefined && nonEmpty(person[field]) === undefined) enrichment[field] = value;
  }
  return enrichment;
}
