import type { Static, TSchema } from "typebox";
import {
  NullableCountry,
  NullableDay,
  NullableLanguage,
  NullableLine,
  NullableMonthDay,
  NullableOneOf,
  NullableText,
} from "./schema.ts";

/**
 * Every profile field of a contact, once. Contracts, INSERT and UPDATE lists, the import's staging table and header
 * synonyms, segment rules, merge tags and exports are derived from this table. It is in the kernel because mail,
 * which is below the features, derives its merge tags from it.
 */
export type ContactColumn = {
  readonly column: string;
  readonly sqlType: "text" | "date";
  readonly schema: TSchema;
  /** How the value is compared in segments, parsed in imports and formatted in e-mails and exports. */
  readonly kind: ColumnKind;
  /** Names of the merge tag, the canonical one first; null where only a compound tag of mail/render/tags.ts shows the value. */
  readonly mergeTag: {
    readonly names: readonly string[];
    readonly description: string;
    readonly group?: "salutation";
  } | null;
  /** Headers of Czech, Slovak and English files that an import maps to the field, besides its own name. */
  readonly headers: readonly string[];
};

/** `language` and `country` are stored in one spelling, so that an index on the column itself can answer. */
export type ColumnKind = "line" | "text" | "language" | "country" | "gender" | "day" | "month_day";

export const genders = ["f", "m"] as const;

export const contactColumns = {
  firstName: {
    column: "first_name",
    sqlType: "text",
    schema: NullableLine(100),
    kind: "line",
    mergeTag: { names: ["df_first_name", "df_firstname"], description: "First name as it is" },
    headers: [
      "jméno",
      "křestní jméno",
      "meno",
      "krstné meno",
      "first name",
      "given name",
      "firstname",
      "name",
      "forename",
    ],
  },
  lastName: {
    column: "last_name",
    sqlType: "text",
    schema: NullableLine(100),
    kind: "line",
    mergeTag: { names: ["df_surname", "df_last_name", "df_lastname"], description: "Last name" },
    headers: ["příjmení", "priezvisko", "last name", "surname", "lastname", "family name"],
  },
  titleBefore: {
    column: "title_before",
    sqlType: "text",
    schema: NullableLine(50),
    kind: "line",
    mergeTag: { names: ["df_titlesbefore", "df_title_before"], description: "Title before the name" },
    headers: ["titul", "titul před", "titul před jménem", "titul pred menom", "title", "title before", "titlesbefore"],
  },
  titleAfter: {
    column: "title_after",
    sqlType: "text",
    schema: NullableLine(50),
    kind: "line",
    mergeTag: { names: ["df_titlesafter", "df_title_after"], description: "Title after the name" },
    headers: ["titul za", "titul za jménem", "titul za menom", "title after", "titlesafter", "suffix"],
  },
  salutation: {
    column: "salutation",
    sqlType: "text",
    schema: NullableLine(200),
    kind: "line",
    mergeTag: { names: ["df_salution", "df_salutation"], description: "Salutation", group: "salutation" },
    headers: ["oslovení", "oslovenie", "salutation", "greeting"],
  },
  salutationFormal: {
    column: "salutation_formal",
    sqlType: "text",
    schema: NullableLine(200),
    kind: "line",
    mergeTag: {
      names: ["df_salutation_formal", "df_salution_formal"],
      description: "Formal salutation",
      group: "salutation",
    },
    headers: ["formální oslovení", "formálne oslovenie", "formal salutation"],
  },
  vocativeFirstName: {
    column: "vocative_first_name",
    sqlType: "text",
    schema: NullableLine(100),
    kind: "line",
    mergeTag: {
      names: ["df_vocative", "df_vocative_first_name"],
      description: "First name in the vocative",
      group: "salutation",
    },
    headers: ["jméno v 5. pádě", "vokativ jména", "vocative first name"],
  },
  vocativeLastName: {
    column: "vocative_last_name",
    sqlType: "text",
    schema: NullableLine(100),
    kind: "line",
    mergeTag: null,
    headers: ["příjmení v 5. pádě", "vokativ příjmení", "vocative last name"],
  },
  gender: {
    column: "gender",
    sqlType: "text",
    schema: NullableOneOf(genders),
    kind: "gender",
    mergeTag: { names: ["df_gender"], description: "Gender: f or m" },
    headers: ["pohlaví", "pohlavie", "gender", "sex"],
  },
  language: {
    column: "language",
    sqlType: "text",
    schema: NullableLanguage,
    kind: "language",
    mergeTag: { names: ["df_language"], description: "Language, two letters" },
    headers: ["jazyk", "language", "lang", "locale"],
  },
  company: {
    column: "company",
    sqlType: "text",
    schema: NullableLine(200),
    kind: "line",
    mergeTag: { names: ["df_company"], description: "Company of the contact" },
    headers: [
      "firma",
      "společnost",
      "spoločnosť",
      "název firmy",
      "názov firmy",
      "company",
      "company name",
      "organization",
    ],
  },
  companyId: {
    column: "company_id",
    sqlType: "text",
    schema: NullableLine(50),
    kind: "line",
    mergeTag: { names: ["df_company_id"], description: "Registration number of the contact's company" },
    headers: ["ič", "ičo", "ic", "company id", "company number", "registration number"],
  },
  phone: {
    column: "phone",
    sqlType: "text",
    schema: NullableLine(50),
    kind: "line",
    mergeTag: { names: ["df_phone"], description: "Phone" },
    headers: [
      "telefon",
      "telefón",
      "tel",
      "tel.",
      "phone",
      "phone number",
      "telephone",
      "telefonní číslo",
      "telefónne číslo",
    ],
  },
  mobile: {
    column: "mobile",
    sqlType: "text",
    schema: NullableLine(50),
    kind: "line",
    mergeTag: { names: ["df_cellphone", "df_mobile"], description: "Mobile phone" },
    headers: ["mobil", "mobilní telefon", "mobilný telefón", "mobile", "mobile phone", "cell", "cellphone"],
  },
  street: {
    column: "street",
    sqlType: "text",
    schema: NullableLine(200),
    kind: "line",
    mergeTag: { names: ["df_street"], description: "Street" },
    headers: ["ulice", "ulica", "ulice a číslo", "ulica a číslo", "adresa", "street", "address", "street address"],
  },
  city: {
    column: "city",
    sqlType: "text",
    schema: NullableLine(100),
    kind: "line",
    mergeTag: { names: ["df_town", "df_city"], description: "City" },
    headers: ["město", "mesto", "obec", "city", "town"],
  },
  postalCode: {
    column: "postal_code",
    sqlType: "text",
    schema: NullableLine(20),
    kind: "line",
    mergeTag: { names: ["df_postalcode", "df_postal_code"], description: "Postal code" },
    headers: ["psč", "psc", "zip", "zip code", "postal code", "postcode", "postalcode"],
  },
  country: {
    column: "country",
    sqlType: "text",
    schema: NullableCountry,
    kind: "country",
    mergeTag: { names: ["df_country"], description: "Country, two letters" },
    headers: ["země", "stát", "krajina", "štát", "country", "country code"],
  },
  birthday: {
    column: "birthday",
    sqlType: "date",
    schema: NullableDay,
    kind: "day",
    mergeTag: { names: ["df_birthday"], description: "Birthday" },
    headers: [
      "datum narození",
      "dátum narodenia",
      "narozeniny",
      "narodeniny",
      "birthday",
      "birth date",
      "date of birth",
      "birthdate",
    ],
  },
  nameDay: {
    column: "name_day",
    sqlType: "text",
    schema: NullableMonthDay,
    kind: "month_day",
    mergeTag: { names: ["df_nameday", "df_name_day"], description: "Name day" },
    headers: ["svátek", "jmeniny", "sviatok", "meniny", "name day", "nameday"],
  },
  note: {
    column: "note",
    sqlType: "text",
    schema: NullableText(5000),
    kind: "text",
    mergeTag: { names: ["df_notes", "df_note"], description: "Note" },
    headers: ["poznámka", "poznámky", "note", "notes", "comment"],
  },
  affiliateId: {
    column: "affiliate_id",
    sqlType: "text",
    schema: NullableLine(100),
    kind: "line",
    mergeTag: { names: ["df_affiliate_id", "df_affiliateid"], description: "Affiliate id" },
    headers: ["affiliate id", "partner id", "id partnera"],
  },
} as const satisfies Readonly<Record<string, ContactColumn>>;

type ContactColumns = typeof contactColumns;
export type ProfileField = keyof ContactColumns;
export type Profile = { [Field in ProfileField]: Static<ContactColumns[Field]["schema"]> };

export const isProfileField = (name: string): name is ProfileField => Object.hasOwn(contactColumns, name);
export const profileFields: readonly ProfileField[] = Object.keys(contactColumns).filter(isProfileField);

/** The fields whose values are of these kinds, in the order of the table. */
export type FieldsOfKind<Kind extends ColumnKind> = {
  [Field in ProfileField]: ContactColumns[Field]["kind"] extends Kind ? Field : never;
}[ProfileField];

export function fieldsOfKind<Kind extends ColumnKind>(...kinds: readonly Kind[]): FieldsOfKind<Kind>[] {
  const isOfKind = (field: ProfileField): field is FieldsOfKind<Kind> =>
    kinds.some((kind) => kind === contactColumns[field].kind);
  return profileFields.filter(isOfKind);
}
