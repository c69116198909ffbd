import { Parser } from "htmlparser2";
import { maskTags } from "./mask-tags.ts";
import { findMarks, type Mark } from "./tag-syntax.ts";
import { findTag } from "./tags.ts";
import type { MergeValues } from "./values.ts";

/**
 * Whether every reader of the HTML sees a link to the unsubscribe page, or its address as text. Comments, hidden
 * elements and content under a condition do not count.
 */
export function hasUnsubscribeLink(html: string): boolean {
  if (!findMarks(html).some(isUnsubscribeMark)) return false;
  const { text, marks, placeholder } = maskTags(html);
  const unsubscribeIndexes = unsubscribeMarks(marks);
  const first = new RegExp(`^\\s*${placeholder.source}`);
  const isUnsubscribe = (found: RegExpMatchArray | null): boolean =>
    found !== null && unsubscribeIndexes.has(Number(found[1]));
  const hidden: boolean[] = [];
  let isFound = false;
  const parser = new Parser({
    onopentag(name, { style = "", href = "", ...others }) {
      const isHidden =
        hidden.at(-1) === true || hiddenElements.has(name) || "hidden" in others || hiddenStyle.test(style);
      hidden.push(isHidden);
      isFound ||= !isHidden && (name === "a" || name === "area") && isUnsubscribe(first.exec(href));
    },
    ontext(words) {
      isFound ||= hidden.at(-1) !== true && [...words.matchAll(placeholder)].some(isUnsubscribe);
    },
    onclosetag: () => void hidden.pop(),
  });
  parser.end(text);
  return isFound;
}

const hiddenElements = new Set(["head", "title", "style", "script", "template"]);
const hiddenStyle = /display\s*:\s*none/i;

/** The same for plain text. */
export const textHasUnsubscribeLink = (text: string): boolean => unsubscribeMarks(findMarks(text)).size > 0;

const conditional = /^\{%-?\s*(?:if|for|macro|verbatim|set\s+\w+\s*-?%)/;
const conditionEnds = /^\{%-?\s*end(?:if|for|macro|verbatim|set)\b/;

/** Indexes of the unsubscribe tags, for any recipient. */
function unsubscribeMarks(marks: readonly Mark[]): Set<number> {
  const indexes = new Set<number>();
  let depth = 0;
  marks.forEach((mark, index) => {
    if (mark.kind === "twig" && conditional.test(mark.source)) depth += 1;
    else if (mark.kind === "twig" && conditionEnds.test(mark.source)) depth -= 1;
    else if (depth === 0 && isUnsubscribeMark(mark)) indexes.add(index);
  });
  return indexes;
}

const inTwig = /^\{\{.*\b(?:links\.|df_)(?:unsubscribe|preferences)/is;

function isUnsubscribeMark(mark: Mark): boolean {
  if (mark.kind === "twig") return inTwig.test(mark.source);
  const name = mark.kind === "tag" ? findTag(mark.tag.name)?.name : undefined;
  return name === "df_unsubscribe_url" || name === "df_preferences_url";
}

/** The language chosen for the e-mail, or that of the company. */
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

/** The unsubscribe line for an e-mail without one; readable on any background. */
export const unsubscribeLine = (language: string): string =>
  `<div style="${look}"><a href="{{df_unsubscribe_url}}" style="color:#555555">${words[language] ?? "Unsubscribe"}</a></div>`;
