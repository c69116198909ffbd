import { certainGender } from "./gender.ts";
import type { NameLanguage } from "./names/calendar.ts";
import { findKnownName, type Gender, type KnownName } from "./names/known.ts";
import { firstNameVocative, surnameVocative } from "./vocative.ts";
import { nameWords } from "./words.ts";

type Text = string | null;

/** What a contact's words are read from; the fields that may be filled stand among them. */
export type Person = {
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

export const completedFields = [
  "gender",
  "nameDay",
  "vocativeFirstName",
  "vocativeLastName",
  "salutation",
  "salutationFormal",
] as const;
export type CompletedField = (typeof completedFields)[number];
export type Completion = { gender?: Gender } & Partial<Record<Exclude<CompletedField, "gender">, string>>;

/** Words of address. Slovak calls by the nominative; Czech has a vocative. */
const address = {
  cs: { informal: "Dobrý den", f: "Vážená paní", m: "Vážený pane" },
  sk: { informal: "Dobrý deň", f: "Vážená pani", m: "Vážený pán" },
} as const;

const languageOfCountry: Readonly<Record<string, NameLanguage>> = { CZ: "cs", SK: "sk" };

function languageOf(person: Person): NameLanguage | undefined {
  const language = given(person.language)?.toLowerCase();
  if (language === undefined) return languageOfCountry[given(person.country)?.toUpperCase() ?? ""];
  return language === "cs" || language === "sk" ? language : undefined;
}

const given = (value: Text | undefined): string | undefined => value?.trim() || undefined;

/** The empty ones of a person's fields of which the names leave no doubt. */
export function completionOf(person: Person): Completion {
  const language = languageOf(person);
  if (language === undefined) return {};
  const firstNames = knownNames(language, nameWords(person.firstName));
  const surnames = nameWords(person.lastName);
  const stated = given(person.gender);
  const gender = certainGender({
    given: stated === "f" || stated === "m" ? stated : undefined,
    firstNames: firstNames?.flat(),
    surnames,
  });
  if (gender === "contradiction") return {};
  const called = gender === undefined ? {} : addressed(person, { language, gender, firstNames, surnames });
  return onlyEmpty(person, { gender, nameDay: commonDay(firstNames?.flat()), ...called });
}

/** Words of a first name and their hyphenated parts. */
type FirstNames = readonly (readonly KnownName[])[];

/** All words of a first name, or none: an unknown one makes the rest uncertain. */
function knownNames(language: NameLanguage, words: readonly string[] | undefined): FirstNames | undefined {
  const known: KnownName[][] = [];
  for (const word of words ?? []) {
    const parts = word.split("-").map((part) => findKnownName(language, part));
    if (!parts.every((part) => part !== undefined)) return undefined;
    known.push(parts);
  }
  return known.length === 0 ? undefined : known;
}

const joined = (names: FirstNames, called: (name: string) => string) =>
  names.map((parts) => parts.map(({ name }) => called(name)).join("-")).join(" ");

function commonDay(names: readonly KnownName[] | undefined): string | undefined {
  const day = names?.[0]?.nameDay;
  return names?.every((name) => name.nameDay === day) ? day : undefined;
}

type Names = {
  readonly language: NameLanguage;
  readonly gender: Gender;
  readonly firstNames: FirstNames | undefined;
  readonly surnames: readonly string[] | undefined;
};

type Found = { readonly [Field in CompletedField]?: Completion[Field] | undefined };

function addressed(person: Person, { language, gender, firstNames, surnames }: Names): Found {
  const words = address[language];
  if (language === "sk") {
    const first = firstNames === undefined ? undefined : joined(firstNames, (name) => name);
    const last = surnames?.join(" ");
    return { salutation: line(`${words.informal},`, first), salutationFormal: line(words[gender], last) };
  }
  const calledFirst =
    firstNames === undefined ? undefined : joined(firstNames, (name) => firstNameVocative(name, gender));
  const calledLast = gender === "f" ? surnames?.join(" ") : manCalled(person, surnames);
  return {
    vocativeFirstName: calledFirst,
    vocativeLastName: calledLast,
    // What a person already wrote as the vocative is how the contact is called.
    salutation: line(`${words.informal},`, given(person.vocativeFirstName) ?? calledFirst),
    salutationFormal: line(words[gender], given(person.vocativeLastName) ?? calledLast),
  };
}

const manCalled = (person: Person, surnames: readonly string[] | undefined) =>
  surnames === undefined ? undefined : surnameVocative({ firstName: person.firstName, surnames });

const line = (start: string, name: string | undefined) => (name === undefined ? undefined : `${start} ${name},`);

function onlyEmpty(person: Person, found: Found): Completion {
  const completion: Completion = {};
  if (found.gender !== undefined && given(person.gender) === undefined) completion.gender = found.gender;
  for (const field of completedFields) {
    if (field === "gender") continue;
    const value = found[field];
    if (value !== undefined && given(person[field]) === undefined) completion[field] = value;
  }
  return completion;
}
