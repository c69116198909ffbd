import { findHtmlComplexity } from "./complexity.ts";
import type { ContentIssue } from "./content-issue.ts";
import { assembleDocument } from "./document.ts";
import { htmlIssues, type ParsedHtml } from "./lint-html.ts";
import { isConfirmation, tagIssues } from "./issues.ts";
import { maskTags } from "./mask-tags.ts";
import { htmlTooLarge, MAX_HTML_BYTES } from "./limits.ts";
import { hasUnsubscribeLink, mentionsUnsubscribe } from "./unsubscribe-link.ts";
import { scanHtml } from "./scan.ts";
import { htmlToText } from "./text-part.ts";

const LONG_SUBJECT = 70;
const LONG_PREHEADER = 150;

export type LintInput = { html: string; subject: string; preheader: string; footerHtml?: string };

/** Everything that would look wrong, be refused or harm reputation; errors first, then in source order. */
export function lintEmail({ html, subject, preheader, footerHtml = "" }: LintInput): ContentIssue[] {
  const excess = findHtmlComplexity(`${html}${footerHtml}`);
  if (excess !== undefined) return [excess];
  const issues = [
    ...subjectIssues(subject),
    ...preheaderIssues(preheader),
    ...documentIssues(html, footerHtml),
    ...tagIssues(html, "html"),
    ...htmlIssues(parseHtml(html)),
    ...footerErrors(footerHtml),
  ];
  return [...issues.filter(isError), ...issues.filter((issue) => !isError(issue))];
}

function parseHtml(source: string): ParsedHtml {
  const masked = maskTags(source);
  return { source, masked, scan: scanHtml(masked.text) };
}

/** The footer is edited elsewhere, so its issues have no position. */
const footerErrors = (footerHtml: string): ContentIssue[] =>
  [...tagIssues(footerHtml, "footer"), ...htmlIssues(parseHtml(footerHtml))]
    .filter(isError)
    .map(({ code, severity, params }) => ({ code, severity, params: { ...params, part: "footer" } }));

const isError = ({ severity }: ContentIssue) => severity === "error";
const error = (code: string, params: Record<string, unknown> = {}): ContentIssue => ({
  code,
  severity: "error",
  params,
});
const warning = (code: string, params: Record<string, unknown> = {}): ContentIssue => ({
  code,
  severity: "warning",
  params,
});

function subjectIssues(subject: string): ContentIssue[] {
  const issues = tagIssues(subject, "subject");
  if (subject.trim() === "") issues.push(error("subject_empty"));
  if (/[\r\n]/.test(subject)) issues.push(error("subject_line_break"));
  if (lengthOf(subject) > LONG_SUBJECT)
    issues.push(warning("subject_long", { length: lengthOf(subject), max: LONG_SUBJECT }));
  if (isAllCaps(subject)) issues.push(warning("subject_capitals"));
  return issues;
}

function preheaderIssues(preheader: string): ContentIssue[] {
  const issues = tagIssues(preheader, "preheader");
  if (preheader.trim() === "") issues.push(warning("preheader_missing"));
  if (/[\r\n]/.test(preheader)) issues.push(error("preheader_line_break"));
  if (lengthOf(preheader) > LONG_PREHEADER)
    issues.push(warning("preheader_long", { length: lengthOf(preheader), max: LONG_PREHEADER }));
  return issues;
}

function documentIssues(html: string, footerHtml: string): ContentIssue[] {
  const issues: ContentIssue[] = [];
  const bytes = Buffer.byteLength(html);
  if (bytes > MAX_HTML_BYTES) issues.push(htmlTooLarge(bytes));
  if (html.trim() === "") return [...issues, error("html_empty")];
  // Bulk e-mails get a line of ours then.
  const document = assembleDocument({ html, preheader: "", footerHtml, lastLine: "" });
  if (!isConfirmation(html) && !hasUnsubscribeLink(document))
    issues.push(warning("unsubscribe_missing", mentionsUnsubscribe(document) ? { reason: "hidden" } : {}));
  if (wordsIn(html) < 20) issues.push(warning("text_missing"));
  return issues;
}

const wordsIn = (html: string) => htmlToText(html).replace(/\{\{[^{}]*\}\}|https?:\S+|\s+/g, "").length;

const letters = new Intl.Segmenter();
const lengthOf = (text: string) =>
  Array.from(letters.segment(text.slice(0, 2000).replace(/\{\{[^{}]*\}\}/g, ""))).length;

export function isAllCaps(text: string): boolean {
  const letters = text.replace(/\{\{[^{}]*\}\}/g, "").match(/\p{L}/gu) ?? [];
  return (
    letters.length >= 8 && letters.filter((letter) => letter !== letter.toLowerCase()).length > letters.length * 0.7
  );
}
