import type { Profile } from "../kernel/contact-columns.ts";
import { emptyProfile } from "../features/contacts/profile.ts";
import { fold } from "../kernel/text.ts";
import type { Random } from "./random.ts";
import { czechMen } from "./words/czech-men.ts";
import { czechSurnames } from "./words/czech-surnames.ts";
import { czechWomen } from "./words/czech-women.ts";
import type { FirstName, LastName } from "./words/name.ts";
import { czechTowns, czechStreets, slovakTowns, slovakStreets, type Town } from "./words/places.ts";
import { slovakMen } from "./words/slovak-men.ts";
import { slovakSurnames } from "./words/slovak-surnames.ts";
import { slovakWomen } from "./words/slovak-women.ts";
import { businesses, contactNotes } from "./words/texts.ts";

export type Language = "cs" | "sk";
export type ContactSource = "form" | "shop" | "import" | "manual";
export type DemoGender = "f" | "m";

type Nation = {
  readonly country: string;
  readonly firstNames: Readonly<Record<DemoGender, readonly FirstName[]>>;
  readonly surnames: readonly LastName[];
  readonly places: readonly Town[];
  readonly streets: readonly string[];
  /** A range of the numbering plan that is not assigned to subscribers. */
  readonly mobilePrefix: string;
};

const nations: Readonly<Record<Language, Nation>> = {
  cs: {
    country: "CZ",
    firstNames: { f: czechWomen, m: czechMen },
    surnames: czechSurnames,
    places: czechTowns,
    streets: czechStreets,
    mobilePrefix: "+420 600",
  },
  sk: {
    country: "SK",
    firstNames: { f: slovakWomen, m: slovakMen },
    surnames: slovakSurnames,
    places: slovakTowns,
    streets: slovakStreets,
    mobilePrefix: "+421 930",
  },
};

type ProfilePart = "firstName" | "lastName" | "mobile" | "address" | "birthday" | "business" | "note";

/** The completeness of a profile depends on the contact's source. */
const profileShares: Readonly<Record<ContactSource, Readonly<Record<ProfilePart, number>>>> = {
  form: { firstName: 0.9, lastName: 0.65, mobile: 0.03, address: 0, birthday: 0.25, business: 0, note: 0.01 },
  shop: { firstName: 1, lastName: 1, mobile: 0.9, address: 1, birthday: 0.1, business: 0.07, note: 0.03 },
  import: { firstName: 0.97, lastName: 0.95, mobile: 0.4, address: 0.5, birthday: 0.3, business: 0.02, note: 0.02 },
  manual: { firstName: 1, lastName: 1, mobile: 0.8, address: 0.5, birthday: 0.2, business: 0.25, note: 0.5 },
};

export type DemoPerson = { readonly email: string; readonly profile: Profile };

export function createPerson(
  random: Random,
  from: { language: Language; source: ContactSource; thisYear: number },
  takenEmails: Set<string>,
): DemoPerson {
  const nation = nations[from.language];
  const shares = profileShares[from.source];
  const gender = random.chance(0.62) ? "f" : "m";
  const firstName = random.pickEarly(nation.firstNames[gender]);
  const surname = random.pickEarly(nation.surnames);
  const birthYear = from.thisYear - random.integer(19, 45) - random.integer(0, 32);
  const lastName = gender === "f" ? surname.female : surname.male;
  const email = freeEmail(random, { first: firstName.name, last: lastName, birthYear }, takenEmails);
  const hasFirstName = random.chance(shares.firstName);
  const hasLastName = hasFirstName && random.chance(shares.lastName);
  const profile = {
    ...emptyProfile,
    language: from.language,
    country: nation.country,
    ...(hasFirstName ? firstNameFields(random, from.language, { gender, firstName }) : {}),
    ...(hasLastName ? lastNameFields(random, from.language, { gender, surname }) : {}),
    ...(random.chance(shares.mobile) ? { mobile: `${nation.mobilePrefix} ${digits(random)} ${digits(random)}` } : {}),
    ...(hasLastName && random.chance(shares.address) ? addressFields(random, nation) : {}),
    ...(random.chance(shares.birthday) ? { birthday: dayOfYear(random, birthYear) } : {}),
    ...(random.chance(shares.business) ? businessFields(random, from.language) : {}),
    ...(random.chance(shares.note) ? { note: random.pick(contactNotes[from.language]) } : {}),
  };
  return { email, profile };
}

function firstNameFields(
  random: Random,
  language: Language,
  { gender, firstName }: { gender: DemoGender; firstName: FirstName },
): Partial<Profile> {
  return {
    gender,
    firstName: firstName.name,
    vocativeFirstName: firstName.vocative,
    // Salutations end with a comma, as those that the product derives from names.
    salutation: language === "cs" ? `Dobrý den, ${firstName.vocative},` : `Dobrý deň, ${firstName.name},`,
    nameDay: random.chance(0.8) ? firstName.nameDay : null,
  };
}

function lastNameFields(
  random: Random,
  language: Language,
  { gender, surname }: { gender: DemoGender; surname: LastName },
): Partial<Profile> {
  const lastName = gender === "f" ? surname.female : surname.male;
  const vocative = gender === "f" ? surname.female : surname.maleVocative;
  const formal = { cs: { f: "Vážená paní", m: "Vážený pane" }, sk: { f: "Vážená pani", m: "Vážený pán" } };
  return {
    lastName,
    titleBefore: random.chance(0.06) ? random.pickEarly(["Ing.", "Mgr.", "Bc.", "MUDr.", "JUDr.", "RNDr."]) : null,
    titleAfter: random.chance(0.01) ? "Ph.D." : null,
    vocativeLastName: language === "cs" ? vocative : null,
    salutationFormal: `${formal[language][gender]} ${vocative},`,
  };
}

function addressFields(random: Random, nation: Nation): Partial<Profile> {
  const [city, postalCode] = random.pickEarly(nation.places);
  return { city, postalCode, street: `${random.pick(nation.streets)} ${random.integer(1, 89)}` };
}

function businessFields(random: Random, language: Language): Partial<Profile> {
  // No register issues numbers that begin with 99.
  return { company: random.pick(businesses[language]), companyId: `99${digits(random)}${digits(random)}` };
}

const digits = (random: Random) => String(random.integer(0, 999)).padStart(3, "0");

function dayOfYear(random: Random, year: number): string {
  return new Date(Date.UTC(year, 0, random.integer(1, 365))).toISOString().slice(0, 10);
}

/** Domains reserved for examples: mail to them is never delivered. */
const domains: readonly (readonly [string, number])[] = [
  ["example.com", 44],
  ["mail.example.com", 14],
  ["example.org", 16],
  ["post.example.org", 8],
  ["example.net", 12],
  ["inbox.example.net", 6],
];

type EmailOwner = { first: string; last: string; birthYear: number };

function freeEmail(random: Random, owner: EmailOwner, taken: Set<string>): string {
  const domain = random.pickWeighted(domains);
  const wanted = localPart(random, owner);
  for (let number = 1; ; number += 1) {
    const email = `${wanted}${number === 1 ? "" : number}@${domain}`;
    if (taken.has(email)) continue;
    taken.add(email);
    return email;
  }
}

function localPart(random: Random, owner: EmailOwner): string {
  const first = fold(owner.first);
  const last = fold(owner.last);
  const year = String(owner.birthYear).slice(2);
  return random.pickWeighted([
    [`${first}.${last}`, 40],
    [`${last}.${first}`, 12],
    [`${first}${last}`, 8],
    [`${first.slice(0, 1)}.${last}`, 8],
    [`${last}${year}`, 8],
    [`${first}.${last}${year}`, 14],
    [`${first}${year}`, 4],
    [`${first}_${last}`, 6],
  ]);
}
