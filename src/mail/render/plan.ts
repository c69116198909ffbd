import { createHash } from "node:crypto";
import { InvalidHeader } from "../mime-header.ts";
import { stripActiveContent } from "./active-content.ts";
import type { ContentIssue } from "./content.ts";
import { assembleDocument } from "./document.ts";
import { evaluateAll, Expressions, fillPieces, type Expression, type Piece } from "./expression.ts";
import { inlineCss } from "./inline-css.ts";
import { tagIssues } from "./issues.ts";
import { ContentTooLarge, MAX_SOURCE_CHARS } from "./limits.ts";
import { maskTags } from "./mask-tags.ts";
import { linkParamsOf, type LinkParam, type PlanLink, type TrackingOptions, type Utm } from "./links.ts";
import { hasUnsubscribeLink, unsubscribeLine, textHasUnsubscribeLink } from "./unsubscribe-link.ts";
import { htmlPieces, linePieces, textPieces } from "./pieces.ts";
import { usesTwig } from "./tag-syntax.ts";
import { htmlToText } from "./text-part.ts";
import type { MergeValues } from "./values.ts";

export type EmailSource = {
  subject: string;
  preheader: string;
  html: string;
  /** null: generated from the HTML. */
  text: string | null;
  footerHtml?: string | null;
  /** The language of a marketing e-mail: one without an unsubscribe link gets an unsubscribe line in this language. */
  optOut?: string | null;
};

export type PlanOptions = {
  tracking?: TrackingOptions | null;
  utm?: Utm | null;
  linkParams?: readonly LinkParam[];
  /** The number of the first link; 1 by default. */
  firstLink?: number;
};

/** An e-mail compiled once for all its recipients. */
export type EmailPlan = {
  subject: readonly Piece[];
  preheader: readonly Piece[];
  html: readonly Piece[];
  text: readonly Piece[];
  expressions: readonly Expression[];
  links: readonly PlanLink[];
  issues: readonly ContentIssue[];
  /** The MIME boundary; the same for all recipients. */
  boundary: string;
  /** The e-mail contains Twig, which is rendered per recipient; see twig.ts. */
  hasTwig: boolean;
  /** The text part is generated from the HTML. */
  isTextGenerated: boolean;
};

export type RenderedEmail = { subject: string; preheader: string; html: string; text: string };

/** Throws InvalidHeader for a line break in the subject or preheader, ContentTooLarge beyond the size limit. */
export function compilePlan(email: EmailSource, options: PlanOptions = {}): EmailPlan {
  const parts = [email.subject, email.preheader, email.html, email.text ?? "", email.footerHtml ?? ""];
  if (parts.some(({ length }) => length > MAX_SOURCE_CHARS)) throw new ContentTooLarge();
  checkLine("Subject", email.subject);
  checkLine("Preheader", email.preheader);
  const footerHtml = email.footerHtml ?? "";
  const language = email.optOut ?? null;
  const lineUnless = (hasLink: boolean) => (language === null || hasLink ? "" : unsubscribeLine(language));
  const document = { html: email.html, preheader: email.preheader, footerHtml, lastLine: "" };
  const lastLine = lineUnless(language !== null && hasUnsubscribeLink(assembleDocument(document)));
  const html = withoutActiveContent(inlineCss(assembleDocument({ ...document, lastLine })));
  const footerText = htmlToText(footerHtml);
  const written =
    email.text === null
      ? undefined
      : [email.text, footerText, htmlToText(lineUnless([email.text, footerText].some(textHasUnsubscribeLink)))];
  const text = written?.filter((part) => part !== "").join("\n\n") ?? htmlToText(html);
  const expressions = new Expressions();
  const links: PlanLink[] = [];
  const target = {
    expressions,
    links,
    firstLink: options.firstLink ?? 1,
    numbers: new Map<string, number>(),
    tracking: options.tracking ?? null,
    params: linkParamsOf(options.utm, options.linkParams),
  };
  const pieces = {
    subject: linePieces(email.subject, expressions),
    preheader: linePieces(email.preheader, expressions),
    html: htmlPieces(html, target),
    text: textPieces(text, target),
  };
  const boundary = `=_${createHash("sha256").update(html).update(text).digest("hex").slice(0, 24)}`;
  return {
    ...pieces,
    expressions: expressions.list,
    links,
    issues: [
      ...tagIssues(email.subject, "subject"),
      ...tagIssues(email.preheader, "preheader"),
      ...tagIssues(email.html, "html"),
      ...tagIssues(footerHtml, "footer"),
      ...tagIssues(email.text ?? "", "text"),
    ],
    boundary,
    isTextGenerated: email.text === null,
    hasTwig: [email.subject, email.preheader, html, text].some(usesTwig),
  };
}

/** Twig can produce any markup, so content with Twig is stripped after rendering for each recipient (twig.ts). */
function withoutActiveContent(html: string): string {
  if (usesTwig(html)) return html;
  const { text, placeholder, restore } = maskTags(html);
  // Values at the start of a URL are escaped as whole web addresses.
  return restore(stripActiveContent(text, { placeholder, isWebAddress: () => true }));
}

/** What a recipient sees. */
export function renderPlan(plan: EmailPlan, values: MergeValues): RenderedEmail {
  if (plan.hasTwig) throw new TypeError("expand Twig for each recipient before rendering");
  const evaluated = evaluateAll(plan.expressions, values);
  return {
    subject: oneLine(fillPieces(plan.subject, evaluated)),
    preheader: oneLine(fillPieces(plan.preheader, evaluated)),
    html: fillPieces(plan.html, evaluated),
    text: fillPieces(plan.text, evaluated),
  };
}

/** Empty values leave double blanks behind. */
const oneLine = (text: string) => text.replace(/ {2,}/g, " ").trim();

/** A line break by the author in a header is rejected; one in a value becomes a blank. */
function checkLine(header: string, text: string) {
  if (/[\r\n\0]/.test(text)) throw new InvalidHeader(header);
}
