import { inline } from "@css-inline/css-inline";
import { protect } from "./protect.ts";
import { placeFinder, scanHtml } from "./scan.ts";

/** Marks style sheets that are already where they belong (MJML's). */
export const settledStyle = ' data-css-inline="ignore"';

/** Rules of style sheets become style attributes; rules that cannot (`@media`, `:hover`) stay. */
export function inlineCss(html: string): string {
  const guarded = protect(html);
  const scan = scanHtml(guarded.text);
  const sheets = scan.elements.filter(({ name }) => name === "style");
  const isOpen = ({ start, end }: { start: number; end: number }) =>
    !guarded.text.slice(start, end).includes(settledStyle.trim());
  if (!sheets.some(isOpen)) return html.replaceAll(settledStyle, "");
  const placeAt = placeFinder(guarded.text, scan);
  // A word between the rows of a table would be moved out of it by the parser; a comment stays.
  const places = [...guarded.text.matchAll(guarded.word)].map((match) => ({
    at: match.index,
    word: match[0],
    place: placeAt(match.index),
    isTwig: guarded.marks[Number(match[1])]?.kind === "twig",
  }));
  // Twig that chooses attributes would lose the second choice to the parser.
  if (places.some(({ place, isTwig }) => isTwig && place === "raw")) return html.replaceAll(settledStyle, "");
  let text = "";
  let end = 0;
  for (const { at, word, place } of places) {
    text += guarded.text.slice(end, at) + (place === "text" ? `<!--${word}-->` : word);
    end = at + word.length;
  }
  text += guarded.text.slice(end);
  const inlined = inline(text, {
    keepStyleTags: true,
    removeInlinedSelectors: true,
    keepAtRules: true,
    keepLinkTags: true,
    loadRemoteStylesheets: false,
  });
  const unwrapped = inlined.replace(new RegExp(`<!--(${guarded.word.source})-->`, "g"), "$1");
  return guarded.restore(unwrapped.replace(/<style[^>]*>\s*<\/style>/g, "")).replaceAll(settledStyle, "");
}
