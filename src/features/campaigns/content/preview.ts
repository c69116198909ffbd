import { sandboxOf, type Context } from "../../../context.ts";
import { existing } from "../../../kernel/accepts.ts";
import { notFound, validation } from "../../../kernel/errors.ts";
import { emailLanguage } from "../../../mail/render/email-language.ts";
import { compilePlan, renderPlan, type RenderedEmail } from "../../../mail/render/plan.ts";
import { twigIssue, expandTwig } from "../../../mail/render/twig.ts";
import { findContact } from "../../contacts/queries.ts";
import { findFooterHtml } from "../../content/footers/queries.ts";
import { contactMergeValues } from "../../content/samples/contact-values.ts";
import * as versions from "../../content/versions/service.ts";
import { findAudienceSignature } from "../audience/queries.ts";
import { emptyAudience } from "../audience/shapes.ts";
import { findApprovedFooter, findCampaign } from "../queries.ts";
import { contentOwnerOf } from "../service.ts";
import { findContentTargetFor } from "../content-targets.queries.ts";
import { getContentTarget } from "./service.ts";

/** As the contact would get it, by the renderer that sends. When requested for a variant, that one is shown. */
export async function previewCampaign(ctx: Context, id: string, contactId: string): Promise<RenderedEmail> {
  const requested = await getContentTarget(ctx, id);
  const contact = await findContact(ctx.db, contactId);
  if (contact === undefined) throw validation("contactId", existing("contact"));
  const campaign = await findCampaign(ctx.db, requested.campaignId);
  const target =
    requested.id === requested.campaignId ? await findContentTargetFor(ctx.db, id, contact.language) : requested;
  if (campaign === undefined || target === undefined) throw notFound("campaign");
  const { html, text } = await versions.getContent(ctx, contentOwnerOf(target.id));
  const footerHtml =
    (await findApprovedFooter(ctx.db, campaign.id)) ?? (await findFooterHtml(ctx.db, campaign)) ?? null;
  const { subject, preheader } = target;
  const { utm, linkParams } = campaign;
  const parts = [subject, preheader, html, text, footerHtml];
  const signatureHtml = await findAudienceSignature(ctx.db, { ...emptyAudience, ...campaign.audience });
  const values = await contactMergeValues(ctx, contact, { shopId: campaign.shopId, parts, signatureHtml });
  const optOut = emailLanguage(target.language, values);
  const sandbox = sandboxOf(ctx);
  const plan = await compilePlan(sandbox, { subject, preheader, html, text, footerHtml, optOut }, { utm, linkParams });
  const [unrolled] = await expandTwig(plan, [values], { render: sandbox.previewTwig });
  if (unrolled === undefined) throw new Error("expected one plan for the recipient, but got none");
  if (!unrolled.ok) throw validation("html", { issues: [twigIssue(unrolled.failure)] });
  const { subject: line, preheader: teaser, html: shown, text: plain } = renderPlan(unrolled.plan, values);
  return { subject: line, preheader: teaser, html: shown, text: plain };
}
