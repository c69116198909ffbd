import { sandboxOf, type Context } from "../../../context.ts";
import { evaluateAll, fillPieces } from "../../../mail/render/expression.ts";
import type { EmailPlan } from "../../../mail/render/plan.ts";
import { expandTwig } from "../../../mail/render/twig.ts";
import type { MergeValues } from "../../../mail/render/values.ts";
import { compileCampaignPlan } from "../../campaigns/compiled-campaign.ts";
import { findSendableContent } from "../../campaigns/sendable-content.queries.ts";
import { emailLanguage } from "../../../mail/render/email-language.ts";
import { sampleMergeValues } from "../../content/samples/samples.ts";
import { listLinkStats, type ReportedCampaign, type LinkStatRecord } from "../queries.ts";
import { getReportedCampaign, scopeOf } from "../scope.ts";
import { withShares } from "../service.ts";
import { numberedHtml, numberedLinks, numberedToken } from "./numbered-links.ts";

/** Of one e-mail: the campaign's own, or the requested variant. */
export async function getHeatmap(ctx: Context, id: string) {
  const campaign = await getReportedCampaign(ctx, id);
  const { campaignId } = scopeOf(campaign);
  const sent = await listLinkStats(ctx.db, { campaignId, variantId: campaign.id });
  const links = withShares(sent.map(({ variantId: _variantId, language: _language, ...link }) => link));
  return {
    html: await renderSentEmail(ctx, campaign, sent),
    version: campaign.contentVersion,
    variantId: campaign.id,
    clicks: links.reduce((sum, { clicks }) => sum + clicks, 0),
    links: links.toSorted((a, b) => a.number - b.number),
  };
}

async function renderSentEmail(
  ctx: Context,
  campaign: ReportedCampaign,
  sent: readonly LinkStatRecord[],
): Promise<string> {
  const { db, publicUrl, clock } = ctx;
  const { campaignId } = scopeOf(campaign);
  const email = await findSendableContent(db, { tenantId: db.tenantId, campaignId, variantId: campaign.id });
  if (email === undefined) return "";
  const { shopId } = email;
  const parts = [email.subject, email.html, email.footerHtml];
  const person = { email: "recipient@example.com", publicUrl, now: clock.now() };
  const sample = await sampleMergeValues(db, { shopId, parts, ...person });
  // The preheader is not part of the page.
  const optOut = emailLanguage(email.language, sample);
  const plan = await compileCampaignPlan(ctx, { ...email, preheader: "", optOut }, numberedLinks);
  const urls = new Map(sent.map(({ number, url }) => [number, url]));
  return numberedHtml(
    await renderHtml(ctx, plan, { ...sample, token: numberedToken }),
    plan.links.map(({ number, url }) => ({ number, url, sentUrl: urls.get(number) })),
  );
}

/** A template that does not render is returned as its source. */
async function renderHtml(ctx: Context, plan: EmailPlan, values: MergeValues): Promise<string> {
  const { previewTwig: render } = sandboxOf(ctx);
  const [unrolled] = plan.hasTwig ? await expandTwig(plan, [values], { render }) : [];
  const { html, expressions } = unrolled?.ok === true ? unrolled.plan : plan;
  return fillPieces(html, evaluateAll(expressions, values));
}
