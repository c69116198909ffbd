import type { Twig } from "../../../context.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { ContentIssue } from "../../../mail/render/content.ts";
import { compilePlan, renderPlan } from "../../../mail/render/plan.ts";
import { twigIssue, unrollTwig } from "../../../mail/render/twig.ts";
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
  readonly mail: { subject: string; html: string; text: string };
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
    const plan = compilePlan({ subject: subject === "" ? name : subject, preheader, html, text, footerHtml });
    const [unrolled] = await unrollTwig(plan, [values], { render: (job) => twig.render(db.tenantId, job) });
    if (unrolled === undefined) throw new Error("no plan for the recipient");
    if (!unrolled.ok) return { ok: false, issue: twigIssue(unrolled.failure) };
    const rendered = renderPlan(unrolled.plan, values);
    const { shop, company } = values;
    return {
      ok: true,
      letter: {
        mail: { subject: `[Test] ${rendered.subject}`, html: rendered.html, text: rendered.text },
        fromName: oneLine(fromName ?? shop?.senderName ?? shop?.name ?? company.name),
        replyTo: shop?.replyTo ?? null,
      },
    };
  } catch (error) {
    if (!(error instanceof InvalidHeader)) throw error;
    return { ok: false, issue: { code: "line_break", severity: "error", params: { part: error.header } } };
  }
}
