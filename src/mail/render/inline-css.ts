import { inline } from "@css-inline/css-inline";
import { maskTags } from "./mask-tags.ts";
import { escapeContextFinder, scanHtml } from "./scan.ts";

/** Marks style sheets that must stay in place (MJML's). */
export const inlinedStyleAttribute = ' data-css-inline="ignore"';

/** Inlines the rules of style sheets; rules that cannot be inlined (`@media`, `:hover`) stay. */
export function inlineCss(html: string): string {
  const masked = maskTags(html);
  const scan = scanHtml(masked.text);
  const sheets = scan.elements.filter(({ name }) => name === "style");
  const isOpen = ({ start, end }: { start: number; end: number }) =>
    !masked.text.slice(start, end).includes(inlinedStyleAttribute.trim());
  if (!sheets.some(isOpen)) return html.replaceAll(inlinedStyleAttribute, "");
  const contextAt = escapeContextFinder(masked.text, scan);
  // The parser would move text between table rows out of the table; a comment stays.
  const placeholders = [...masked.text.matchAll(masked.placeholder)].map((match) => ({
    at: match.index,
    word: match[0],
    place: contextAt(match.index),
    isTwig: masked.marks[Number(match[1])]?.kind === "twig",
  }));
  // The parser would drop the second branch of Twig inside a start tag.
  if (placeholders.some(({ place, isTwig }) => isTwig && place === "raw"))
    return html.replaceAll(inlinedStyleAttribute, "");
  let text = "";
  let end = 0;
  for (const { at, word, place } of placeholders) {
    text += masked.text.slice(end, at) + (place === "text" ? `<!--${word}-->` : word);
    end = at + word.length;
  }
  text += masked.text.slice(end);
  const inlined = inline(text, {
    keepStyleTags: true,
    removeInlinedSelectors: true,
    keepAtRules: true,
    keepLinkTags: true,
    loadRemoteStylesheets: false,
  });
  const unwrapped = inlined.replace(new RegExp(`<!--(${masked.placeholder.source})-->`, "g"), "$1");
  return masked.restore(unwrapped.replace(/<style[^>]*>\s*<\/style>/g, "")).replaceAll(inlinedStyleAttribute, "");
}
