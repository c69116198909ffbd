import type { ContentIssue } from "./content.ts";
import { htmlIssues } from "./lint-html.ts";
import { tagIssues, tagsIn } from "./issues.ts";
import { protect } from "./protect.ts";
import { MAX_HTML_BYTES, MAX_SOURCE_CHARS } from "./limits.ts";
import { scanHtml } from "./scan.ts";
import { textOf } from "./text-part.ts";

const LONG_SUBJECT = 70;
const LONG_PREHEADER = 150;

export type LintInput = { html: string; subject: string; preheader: string };

/** Everything that would look wrong, be refused or cost trust at the recipient's side; errors first, then as it stands. */
export function lintEmail({ html, subject, preheader }: LintInput): ContentIssue[] {
  if (html.length > MAX_SOURCE_CHARS) return [tooLarge(Buffer.byteLength(html))];
  const guarded = protect(html);
  const issues = [
    ...subjectIssues(subject),
    ...preheaderIssues(preheader),
    ...wholeIssues(html),
    ...tagIssues(html, "html"),
    ...htmlIssues({ source: html, guarded, scan: scanHtml(guarded.text) }),
  ];
  return [...issues.filter(isError), ...issues.filter((issue) => !isError(issue))];
}

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

const tooLarge = (bytes: number) => error("html_too_large", { bytes, max: MAX_HTML_BYTES });

function subjectIssues(subject: string): ContentIssue[] {
  const issues = tagIssues(subject, "subject");
  if (subject.trim() === "") issues.push(error("subject_empty"));
  if (/[\r\n]/.test(subject)) issues.push(error("subject_line_break"));
  if (lengthOf(subject) > LONG_SUBJECT)
    issues.push(warning("subject_long", { length: lengthOf(subject), max: LONG_SUBJECT }));
  if (isShouted(subject)) issues.push(warning("subject_capitals"));
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

function wholeIssues(html: string): ContentIssue[] {
  const issues: ContentIssue[] = [];
  const bytes = Buffer.byteLength(html);
  if (bytes > MAX_HTML_BYTES) issues.push(tooLarge(bytes));
  if (html.trim() === "") return [...issues, error("html_empty")];
  const tags = tagsIn(html);
  // A confirmation of an address is not a bulk e-mail: there is nothing to unsubscribe from yet.
  const isConfirmation = tags.includes("df_confirmation_url");
  if (!isConfirmation && !tags.includes("df_unsubscribe_url") && !tags.includes("df_preferences_url"))
    issues.push(error("unsubscribe_missing"));
  if (textOf(html).replace(/\s+/g, "").length < 20) issues.push(warning("text_missing"));
  return issues;
}

const letters = new Intl.Segmenter();
const lengthOf = (text: string) =>
  Array.from(letters.segment(text.slice(0, 2000).replace(/\{\{[^{}]*\}\}/g, ""))).length;

export function isShouted(text: string): boolean {
  const letters = text.replace(/\{\{[^{}]*\}\}/g, "").match(/\p{L}/gu) ?? [];
  return (
    letters.length >= 8 && letters.filter((letter) => letter !== letter.toLowerCase()).length > letters.length * 0.7
  );
}
