import type { TenantDb } from "../../../db/tenant.ts";
import { ContentTooComplex } from "../../../mail/render/complexity.ts";
import type { ContentIssue } from "../../../mail/render/content-issue.ts";
import { isConfirmation } from "../../../mail/render/issues.ts";
import { emailLanguage } from "../../../mail/render/email-language.ts";
import { compilePlan, renderPlan, type EmailPlan } from "../../../mail/render/plan.ts";
import { twigIssue, expandTwig } from "../../../mail/render/twig.ts";
import type { MergeValues } from "../../../mail/render/values.ts";
import { InvalidHeader } from "../../../mail/mime-header.ts";
import { oneLine } from "../../../mail/service-mail-template.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import { findFooterHtml } from "../footers/queries.ts";
import { sampleMergeValues } from "../samples/samples.ts";
import type { TestContent } from "./queries.ts";

export type TestEmailRequest = {
  readonly content: TestContent;
  readonly email: string;
  readonly publicUrl: string;
  readonly now: Date;
};

export type ComposedTestEmail = {
  /** The rendered parts. */
  readonly mail: { subject: string; html: string; text: string };
  /** The plan that the message is composed from. */
  readonly plan: EmailPlan;
  readonly values: MergeValues;
  /** The sender name if no sender is set. */
  readonly fromName: string;
  readonly replyTo: string | null;
};

/** Composes the e-mail like a campaign message, with sample values; returns the issue if that fails. */
export async function composeTestEmail(
  { db, sandbox: shared }: { readonly db: TenantDb; readonly sandbox: Sandbox },
  { content, email, publicUrl, now }: TestEmailRequest,
): Promise<{ ok: true; composed: ComposedTestEmail } | { ok: false; issue: ContentIssue }> {
  const { name, subject, preheader, html, text, shopId, fromName } = content;
  const footerHtml = content.footerHtml ?? (await findFooterHtml(db, content)) ?? null;
  const parts = [subject, preheader, html, text, footerHtml];
  const { language, signatureHtml } = content;
  const values = await sampleMergeValues(db, { shopId, language, email, publicUrl, now, parts, signatureHtml });
  try {
    const isBulk = content.kind === "campaign" || !isConfirmation(html);
    const optOut = isBulk ? emailLanguage(content.language, values) : null;
    const email = { subject: `[Test] ${subject === "" ? name : subject}`, preheader, html, text, footerHtml, optOut };
    const sandbox = shared.forCompany(db.tenantId);
    const plan = await compilePlan(sandbox, email, { utm: content.utm, linkParams: content.linkParams });
    const [unrolled] = await expandTwig(plan, [values], { render: sandbox.previewTwig });
    if (unrolled === undefined) throw new Error("expected one plan for the recipient, but got none");
    if (!unrolled.ok) return { ok: false, issue: twigIssue(unrolled.failure) };
    const rendered = renderPlan(unrolled.plan, values);
    const { shop, company } = values;
    return {
      ok: true,
      composed: {
        mail: { subject: rendered.subject, html: rendered.html, text: rendered.text },
        plan: unrolled.plan,
        values,
        fromName: oneLine(fromName ?? shop?.senderName ?? shop?.name ?? company.name),
        replyTo: content.replyTo === "" ? (shop?.replyTo ?? null) : content.replyTo,
      },
    };
  } catch (error) {
    if (error instanceof ContentTooComplex) return { ok: false, issue: error.issue };
    if (!(error instanceof InvalidHeader)) throw error;
    return { ok: false, issue: { code: "line_break", severity: "error", params: { part: error.header } } };
  }
}
