import type { Context } from "../../../context.ts";
import type { ContentIssue } from "../../../mail/render/content.ts";
import { assembleDocument } from "../../../mail/render/document.ts";
import { lintEmail } from "../../../mail/render/lint.ts";
import { spamCheck, type SpamRuleHit } from "../../../mail/render/spam.ts";
import type { CompiledVersion } from "../versions/source.ts";
import { defaultSendingSettings, findRenderedIssues, type SendingSettings } from "./rendered-issues.ts";

export type EmailToCheck = { readonly html: string; readonly subject: string; readonly preheader: string };

/** Line and column are part of the params. */
const presentIssue = ({ code, severity, line, column, params }: ContentIssue) => ({
  code,
  severity,
  params: { ...params, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) },
});

export async function lintContent(ctx: Context, email: EmailToCheck) {
  const issues = [...(await findRenderedIssues(ctx, email, defaultSendingSettings)), ...lintEmail(email)];
  return { issues: sortIssues(issues).map(presentIssue) };
}

/** Errors first. */
const sortIssues = (issues: readonly ContentIssue[]) => issues.toSorted((a, b) => a.severity.localeCompare(b.severity));

type EmailContext = Omit<EmailToCheck, "html"> & { readonly footerHtml: string; readonly settings: SendingSettings };

/** Issues of stored content, with positions in the source that its author edits. */
export async function findContentIssues(
  ctx: Context,
  content: CompiledVersion,
  { settings, ...context }: EmailContext,
): Promise<ContentIssue[]> {
  const email = { ...context, html: content.html };
  const isKnown = ({ code, params }: ContentIssue) => code.startsWith("merge_tag_") && params["part"] === "html";
  const found = [
    ...(await findRenderedIssues(ctx, email, settings)),
    ...lintEmail(email).filter((issue) => !isKnown(issue)),
  ];
  const others =
    content.kind === "html" ? found : found.map(({ code, severity, params }) => ({ code, severity, params }));
  return sortIssues([...content.issues, ...others]);
}

/** Why an e-mail must not be sent: errors of the lint, HTML that mailboxes would clip and a blocked spam verdict. */
export async function findSendingErrors(ctx: Context, { settings, ...context }: EmailToCheck & EmailContext) {
  const { footerHtml, ...email } = context;
  const rendered = await findRenderedIssues(ctx, context, settings);
  const errors = [
    ...lintEmail(context).filter(({ severity }) => severity === "error"),
    ...rendered.map((issue) => ({ ...issue, severity: "error" as const })),
  ];
  const html = assembleDocument({ html: email.html, preheader: "", footerHtml, lastLine: "" });
  const { verdict, score, rules } = await checkSpam(ctx, { ...email, html });
  return verdict === "blocked" ? [...errors, spamIssue(score, rules)] : errors;
}

const spamIssue = (score: number, rules: readonly SpamRuleHit[]): ContentIssue => ({
  code: "spam_blocked",
  severity: "error",
  params: { score, rules: rules.map(({ code }) => code) },
});

export const checkSpam = ({ spamd }: Context, email: EmailToCheck) => spamCheck(email, { spamd });
