import { findMarks, type Mark } from "./tag-syntax.ts";
import { findTag } from "./tags.ts";
import type { MergeValues } from "./values.ts";

/** Whether something in it leads to the page where people unsubscribe. */
export const leadsOut = (text: string): boolean => findMarks(text).some(isWayOut);

const inTwig = /\b(?:links\.|df_)(?:unsubscribe|preferences)/i;

function isWayOut(mark: Mark): boolean {
  if (mark.kind === "twig") return inTwig.test(mark.source);
  const name = mark.kind === "tag" ? findTag(mark.tag.name)?.name : undefined;
  return name === "df_unsubscribe_url" || name === "df_preferences_url";
}

/** The language that was chosen for an e-mail, or that of those who send it. */
export const emailLanguage = (chosen: string | null, { shop, company }: Pick<MergeValues, "shop" | "company">) =>
  chosen ?? shop?.language ?? company.language ?? "en";

const words: Readonly<Record<string, string>> = {
  bg: "Отписване",
  cs: "Odhlásit odběr",
  da: "Afmeld",
  de: "Abmelden",
  el: "Διαγραφή",
  en: "Unsubscribe",
  es: "Darse de baja",
  fi: "Peruuta tilaus",
  fr: "Se désabonner",
  hr: "Odjava",
  hu: "Leiratkozás",
  it: "Annulla l’iscrizione",
  nl: "Uitschrijven",
  pl: "Wypisz się",
  pt: "Cancelar subscrição",
  ro: "Dezabonare",
  sk: "Odhlásiť odber",
  sl: "Odjava",
  sv: "Avsluta prenumerationen",
  uk: "Відписатися",
};

const look = "padding:16px;background:#ffffff;text-align:center;font:13px/1.5 Arial,sans-serif;color:#555555";

/** The line for an e-mail whose author left it out; readable whatever the e-mail looks like. */
export const optOutLine = (language: string): string =>
  `<div style="${look}"><a href="{{df_unsubscribe_url}}" style="color:#555555">${words[language] ?? "Unsubscribe"}</a></div>`;
