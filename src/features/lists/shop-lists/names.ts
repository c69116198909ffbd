import type { SystemKind } from "../shapes.ts";

/** The lists of a shop are named in its language. */
type KindNames = Readonly<Record<SystemKind, string>>;
const czech: KindNames = {
  shop_contacts: "všechny kontakty",
  shop_newsletter: "odběratelé novinek",
  shop_unsubscribed: "odhlášení",
};
const slovak: KindNames = {
  shop_contacts: "všetky kontakty",
  shop_newsletter: "odberatelia noviniek",
  shop_unsubscribed: "odhlásení",
};
const english: KindNames = {
  shop_contacts: "all contacts",
  shop_newsletter: "newsletter",
  shop_unsubscribed: "unsubscribed",
};
const namesByLanguage: Readonly<Record<string, KindNames>> = { cs: czech, sk: slovak };

type ShopListNameParts = { readonly shopName: string; readonly language: string; readonly systemKind: SystemKind };

export const shopListName = ({ shopName, language, systemKind }: ShopListNameParts): string =>
  `${shopName.slice(0, 150)}: ${(namesByLanguage[language] ?? english)[systemKind]}`;
