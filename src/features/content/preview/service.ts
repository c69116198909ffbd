import { sandboxOf, type Context } from "../../../context.ts";
import { accepts, existing } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { blocksToMjml } from "../../../mail/render/blocks-mjml.ts";
import { toHtml } from "../../../mail/render/content.ts";
import { assembleDocument } from "../../../mail/render/document.ts";
import { emailLanguage } from "../../../mail/render/email-language.ts";
import { compilePlan, renderPlan, type EmailSource, type RenderedEmail } from "../../../mail/render/plan.ts";
import { expandTwig, twigIssue } from "../../../mail/render/twig.ts";
import { findContact, type ContactRecord } from "../../contacts/queries.ts";
import { requireShop } from "../../contacts/shops.ts";
import { defaultSendingSettings } from "../checks/rendered-issues.ts";
import { checkSpam, findContentIssues } from "../checks/service.ts";
import { findFooterHtml } from "../footers/queries.ts";
import { contactMergeValues } from "../samples/contact-values.ts";
import { sampleMergeValues } from "../samples/samples.ts";
import { compileContent, getContentSource } from "../versions/source.ts";
import type { PreviewInput } from "./contract.ts";

const lineBreak = /[\r\n\0]/;

/** Renders content that an editor shows before it is saved. */
export async function previewContent(ctx: Context, input: PreviewInput) {
  const source = getContentSource(input);
  const { subject = "", preheader = "", shopId = null, footerId = null, contactId = null } = input;
  if (lineBreak.test(subject)) throw validation("subject", accepts.line);
  if (lineBreak.test(preheader)) throw validation("preheader", accepts.line);
  await requireShop(ctx.db, shopId);
  const contact = contactId === null ? undefined : await findContact(ctx.db, contactId);
  if (contactId !== null && contact === undefined) throw validation("contactId", existing("contact"));
  const content = await compileContent(ctx, source, null);
  const footerHtml = (await findFooterHtml(ctx.db, { footerId, shopId })) ?? "";
  const marked = source.kind === "blocks" ? (await toHtml(sandboxOf(ctx), { ...source, hasToken: true })).html : null;
  const settings = { ...defaultSendingSettings, shopId };
  const whole = assembleDocument({ html: content.html, preheader: "", footerHtml, lastLine: "" });
  const [rendered, issues, { score, verdict }] = await Promise.all([
    render(ctx, { subject, preheader, html: marked ?? content.html, text: null, footerHtml }, { shopId, contact }),
    findContentIssues(ctx, content, { subject, preheader, footerHtml, settings }),
    checkSpam(ctx, { subject, preheader, html: whole }),
  ]);
  return {
    subject: rendered.subject,
    preheader: rendered.preheader,
    html: rendered.html,
    ...(source.kind === "blocks" ? { mjml: blocksToMjml(source.blocks) } : {}),
    bytes: Buffer.byteLength(content.html),
    issues,
    spam: { score, verdict },
  };
}

type Reader = { readonly shopId: string | null; readonly contact: ContactRecord | undefined };

/** As the contact gets it, otherwise a sample contact. */
async function render(ctx: Context, email: EmailSource, { shopId, contact }: Reader): Promise<RenderedEmail> {
  const parts = [email.subject, email.preheader, email.html, email.footerHtml];
  const values =
    contact === undefined
      ? await sampleMergeValues(ctx.db, {
          shopId,
          email: "jana@example.com",
          publicUrl: ctx.publicUrl,
          now: ctx.clock.now(),
          parts,
        })
      : await contactMergeValues(ctx, contact, { shopId, parts });
  const sandbox = sandboxOf(ctx);
  const plan = await compilePlan(sandbox, { ...email, optOut: emailLanguage(null, values) });
  const [expanded] = await expandTwig(plan, [values], { render: sandbox.previewTwig });
  if (expanded === undefined) throw new Error("expected one plan for the contact, but got none");
  if (!expanded.ok) throw validation("html", { issues: [twigIssue(expanded.failure)] });
  return renderPlan(expanded.plan, values);
}
