import { compile } from "html-to-text";
import { markRegions, withTightMarks } from "./empty-regions.ts";
import { maskTags, type MaskedSource } from "./mask-tags.ts";
import { isNestedTooDeep, scanHtml } from "./scan.ts";

const heading = { uppercase: false, trailingLineBreaks: 1 };

/** A URL in a text ends at the first blank. */
const encodeBlanks = (url: string) => url.trim().replace(/\s/g, "%20");

const convert = compile({
  wordwrap: false,
  limits: { maxInputLength: 8 * 1024 * 1024, maxDepth: 200 },
  selectors: [
    { selector: "img", format: "skip" },
    // Our preheaders and MJML's are hidden this way.
    { selector: '[style^="display:none"]', format: "skip" },
    { selector: '[style^="display: none"]', format: "skip" },
    {
      selector: "a",
      options: {
        hideLinkHrefIfSameAsText: true,
        linkBrackets: ["(", ")"],
        noAnchorUrl: true,
        pathRewrite: encodeBlanks,
      },
    },
    { selector: "ul", options: { itemPrefix: "- " } },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: heading })),
  ],
});

/** Converts HTML to the text part; merge tags stay. */
export const htmlToText = (html: string): string => convertMasked(maskTags(html), ({ text }) => text);

/** The same with the marks of regions that may be empty, for `textPieces`. */
export const htmlToMarkedText = (html: string): string =>
  convertMasked(maskTags(html), (masked) => markRegions(masked, scanHtml(masked.text)));

function convertMasked(masked: MaskedSource, sourceOf: (masked: MaskedSource) => string): string {
  const text = withTightMarks(convertOrStrip(sourceOf(masked)))
    .replace(/[ \t\u00a0]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return masked.restore(text);
}

/** HTML nested hundreds of levels deep must not overflow the stack. */
function convertOrStrip(html: string): string {
  return isNestedTooDeep(scanHtml(html)) ? html.replace(/<[^>]{0,2000}>/g, " ") : convert(html);
}
