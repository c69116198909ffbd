import { Type, type Static } from "typebox";
import {
  NullableCountry,
  NullableDay,
  NullableLanguage,
  NullableMonthDay,
  NullableOneOf,
  NullableText,
} from "../../kernel/schema.ts";
import { fold, searchable } from "../../kernel/text.ts";

/** Part 2: what a company may write about a person. */
export const profileProperties = {
  firstName: NullableText(100),
  lastName: NullableText(100),
  titleBefore: NullableText(50),
  titleAfter: NullableText(50),
  salutation: NullableText(200),
  salutationFormal: NullableText(200),
  vocativeFirstName: NullableText(100),
  vocativeLastName: NullableText(100),
  gender: NullableOneOf(["f", "m"]),
  language: NullableLanguage,
  company: NullableText(200),
  companyId: NullableText(50),
  phone: NullableText(50),
  mobile: NullableText(50),
  street: NullableText(200),
  city: NullableText(100),
  postalCode: NullableText(20),
  country: NullableCountry,
  birthday: NullableDay,
  nameDay: NullableMonthDay,
  note: NullableText(5000),
  affiliateId: NullableText(100),
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

/** The fields that a request really carries; empty text means no value, as people expect of a form. */
export function profileIn(body: Partial<Profile>): Partial<Profile> {
  return Object.fromEntries(
    profileFields.flatMap((field) => {
      const value = body[field];
      return value === undefined ? [] : [[field, typeof value === "string" && value.trim() === "" ? null : value]];
    }),
  );
}

type Named = Pick<Profile, "firstName" | "lastName" | "company" | "phone" | "mobile">;

/** Columns derived from a contact's words: what search looks into and what sorting by name goes by. */
export function textColumns(email: string, person: Named): { search: string; nameKey: string } {
  return {
    search: searchable(email, person.firstName, person.lastName, person.company, person.phone, person.mobile),
    nameKey: fold(`${person.lastName ?? ""} ${person.firstName ?? ""}`.trim()),
  };
}
