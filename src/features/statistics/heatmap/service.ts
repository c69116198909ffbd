import { sandboxOf, type Context } from "../../../context.ts";
import { evaluateAll, fillPieces } from "../../../mail/render/expression.ts";
import { toLinkParams, resolveLink, type PlanLink } from "../../../mail/render/links.ts";
import type { EmailPlan } from "../../../mail/render/plan.ts";
import { expandTwig } from "../../../mail/render/twig.ts";
import type { MergeValues } from "../../../mail/render/values.ts";
import { trackedBlockLinks } from "../../campaigns/block-links.ts";
import { firstBlockLink } from "../../delivery/links.queries.ts";
import { compileCampaignPlan, type EmailContent } from "../../campaigns/compiled-campaign.ts";
import { findSendableContent } from "../../campaigns/sendable-content.queries.ts";
import { emailLanguage } from "../../../mail/render/email-language.ts";
import { sampleMergeValues } from "../../content/samples/samples.ts";
import { toPeriod, type PeriodQuery } from "../../../kernel/period.ts";
import { listLinkStats, type ReportedCampaign, type LinkStatRecord } from "../queries.ts";
import { getReportedCampaign, toScope } from "../scope.ts";
import { withShares } from "../service.ts";
import { numberedHtml, numberedLinks, numberedToken } from "./numbered-links.ts";

/** The heat map of one e-mail: the campaign's own, or the requested variant. Clicks by link have no days, so the period is only checked. */
export async function getHeatmap(ctx: Context, id: string, query: PeriodQuery) {
  const campaign = await getReportedCampaign(ctx, id);
  toPeriod(query, ctx.company.timeZone);
  const { sourceIds } = toScope(campaign);
  const sent = await listLinkStats(ctx.db, { sourceIds, variantId: campaign.id });
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
  const { db } = ctx;
  const campaignId = campaign.parentId ?? campaign.id;
  const email = await findSendableContent(db, { tenantId: db.tenantId, campaignId, variantId: campaign.id });
  if (email === undefined) return "";
  const urls = new Map(sent.map(({ number, url }) => [number, url]));
  const inBlocks = new Map(
    sent.flatMap(({ number, url }) => (number < firstBlockLink ? [] : [[url, number] as const])),
  );
  return renderNumberedEmail(ctx, email, {
    numberOf: ({ number, url }) => (urls.get(number) === url ? number : undefined),
    numberOfItem: (url) => inBlocks.get(url),
  });
}

/** The numbers that links are shown with, if any; those of items in products and articles are found by their addresses. */
type ShownNumbers = {
  readonly numberOf: (link: PlanLink) => number | undefined;
  readonly numberOfItem: (url: string) => number | undefined;
};

/** The e-mail without values of a contact; its links lead where they lead without one. */
export async function renderNumberedEmail(
  ctx: Context,
  email: EmailContent,
  { numberOf, numberOfItem }: ShownNumbers,
): Promise<string> {
  const { db, publicUrl, clock } = ctx;
  const { shopId } = email;
  const parts = [email.subject, email.html, email.footerHtml];
  const person = { email: "recipient@example.com", publicUrl, now: clock.now() };
  const items = new Map<string, number>();
  const blockLinks = trackedBlockLinks(
    numberedLinks.base,
    toLinkParams(email.utm, email.linkParams),
    async (_, urls) => {
      for (const url of urls) items.set(url, firstBlockLink + items.size);
      return items;
    },
  );
  const sample = await sampleMergeValues(db, { shopId, parts, ...person, blockLinks });
  // The preheader is not part of the page.
  const optOut = emailLanguage(email.language, sample);
  const plan = await compileCampaignPlan(ctx, { ...email, preheader: "", optOut }, numberedLinks);
  return numberedHtml(await renderHtml(ctx, plan, { ...sample, token: numberedToken }), [
    ...plan.links.map((link) => ({
      number: link.number,
      url: resolveLink(link, sample) ?? link.url,
      shown: numberOf(link),
    })),
    ...[...items].map(([url, number]) => ({ url, number, shown: numberOfItem(url) })),
  ]);
}

/** A template that does not render is returned as its source. */
async function renderHtml(ctx: Context, plan: EmailPlan, values: MergeValues): Promise<string> {
  const { previewTwig: render } = sandboxOf(ctx);
  const [unrolled] = plan.hasTwig ? await expandTwig(plan, [values], { render }) : [];
  const { html, expressions } = unrolled?.ok === true ? unrolled.plan : plan;
  return fillPieces(html, evaluateAll(expressions, values));
}
