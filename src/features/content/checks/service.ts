import type { Context } from "../../../context.ts";
import { InvalidHeader } from "../../../mail/mime-header.ts";
import type { ContentIssue } from "../../../mail/render/content.ts";
import { assembleDocument } from "../../../mail/render/document.ts";
import { lintEmail } from "../../../mail/render/lint.ts";
import { compilePlan } from "../../../mail/render/plan.ts";
import { spamCheck, type SpamRuleHit } from "../../../mail/render/spam.ts";
import { usesTwig } from "../../../mail/render/tag-syntax.ts";
import { twigIssue, expandTwig } from "../../../mail/render/twig.ts";
import { sampleMergeValues } from "../samples/samples.ts";
import { maxHtmlBytes } from "../versions/shapes.ts";
import type { CompiledVersion } from "../versions/source.ts";

export type EmailToCheck = { readonly html: string; readonly subject: string; readonly preheader: string };

/** Line and column are part of the params. */
const presentIssue = ({ code, severity, line, column, params }: ContentIssue) => ({
  code,
  severity,
  params: { ...params, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) },
});

export async function lintContent(ctx: Context, email: EmailToCheck) {
  const issues = [...(await findTwigIssues(ctx, email)), ...lintEmail(email)];
  return { issues: issues.map(presentIssue) };
}

type EmailContext = Omit<EmailToCheck, "html"> & { readonly footerHtml: string };

/** Issues of stored content, with positions in the source that its author edits. */
export async function findContentIssues(
  ctx: Context,
  content: CompiledVersion,
  context: EmailContext,
): Promise<ContentIssue[]> {
  const email = { ...context, html: content.html };
  const isKnown = ({ code, params }: ContentIssue) => code.startsWith("merge_tag_") && params["part"] === "html";
  const found = [...(await findTwigIssues(ctx, email)), ...lintEmail(email).filter((issue) => !isKnown(issue))];
  const others =
    content.kind === "html" ? found : found.map(({ code, severity, params }) => ({ code, severity, params }));
  return [...content.issues, ...others].toSorted((a, b) => a.severity.localeCompare(b.severity));
}

/** Renders Twig with sample values. Content that is too long to save is not rendered. */
async function findTwigIssues(ctx: Context, email: EmailToCheck): Promise<ContentIssue[]> {
  const { html, subject, preheader } = email;
  if (![html, subject, preheader].some(usesTwig) || Buffer.byteLength(html) > maxHtmlBytes) return [];
  const { db, twig, publicUrl } = ctx;
  const sample = { shopId: null, email: "jana@example.com", publicUrl, now: ctx.clock.now(), html };
  try {
    const plan = compilePlan({ ...email, text: null });
    const render = twig.render.bind(twig, db.tenantId);
    const [outcome] = await expandTwig(plan, [await sampleMergeValues(db, sample)], { render });
    return outcome === undefined || outcome.ok ? [] : [twigIssue(outcome.failure)];
  } catch (error) {
    // Other rules report a line break in the subject.
    if (error instanceof InvalidHeader) return [];
    throw error;
  }
}

/** Why an e-mail must not be sent: errors of the lint and a blocked spam verdict. */
export async function findSendingErrors(ctx: Context, { footerHtml, ...email }: EmailToCheck & EmailContext) {
  const errors = lintEmail({ ...email, footerHtml }).filter(({ severity }) => severity === "error");
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
