import { combineGenders } from "./gender.ts";
import { firstNameFacts, surnameFacts, type FirstNameFacts, type SurnameFacts } from "./name-facts.ts";
import { nameLanguages, type NameLanguage } from "./names/calendar.ts";
import type { Gender } from "./names/first-names.ts";

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

function findLanguage(person: EnrichmentInput, shopLanguage: Text): NameLanguage | undefined {
  const language = (nonEmpty(person.language) ?? nonEmpty(shopLanguage))?.toLowerCase();
  if (language === undefined) return languageOfCountry[nonEmpty(person.country)?.toUpperCase() ?? ""];
  return language === "cs" || language === "sk" ? language : undefined;
}

const nonEmpty = (value: Text | undefined): string | undefined => value?.trim() || undefined;

/**
 * The values of empty fields that follow unambiguously from the names. `shopLanguage` is that of the shop of a new contact
 * without a language of its own.
 */
export function enrichFromName(person: EnrichmentInput, shopLanguage: Text = null): NameEnrichment {
  const language = findLanguage(person, shopLanguage);
  if (language === undefined) return {};
  const first = firstNameFacts(language, person.firstName ?? "");
  const last = surnameFacts(person.lastName ?? "");
  const stated = nonEmpty(person.gender);
  const gender = combineGenders([
    stated === "f" || stated === "m" ? stated : undefined,
    first.known?.gender,
    last?.gender,
  ]);
  if (gender === "contradiction") return {};
  const salutationFields = gender === undefined ? {} : deriveSalutations(person, { language, gender, first, last });
  return onlyEmptyFields(person, { gender, nameDay: first.known?.nameDay, ...salutationFields });
}

/**
 * By language, for a new contact whose shop is found by the inserting statement; undefined without a name. `emptied` fields
 * stay empty.
 */
export function enrichByLanguage(
  person: EnrichmentInput,
  emptied: readonly string[] = [],
): Readonly<Record<string, NameEnrichment>> | undefined {
  if (person.firstName === null && person.lastName === null) return undefined;
  const languages = person.language === null ? nameLanguages : [person.language];
  return Object.fromEntries(
    languages.map((language) => [language, withoutFields(enrichFromName(person, language), emptied)]),
  );
}

const withoutFields = (enrichment: NameEnrichment, fields: readonly string[]): NameEnrichment =>
  fields.length === 0
    ? enrichment
    : Object.fromEntries(Object.entries(enrichment).filter(([field]) => !fields.includes(field)));

type ResolvedNames = {
  readonly language: NameLanguage;
  readonly gender: Gender;
  readonly first: FirstNameFacts;
  readonly last: SurnameFacts | null;
};

type DerivedFields = { readonly [Field in EnrichedField]?: NameEnrichment[Field] | undefined };

function deriveSalutations(person: EnrichmentInput, { language, gender, first, last }: ResolvedNames): DerivedFields {
  const words = salutations[language];
  if (language === "sk") {
    return {
      salutation: salutationLine(`${words.informal},`, first.known?.nominative),
      salutationFormal: salutationLine(words[gender], last?.nominative),
    };
  }
  const firstVocative = first.known?.vocative[gender];
  const lastVocative = gender === "f" ? last?.nominative : maleSurnameVocative(first, last);
  return {
    vocativeFirstName: firstVocative,
    vocativeLastName: lastVocative,
    // A vocative that is already filled is used in the salutation.
    salutation: salutationLine(`${words.informal},`, nonEmpty(person.vocativeFirstName) ?? firstVocative),
    salutationFormal: salutationLine(words[gender], nonEmpty(person.vocativeLastName) ?? lastVocative),
  };
}

const maleSurnameVocative = (first: FirstNameFacts, last: SurnameFacts | null) =>
  last?.mayLackDiacritics && !first.hasDiacritic ? undefined : last?.maleVocative;

const salutationLine = (start: string, name: string | undefined) =>
  name === undefined ? undefined : `${start} ${name},`;

/** Reads each field by its name: an import calls it for every row, and access by a variable key is several times slower. */
function onlyEmptyFields(person: EnrichmentInput, derived: DerivedFields): NameEnrichment {
  const { gender, nameDay, vocativeFirstName, vocativeLastName, salutation, salutationFormal } = derived;
  const enrichment: NameEnrichment = {};
  if (gender !== undefined && isEmpty(person.gender)) enrichment.gender = gender;
  if (nameDay !== undefined && isEmpty(person.nameDay)) enrichment.nameDay = nameDay;
  if (vocativeFirstName !== undefined && isEmpty(person.vocativeFirstName))
    enrichment.vocativeFirstName = vocativeFirstName;
  if (vocativeLastName !== undefined && isEmpty(person.vocativeLastName))
    enrichment.vocativeLastName = vocativeLastName;
  if (salutation !== undefined && isEmpty(person.salutation)) enrichment.salutation = salutation;
  if (salutationFormal !== undefined && isEmpty(person.salutationFormal))
    enrichment.salutationFormal = salutationFormal;
  return enrichment;
}

const isEmpty = (value: Text): boolean => value === null || value.trim() === "";
