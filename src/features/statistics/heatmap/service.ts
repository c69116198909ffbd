import type { Context } from "../../../context.ts";
import { evaluateAll, fillPieces } from "../../../mail/render/expression.ts";
import { compilePlan, type Plan } from "../../../mail/render/plan.ts";
import { unrollTwig } from "../../../mail/render/twig.ts";
import type { MergeValues } from "../../../mail/render/values.ts";
import { findFooterHtml } from "../../content/footers/queries.ts";
import { sampleValues } from "../../content/samples/samples.ts";
import { findVersion } from "../../content/versions/queries.ts";
import { listLinks, type CampaignRecord, type LinkRecord } from "../queries.ts";
import { getCampaign, scopeOf } from "../scope.ts";
import { withShares } from "../service.ts";
import { numberedHtml, numberedLinks, numberedToken } from "./numbered.ts";
import { findLinkSettings } from "./queries.ts";

/** Of one e-mail: the campaign's own or, when a variant is asked for, that one's. */
export async function get(ctx: Context, id: string) {
  const campaign = await getCampaign(ctx, id);
  const { campaignId } = scopeOf(campaign);
  const sent = await listLinks(ctx.db, { campaignId, variantId: campaign.id });
  const links = withShares(sent.map(({ variantId: _variantId, language: _language, ...link }) => link));
  return {
    html: await renderSent(ctx, campaign, sent),
    version: campaign.contentVersion,
    variantId: campaign.id,
    clicks: links.reduce((sum, { clicks }) => sum + clicks, 0),
    links: links.toSorted((a, b) => a.number - b.number),
  };
}

async function renderSent(ctx: Context, campaign: CampaignRecord, sent: readonly LinkRecord[]): Promise<string> {
  const { id, contentVersion, shopId, footerId } = campaign;
  if (contentVersion === null) return "";
  const content = await findVersion(ctx.db, { kind: "campaign", id }, contentVersion);
  if (content === undefined) return "";
  const [settings, footerHtml, sample] = await Promise.all([
    findLinkSettings(ctx.db, id),
    findFooterHtml(ctx.db, { footerId, shopId }),
    sampleValues(ctx.db, {
      shopId,
      email: "recipient@example.com",
      publicUrl: ctx.publicUrl,
      now: ctx.clock.now(),
      html: content.html,
    }),
  ]);
  const email = { subject: "", preheader: "", html: content.html, text: content.text, footerHtml: footerHtml ?? null };
  // Each variant's links begin with a number of their own.
  const firstLink = sent.length === 0 ? 1 : Math.min(...sent.map(({ number }) => number));
  const plan = compilePlan(email, { tracking: numberedLinks, firstLink, ...settings });
  const urls = new Map(sent.map(({ number, url }) => [number, url]));
  return numberedHtml(
    await filled(ctx, plan, { ...sample, token: numberedToken }),
    plan.links.map(({ number, url }) => ({ number, url, sentUrl: urls.get(number) })),
  );
}

/** A template that does not render is shown as it was written. */
async function filled(ctx: Context, plan: Plan, values: MergeValues): Promise<string> {
  const render: Parameters<typeof unrollTwig>[2] = { render: (job) => ctx.twig.render(ctx.db.tenantId, job) };
  const [unrolled] = plan.hasTwig ? await unrollTwig(plan, [values], render) : [];
  const { html, expressions } = unrolled?.ok === true ? unrolled.plan : plan;
  return fillPieces(html, evaluateAll(expressions, values));
}
