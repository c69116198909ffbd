import { useCallback } from "react";
import { defineMessages, useMessages } from "../../i18n/messages.tsx";
import { mergeTagSlovak } from "./merge-tags.sk.ts";

/** What stands in a subject or a text in place of a merge tag, where the value of a contact is not known. */
const mergeTagMessages = defineMessages(
  () => ({
    df_name: "jméno",
    df_vocative: "jméno",
    df_surname_vocative: "příjmení",
    df_salution: "oslovení",
    df_salutation: "oslovení",
    df_salutation_formal: "oslovení",
    df_salution_formal: "oslovení",
    df_emailaddress: "e-mail",
    df_first_name: "jméno",
    df_surname: "příjmení",
    df_realname: "celé jméno",
    df_company: "firma",
    df_town: "město",
    df_street: "ulice",
    df_postalcode: "PSČ",
    df_phone: "telefon",
    df_cellphone: "mobil",
    df_birthday: "narozeniny",
    df_nameday: "svátek",
    df_shop_name: "obchod",
    df_shop_url: "adresa obchodu",
    df_shop_email: "e-mail obchodu",
    df_shop_sender: "odesílatel",
    df_shop_logo: "logo",
    df_list_signature: "podpis",
    df_account_name: "společnost",
    df_account_address: "sídlo",
    df_account_id: "IČO",
    df_account_email: "e-mail společnosti",
    df_account_phone: "telefon společnosti",
    df_account_web: "web společnosti",
    df_unsubscribe_url: "odhlášení",
    df_preferences_url: "nastavení odběru",
    df_browser_url: "e-mail v prohlížeči",
    df_confirmation_url: "potvrzení odběru",
    df_today: "datum",
    df_year: "rok",
    other: "údaj",
  }),
  () => ({
    df_name: "name",
    df_vocative: "name",
    df_surname_vocative: "surname",
    df_salution: "greeting",
    df_salutation: "greeting",
    df_salutation_formal: "greeting",
    df_salution_formal: "greeting",
    df_emailaddress: "e-mail",
    df_first_name: "first name",
    df_surname: "surname",
    df_realname: "full name",
    df_company: "company",
    df_town: "town",
    df_street: "street",
    df_postalcode: "postal code",
    df_phone: "phone",
    df_cellphone: "mobile",
    df_birthday: "birthday",
    df_nameday: "name day",
    df_shop_name: "shop",
    df_shop_url: "address of the shop",
    df_shop_email: "e-mail of the shop",
    df_shop_sender: "sender",
    df_shop_logo: "logo",
    df_list_signature: "signature",
    df_account_name: "company",
    df_account_address: "registered office",
    df_account_id: "company id",
    df_account_email: "e-mail of the company",
    df_account_phone: "phone of the company",
    df_account_web: "website of the company",
    df_unsubscribe_url: "unsubscription",
    df_preferences_url: "preferences",
    df_browser_url: "e-mail in the browser",
    df_confirmation_url: "confirmation",
    df_today: "date",
    df_year: "year",
    other: "value",
  }),
  mergeTagSlovak,
);

const tag = /\{\{\s*([\w.]+)[^}]*\}\}|\*\|([^|]*)\|\*|\{%[^%]*%\}/g;

/** The text with the names of its merge tags in place of their code: "‹name›, we have news"; conditions are left out. */
export function readableText(text: string, names: Readonly<Record<string, string>>): string {
  const named = text.replace(tag, (code, name?: string, other?: string) => {
    if (code.startsWith("{%")) return "";
    return `‹${names[name ?? other ?? ""] ?? names["other"] ?? ""}›`;
  });
  return named.replaceAll(/\s+/g, " ").trim();
}

export function useReadableText(): (text: string) => string {
  const names = useMessages(mergeTagMessages);
  return useCallback((text) => readableText(text, names), [names]);
}
