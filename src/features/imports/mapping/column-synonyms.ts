import { fold } from "../../../kernel/text.ts";
import { profileFields } from "../../contacts/profile.ts";

/** What columns are called in Czech, Slovak and English files. */
const columnNames: Readonly<Record<string, readonly string[]>> = {
  email: [
    "e-mail",
    "email",
    "mail",
    "emailova adresa",
    "e-mailova adresa",
    "email address",
    "emailaddress",
    "adresa e-mailu",
  ],
  firstName: [
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
  lastName: ["příjmení", "priezvisko", "last name", "surname", "lastname", "family name"],
  titleBefore: [
    "titul",
    "titul před",
    "titul před jménem",
    "titul pred menom",
    "title",
    "title before",
    "titlesbefore",
  ],
  titleAfter: ["titul za", "titul za jménem", "titul za menom", "title after", "titlesafter", "suffix"],
  salutation: ["oslovení", "oslovenie", "salutation", "greeting"],
  salutationFormal: ["formální oslovení", "formálne oslovenie", "formal salutation"],
  vocativeFirstName: ["jméno v 5. pádě", "vokativ jména", "vocative first name"],
  vocativeLastName: ["příjmení v 5. pádě", "vokativ příjmení", "vocative last name"],
  gender: ["pohlaví", "pohlavie", "gender", "sex"],
  language: ["jazyk", "language", "lang", "locale"],
  company: [
    "firma",
    "společnost",
    "spoločnosť",
    "název firmy",
    "názov firmy",
    "company",
    "company name",
    "organization",
  ],
  companyId: ["ič", "ičo", "ic", "company id", "company number", "registration number"],
  phone: [
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
  mobile: ["mobil", "mobilní telefon", "mobilný telefón", "mobile", "mobile phone", "cell", "cellphone"],
  street: ["ulice", "ulica", "ulice a číslo", "ulica a číslo", "adresa", "street", "address", "street address"],
  city: ["město", "mesto", "obec", "city", "town"],
  postalCode: ["psč", "psc", "zip", "zip code", "postal code", "postcode", "postalcode"],
  country: ["země", "stát", "krajina", "štát", "country", "country code"],
  birthday: [
    "datum narození",
    "dátum narodenia",
    "narozeniny",
    "narodeniny",
    "birthday",
    "birth date",
    "date of birth",
    "birthdate",
  ],
  nameDay: ["svátek", "jmeniny", "sviatok", "meniny", "name day", "nameday"],
  note: ["poznámka", "poznámky", "note", "notes", "comment"],
  affiliateId: ["affiliate id", "partner id", "id partnera"],
  tags: ["štítky", "štítek", "tagy", "tag", "tags", "labels", "label", "skupina"],
};

const normalizeHeader = (text: string): string =>
  fold(text)
    .replace(/[\s_.-]+/g, " ")
    .replace(/\be mail/g, "email")
    .trim();

const targetByHeader = new Map([
  ...profileFields.map((field) => [normalizeHeader(field), field] as const),
  ...Object.entries(columnNames).flatMap(([target, names]) =>
    names.map((name) => [normalizeHeader(name), target] as const),
  ),
]);

export const targetForHeader = (header: string): string | undefined => targetByHeader.get(normalizeHeader(header));
export const isSameHeader = (left: string, right: string): boolean => normalizeHeader(left) === normalizeHeader(right);
