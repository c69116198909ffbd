import { Parser } from "htmlparser2";
import { maskTags, type MaskedSource } from "./mask-tags.ts";
import { styledVersions } from "./styled-versions.ts";
import { findTags, type TemplateTag } from "./tag-syntax.ts";
import { findTag } from "./tags.ts";
import { childState, isBoxVisible, isTextVisible, rootState, type VisualState } from "./visibility.ts";

/**
 * Whether every reader of the HTML certainly sees something that leads to the page where people unsubscribe: a link with
 * words, or its address to read. A link in a comment or a condition, or one that may be hidden, does not count.
 */
export function hasUnsubscribeLink(html: string): boolean {
  if (!mentionsUnsubscribe(html)) return false;
  const masked = maskTags(html);
  const indexes = unsubscribeTags(masked.marks);
  return indexes.size > 0 && (styledVersions(masked)?.every((text) => hasVisibleLink(text, masked, indexes)) ?? false);
}

export const mentionsUnsubscribe = (html: string): boolean => findTags(html).some(isUnsubscribeTag);

/** White space, and signs without a picture. */
const blank = /[\s\p{Cf}]+|\u034f/gu;

type OpenElement = { state: VisualState; isLink: boolean };

function hasVisibleLink(text: string, { placeholder }: MaskedSource, unsubscribeIndexes: ReadonlySet<number>): boolean {
  const first = new RegExp(`^\\s*${placeholder.source}`);
  const isUnsubscribe = (found: RegExpMatchArray | null): boolean =>
    found !== null && unsubscribeIndexes.has(Number(found[1]));
  const open: OpenElement[] = [{ state: rootState, isLink: false }];
  let isFound = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      const { state, isLink } = open.at(-1) ?? { state: rootState, isLink: false };
      // Twig or a value that chooses attributes can hide the element.
      const isUncertain = Object.keys(attributes).some((each) => each.search(placeholder) !== -1);
      const own = { ...childState(state, name, attributes), ...(isUncertain ? { isHidden: true } : {}) };
      const isInLink = isLink || (name === "a" && isUnsubscribe(first.exec(attributes["href"] ?? "")));
      open.push({ state: own, isLink: isInLink });
      const alt = name === "img" ? (attributes["alt"] ?? "").replace(placeholder, "").replace(blank, "") : "";
      isFound ||= isInLink && alt !== "" && isBoxVisible(own);
    },
    ontext(words) {
      const { state, isLink } = open.at(-1) ?? { state: rootState, isLink: false };
      if (isFound || !isTextVisible(state)) return;
      isFound = isLink
        ? words.replace(placeholder, "").replace(blank, "") !== ""
        : [...words.matchAll(placeholder)].some(isUnsubscribe);
    },
    onclosetag: () => void open.pop(),
  });
  parser.end(text);
  return isFound;
}

/** The same of plain text. */
export const textHasUnsubscribeLink = (text: string): boolean => unsubscribeTags(findTags(text)).size > 0;

const conditional = /^\{%-?\s*(?:if|for|macro|verbatim|set\s+\w+\s*-?%)/;
const conditionEnds = /^\{%-?\s*end(?:if|for|macro|verbatim|set)\b/;

/** Indexes of the unsubscribe tags, for any recipient. */
function unsubscribeTags(marks: readonly TemplateTag[]): Set<number> {
  const indexes = new Set<number>();
  let depth = 0;
  marks.forEach((mark, index) => {
    if (mark.kind === "twig" && conditional.test(mark.source)) depth += 1;
    else if (mark.kind === "twig" && conditionEnds.test(mark.source)) depth -= 1;
    else if (depth === 0 && isUnsubscribeTag(mark)) indexes.add(index);
  });
  return indexes;
}

const inTwig = /^\{\{.*\b(?:links\.|df_)(?:unsubscribe|preferences)/is;

function isUnsubscribeTag(mark: TemplateTag): boolean {
  if (mark.kind === "twig") return inTwig.test(mark.source);
  const name = mark.kind === "tag" ? findTag(mark.tag.name)?.name : undefined;
  return name === "df_unsubscribe_url" || name === "df_preferences_url";
}

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

const shown =
  "visibility:visible!important;opacity:1!important;font-size:13px!important;line-height:1.5!important;color:#555555!important";
const look = `display:block!important;${shown};padding:16px;background:#ffffff!important;text-align:center;font-family:Arial,sans-serif`;

/** The line for an e-mail whose author left it out, with the sender; no style sheet of the e-mail can hide it. */
export const unsubscribeLine = (language: string): string =>
  `<div style="${look}">{{df_account_name}}<br>{{df_account_address}}<br>` +
  `<a href="{{df_unsubscribe_url}}" style="display:inline!important;${shown}">${words[language] ?? "Unsubscribe"}</a></div>`;
