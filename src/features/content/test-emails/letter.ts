import type { Twig } from "../../../context.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { ContentIssue } from "../../../mail/render/content.ts";
import { isConfirmation } from "../../../mail/render/lint.ts";
import { emailLanguage } from "../../../mail/render/opt-out.ts";
import { compilePlan, renderPlan, type Plan } from "../../../mail/render/plan.ts";
import { twigIssue, unrollTwig } from "../../../mail/render/twig.ts";
import type { MergeValues } from "../../../mail/render/values.ts";
import { InvalidHeader } from "../../../mail/mime-header.ts";
import { oneLine } from "../../../mail/templates.ts";
import { findFooterHtml } from "../footers/queries.ts";
import { sampleValues } from "../samples/samples.ts";
import type { TestContent } from "./queries.ts";

export type LetterRequest = {
  readonly content: TestContent;
  readonly email: string;
  readonly publicUrl: string;
  readonly now: Date;
};

export type TestLetter = {
  /** What the recipient sees. */
  readonly mail: { subject: string; html: string; text: string };
  /** Of the message itself. */
  readonly plan: Plan;
  readonly values: MergeValues;
  /** In whose name it goes where nobody is the sender. */
  readonly fromName: string;
  readonly replyTo: string | null;
};

/** Made as it is for everybody else, with values of nobody in particular; or what keeps it from being made. */
export async function makeLetter(
  { db, twig }: { readonly db: TenantDb; readonly twig: Twig },
  { content, email, publicUrl, now }: LetterRequest,
): Promise<{ ok: true; letter: TestLetter } | { ok: false; issue: ContentIssue }> {
  const { name, subject, preheader, html, text, shopId, fromName } = content;
  const footerHtml = content.footerHtml ?? (await findFooterHtml(db, content)) ?? null;
  const values = await sampleValues(db, { shopId, email, publicUrl, now, html });
  try {
    const isBulk = content.kind === "campaign" || !isConfirmation(html);
    const optOut = isBulk ? emailLanguage(content.language, values) : null;
    const email = { subject: `[Test] ${subject === "" ? name : subject}`, preheader, html, text, footerHtml, optOut };
    const plan = compilePlan(email, { utm: content.utm, linkParams: content.linkParams });
    const [unrolled] = await unrollTwig(plan, [values], { render: (job) => twig.render(db.tenantId, job) });
    if (unrolled === undefined) throw new Error("no plan for the recipient");
    if (!unrolled.ok) return { ok: false, issue: twigIssue(unrolled.failure) };
    const rendered = renderPlan(unrolled.plan, values);
    const { shop, company } = values;
    return {
      ok: true,
      letter: {
        mail: { subject: rendered.subject, html: rendered.html, text: rendered.text },
        plan: unrolled.plan,
        values,
        fromName: oneLine(fromName ?? shop?.senderName ?? shop?.name ?? company.name),
        replyTo: content.replyTo === "" ? (shop?.replyTo ?? null) : content.replyTo,
      },
    };
  } catch (error) {
    if (!(error instanceof InvalidHeader)) throw error;
    return { ok: false, issue: { code: "line_break", severity: "error", params: { part: error.header } } };
  }
}
