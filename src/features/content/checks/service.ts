import { sandboxOf, type Context } from "../../../context.ts";
import type { ContentIssue } from "../../../mail/render/content-issue.ts";
import { assembleDocument } from "../../../mail/render/document.ts";
import { lintEmail } from "../../../mail/render/compile.ts";
import { spamCheck } from "../../../mail/render/spam.ts";
import type { SpamRuleHit } from "../../../mail/render/spam-email.ts";
import type { CompiledVersion } from "../versions/source.ts";
import { findUnknownReferences } from "./unknown-references.ts";
import { defaultSendingSettings, renderSample, type SampleRendering, type SendingSettings } from "./rendered-issues.ts";
import { readContentSettings } from "../settings.ts";

export type EmailToCheck = { readonly html: string; readonly subject: string; readonly preheader: string };

/** Line and column are part of the params. */
export const presentIssue = ({ code, severity, line, column, params }: ContentIssue) => ({
  code,
  severity,
  params: { ...params, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) },
});

export async function lintContent(ctx: Context, email: EmailToCheck) {
  const issues = [
    ...sampleIssues(await renderSample(ctx, email, defaultSendingSettings)),
    ...(await lintEmail(sandboxOf(ctx), email)),
    ...(await findUnknownReferences(ctx.db, toParts(email))),
  ];
  return { issues: sortIssues(issues).map(presentIssue) };
}

const toParts = ({ subject, preheader, html, footerHtml }: EmailToCheck & { readonly footerHtml?: string }) => ({
  subject,
  preheader,
  html,
  footer: footerHtml ?? null,
});

const sampleIssues = ({ issues, emptyLinks }: SampleRendering): ContentIssue[] => [...issues, ...emptyLinks];

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
    ...sampleIssues(await renderSample(ctx, email, settings)),
    ...(await lintEmail(sandboxOf(ctx), email)).filter((issue) => !isKnown(issue)),
    ...(await findUnknownReferences(ctx.db, { ...toParts(email), text: content.text })),
  ];
  const others =
    content.kind === "html" ? found : found.map(({ code, severity, params }) => ({ code, severity, params }));
  return sortIssues([...content.issues, ...others]);
}

/** What decides whether an e-mail may be sent: an issue with the severity `error` refuses the approval. */
export async function reviewEmail(
  ctx: Context,
  { settings, ...context }: EmailToCheck & EmailContext & { readonly text?: string | null },
) {
  const { footerHtml, ...email } = context;
  const { issues: rendered, emptyLinks, bytes, links } = await renderSample(ctx, context, settings);
  const html = assembleDocument({ html: email.html, preheader: "", footerHtml, lastLine: "" });
  const { verdict, score, rules } = await checkSpam(ctx, { ...email, html });
  const issues = [
    ...(await lintEmail(sandboxOf(ctx), context)),
    ...(await findUnknownReferences(ctx.db, { ...toParts(context), text: context.text ?? null })),
    ...emptyLinks,
    ...rendered.map((issue) => ({ ...issue, severity: "error" as const })),
    ...(verdict === "blocked" ? [spamIssue(score, rules)] : []),
  ];
  return { issues: sortIssues(issues), spam: { verdict, score }, bytes, links };
}

const spamIssue = (score: number, rules: readonly SpamRuleHit[]): ContentIssue => ({
  code: "spam_blocked",
  severity: "error",
  params: { score, rules: rules.map(({ code }) => code) },
});

export const checkSpam = (ctx: Context, email: EmailToCheck) =>
  spamCheck(sandboxOf(ctx), email, { spamd: readContentSettings(ctx).spamd });
