import {
  contactColumns,
  profileFields,
  type ContactColumn,
  type Profile,
  type ProfileField,
} from "../../kernel/contact-columns.ts";
import { toUnicodeEmail } from "../../kernel/email.ts";
import { computeTrigrams } from "./trigrams.ts";
import { czechSortKey, joinSearchText } from "../../kernel/text.ts";

type ProfileProperties = { readonly [Field in ProfileField]: (typeof contactColumns)[Field]["schema"] };

const valuePerField = (valueOf: (column: ContactColumn) => unknown): object =>
  Object.fromEntries(profileFields.map((field) => [field, valueOf(contactColumns[field])]));

function requireEveryField<Value extends Readonly<Record<ProfileField, unknown>>>(
  values: object,
  isComplete: (values: object) => values is Value,
): Value {
  if (!isComplete(values)) throw new Error("a profile field is missing");
  return values;
}

const hasSchemas = (values: object): values is ProfileProperties => profileFields.every((field) => field in values);
const hasValues = (values: object): values is Profile => profileFields.every((field) => field in values);

/** Part 2: the fields that a company may write. */
export const profileProperties = requireEveryField(
  valuePerField(({ schema }) => schema),
  hasSchemas,
);

export const emptyProfile: Readonly<Profile> = requireEveryField(
  valuePerField(() => null),
  hasValues,
);

/** The fields that a request contains; text is trimmed, and empty text means no value. */
export function pickProvidedProfile(body: Partial<Profile>): Partial<Profile> {
  return Object.fromEntries(
    profileFields.flatMap((field) => {
      const value = body[field];
      return value === undefined ? [] : [[field, typeof value === "string" ? value.trim() || null : value]];
    }),
  );
}

type SearchableFields = Pick<Profile, "firstName" | "lastName" | "company" | "phone" | "mobile">;

/** Columns derived from a contact's words: what search looks into and the sort key of the last name. */
export function searchTextColumns(email: string, person: SearchableFields): { search: string; nameKey: string } {
  return {
    search: joinSearchText(
      email,
      person.firstName,
      person.lastName,
      person.company,
      person.phone,
      person.mobile,
      toUnicodeEmail(email),
      toDigits(person.phone),
      toDigits(person.mobile),
    ),
    nameKey: czechSortKey(person.lastName),
  };
}

/** A phone is found by its digits, however it is written; null where it consists of digits alone. */
const toDigits = (phone: string | null): string | null =>
  phone === null || /^\d*$/.test(phone) ? null : phone.replace(/\D+/g, "");

export type SearchColumns = { search: string; nameKey: string; grams: number[] };

/** The same with the search columns. */
export function searchColumns(tenantId: string, email: string, person: SearchableFields): SearchColumns {
  const columns = searchTextColumns(email, person);
  return { ...columns, grams: computeTrigrams(tenantId, columns.search) };
}
