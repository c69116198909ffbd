import { validation } from "../../../kernel/errors.ts";
import { fold } from "../../../kernel/text.ts";
import { columnFinder } from "../csv/columns.ts";
import type { ImportKind, ColumnMapping } from "../shapes.ts";

/**
 * Columns of Shoptet exports, by their technical names (English in all languages of the administration) and by their
 * displayed names. Two targets exist only here: `fullName`, which is split in two, and `consent`, the consent to the
 * newsletter.
 */
const columns = {
  email: ["email", "e-mail"],
  fullName: [
    "billingfullname",
    "billfullname",
    "fullname",
    "jmeno a prijmeni",
    "meno a priezvisko",
    "jmeno",
    "meno",
    "name",
  ],
  company: ["billingcompany", "billcompany", "company", "companyname", "firma", "spolecnost"],
  companyId: ["companyid", "billingcompanyid", "ic", "ico"],
  street: ["billingstreet", "billstreet", "street", "ulice", "ulica"],
  city: ["billingcity", "billcity", "city", "mesto"],
  postalCode: ["billingzip", "billzip", "zip", "psc"],
  country: [
    "billingcountry",
    "billingcountryname",
    "billcountryname",
    "country",
    "countryname",
    "zeme",
    "krajina",
    "stat",
  ],
  phone: ["phone", "billingphone", "telefon"],
  birthday: ["birthdate", "birthday", "datum narozeni", "datum narodenia"],
  language: ["language", "jazyk"],
  tags: ["customergroup", "customergroupname", "skupina", "skupina zakazniku", "skupina zakaznikov"],
  note: ["note", "remark", "poznamka"],
  consent: [
    "newsletter",
    "consent",
    "marketingconsent",
    "newsletterconsent",
    "subscribed",
    "souhlas",
    "suhlas",
    "souhlas s newsletterem",
    "odber newsletteru",
    "odběr novinek",
  ].map(fold),
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ShoptetTarget = keyof typeof columns;

const targetByName = new Map(
  Object.entries(columns).flatMap(([target, names]) => names.map((name) => [name, target] as const)),
);

const findTarget = (column: string): string | undefined => targetByName.get(fold(column.trim()));

/** The fixed mapping of a shop's export; the mapping of the import takes precedence. */
export function shoptetMapping(names: readonly string[], given: ColumnMapping): ColumnMapping {
  const find = columnFinder(names);
  const givenTargets = new Map(
    given.map(({ column, target }, position) => {
      const index = find(column);
      if (index === undefined) throw validation(`mapping.${position}.column`, { allowed: names });
      return [index, target];
    }),
  );
  const taken = new Set(given.map(({ target }) => target));
  return names.map((column, index) => {
    const givenTarget = givenTargets.get(index);
    if (givenTarget !== undefined) return { column, target: givenTarget };
    const target = findTarget(column);
    if (target === undefined || taken.has(target)) return { column, target: "ignore" };
    taken.add(target);
    return { column, target };
  });
}

export const hasConsentColumn = (mapping: ColumnMapping): boolean => mapping.some(({ target }) => target === "consent");
export const isShoptet = (kind: ImportKind): boolean => kind !== "csv";
