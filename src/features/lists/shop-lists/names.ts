import type { SystemKind } from "../shapes.ts";

/** The lists of a shop are named in its language. */
type Words = Readonly<Record<SystemKind, string>>;
const czech: Words = {
  shop_contacts: "všechny kontakty",
  shop_newsletter: "odběratelé novinek",
  shop_unsubscribed: "odhlášení",
};
const slovak: Words = {
  shop_contacts: "všetky kontakty",
  shop_newsletter: "odberatelia noviniek",
  shop_unsubscribed: "odhlásení",
};
const english: Words = {
  shop_contacts: "all contacts",
  shop_newsletter: "newsletter",
  shop_unsubscribed: "unsubscribed",
};
const words: Readonly<Record<string, Words>> = { cs: czech, sk: slovak };

type Named = { readonly shopName: string; readonly language: string; readonly systemKind: SystemKind };

export const shopListName = ({ shopName, language, systemKind }: Named): string =>
  `${shopName.slice(0, 150)}: ${(words[language] ?? english)[systemKind]}`;
