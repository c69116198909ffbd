import { stripActiveContent } from "./active-content.ts";
import { findHtmlComplexity, MAX_COMPILED_CHARS, tooComplex } from "./complexity.ts";
import type { Refusal } from "./content-issue.ts";
import { assembleDocument } from "./document.ts";
import { inlineCss } from "./inline-css.ts";
import { maskTags } from "./mask-tags.ts";
import { usesTwig } from "./tag-syntax.ts";
import { htmlToMarkedText, htmlToText } from "./text-part.ts";
import { hasUnsubscribeLink, textHasUnsubscribeLink, unsubscribeLine } from "./unsubscribe-link.ts";

export type HtmlSource = {
  readonly html: string;
  readonly preheader: string;
  readonly footerHtml: string;
  /** null: generated from the HTML. */
  readonly text: string | null;
  /** The language of a marketing e-mail: one without an unsubscribe link gets an unsubscribe line in this language. */
  readonly optOut: string | null;
};

/** One document with inlined styles and without active content, and its text part. */
export type CompiledHtml = { readonly html: string; readonly text: string };

/** Runs in the sandbox: style sheets can take any time and memory. */
export function compileHtml(source: HtmlSource): CompiledHtml | Refusal {
  const excess = findHtmlComplexity(`${source.html}${source.footerHtml}`);
  if (excess !== undefined) return { refusal: excess };
  const { footerHtml, optOut } = source;
  const lineUnless = (hasLink: boolean) => (optOut === null || hasLink ? "" : unsubscribeLine(optOut));
  const document = { html: source.html, preheader: source.preheader, footerHtml, lastLine: "" };
  const lastLine = lineUnless(optOut !== null && hasUnsubscribeLink(assembleDocument(document)));
  const inlined = inlineCss(assembleDocument({ ...document, lastLine }));
  if (inlined.length > MAX_COMPILED_CHARS)
    return { refusal: tooComplex("html", { reason: "size", count: inlined.length, max: MAX_COMPILED_CHARS }) };
  const html = withoutActiveContent(inlined);
  const footerText = htmlToText(footerHtml);
  const written =
    source.text === null
      ? undefined
      : [source.text, footerText, htmlToText(lineUnless([source.text, footerText].some(textHasUnsubscribeLink)))];
  return { html, text: written?.filter((part) => part !== "").join("\n\n") ?? generatedText(html) };
}

/** With Twig the text is generated for each recipient (twig.ts). */
const generatedText = (html: string): string => (usesTwig(html) ? htmlToText : htmlToMarkedText)(html);

/** Twig can produce any markup, so content with Twig is stripped after rendering for each recipient (twig.ts). */
function withoutActiveContent(html: string): string {
  if (usesTwig(html)) return html;
  const { text, placeholder, restore } = maskTags(html);
  // Values at the start of a URL are escaped as whole web addresses.
  return restore(stripActiveContent(text, { placeholder, isWebAddress: () => true }));
}
