import { Type, type Static } from "typebox";
import {
  NullableCountry,
  NullableDay,
  NullableLanguage,
  NullableLine,
  NullableMonthDay,
  NullableOneOf,
  NullableText,
} from "../../kernel/schema.ts";
import { toUnicodeEmail } from "../../kernel/email.ts";
import { trigramsOf } from "./trigrams.ts";
import { foldCached, searchTextOf } from "../../kernel/text.ts";

/** Part 2: what a company may write about a person. */
export const profileProperties = {
  firstName: NullableLine(100),
  lastName: NullableLine(100),
  titleBefore: NullableLine(50),
  titleAfter: NullableLine(50),
  salutation: NullableLine(200),
  salutationFormal: NullableLine(200),
  vocativeFirstName: NullableLine(100),
  vocativeLastName: NullableLine(100),
  gender: NullableOneOf(["f", "m"]),
  language: NullableLanguage,
  company: NullableLine(200),
  companyId: NullableLine(50),
  phone: NullableLine(50),
  mobile: NullableLine(50),
  street: NullableLine(200),
  city: NullableLine(100),
  postalCode: NullableLine(20),
  country: NullableCountry,
  birthday: NullableDay,
  nameDay: NullableMonthDay,
  note: NullableText(5000),
  affiliateId: NullableLine(100),
};

const Profile = Type.Object(profileProperties);
export type Profile = Static<typeof Profile>;
export type ProfileField = keyof Profile;

const isProfileField = (name: string): name is ProfileField => name in profileProperties;
export const profileFields: readonly ProfileField[] = Object.keys(profileProperties).filter(isProfileField);

export const emptyProfile: Profile = {
  firstName: null,
  lastName: null,
  titleBefore: null,
  titleAfter: null,
  salutation: null,
  salutationFormal: null,
  vocativeFirstName: null,
  vocativeLastName: null,
  gender: null,
  language: null,
  company: null,
  companyId: null,
  phone: null,
  mobile: null,
  street: null,
  city: null,
  postalCode: null,
  country: null,
  birthday: null,
  nameDay: null,
  note: null,
  affiliateId: null,
};

/** The fields that a request really carries; text is trimmed, and an empty one means no value. */
export function pickProvidedProfile(body: Partial<Profile>): Partial<Profile> {
  return Object.fromEntries(
    profileFields.flatMap((field) => {
      const value = body[field];
      return value === undefined ? [] : [[field, typeof value === "string" ? value.trim() || null : value]];
    }),
  );
}

type SearchableFields = Pick<Profile, "firstName" | "lastName" | "company" | "phone" | "mobile">;

/** Columns derived from a contact's words: what search looks into and what sorting by name goes by. */
export function searchTextColumns(email: string, person: SearchableFields): { search: string; nameKey: string } {
  return {
    search: searchTextOf(
      email,
      person.firstName,
      person.lastName,
      person.company,
      person.phone,
      person.mobile,
      toUnicodeEmail(email),
    ),
    nameKey: `${foldCached(person.lastName ?? "")} ${foldCached(person.firstName ?? "")}`.trim(),
  };
}

export type SearchColumns = { search: string; nameKey: string; grams: number[] };

/** The same with what search finds them by. */
export function searchColumns(tenantId: string, email: string, person: SearchableFields): SearchColumns {
  const columns = searchTextColumns(email, person);
  return { ...columns, grams: trigramsOf(tenantId, columns.search) };
}
