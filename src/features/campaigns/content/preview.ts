import type { Context } from "../../../context.ts";
import { notFound, validation } from "../../../kernel/errors.ts";
import { emailLanguage } from "../../../mail/render/opt-out.ts";
import { compilePlan, renderPlan, type Rendered } from "../../../mail/render/plan.ts";
import { twigIssue, unrollTwig } from "../../../mail/render/twig.ts";
import { findContact } from "../../contacts/queries.ts";
import { findFooterHtml } from "../../content/footers/queries.ts";
import * as versions from "../../content/versions/service.ts";
import { findApprovedFooter, findCampaign } from "../queries.ts";
import { ownerOf } from "../service.ts";
import { findUnitFor } from "../units.ts";
import { contactValues } from "../values.ts";
import { getUnit } from "./service.ts";

/** As the contact would get it, by the renderer that sends. Asked for a variant, that one is shown. */
export async function preview(ctx: Context, id: string, contactId: string): Promise<Rendered> {
  const asked = await getUnit(ctx, id);
  const contact = await findContact(ctx.db, contactId);
  if (contact === undefined) throw validation("contactId");
  const campaign = await findCampaign(ctx.db, asked.campaignId);
  const unit = asked.id === asked.campaignId ? await findUnitFor(ctx.db, id, contact.language) : asked;
  if (campaign === undefined || unit === undefined) throw notFound("campaign");
  const { html, text } = await versions.getContent(ctx, ownerOf(unit.id));
  const footerHtml =
    (await findApprovedFooter(ctx.db, campaign.id)) ?? (await findFooterHtml(ctx.db, campaign)) ?? null;
  const { subject, preheader } = unit;
  const { utm, linkParams } = campaign;
  const values = await contactValues(ctx, contact, { shopId: campaign.shopId, html });
  const optOut = emailLanguage(unit.language, values);
  const plan = compilePlan({ subject, preheader, html, text, footerHtml, optOut }, { utm, linkParams });
  const [unrolled] = await unrollTwig(plan, [values], { render: (job) => ctx.twig.render(ctx.db.tenantId, job) });
  if (unrolled === undefined) throw new Error("no plan for the recipient");
  if (!unrolled.ok) throw validation("html", { issues: [twigIssue(unrolled.failure)] });
  const { subject: line, preheader: teaser, html: shown, text: plain } = renderPlan(unrolled.plan, values);
  return { subject: line, preheader: teaser, html: shown, text: plain };
}
