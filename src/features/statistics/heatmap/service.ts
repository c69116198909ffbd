import type { Context } from "../../../context.ts";
import { evaluateAll, fillPieces } from "../../../mail/render/expression.ts";
import type { Plan } from "../../../mail/render/plan.ts";
import { unrollTwig } from "../../../mail/render/twig.ts";
import type { MergeValues } from "../../../mail/render/values.ts";
import { planOf } from "../../campaigns/engine/mailing.ts";
import { findSent } from "../../campaigns/engine/queries.ts";
import { emailLanguage } from "../../../mail/render/opt-out.ts";
import { sampleValues } from "../../content/samples/samples.ts";
import { listLinks, type CampaignRecord, type LinkRecord } from "../queries.ts";
import { getCampaign, scopeOf } from "../scope.ts";
import { withShares } from "../service.ts";
import { numberedHtml, numberedLinks, numberedToken } from "./numbered.ts";

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
  const { db, publicUrl, clock } = ctx;
  const { campaignId } = scopeOf(campaign);
  const email = await findSent(db, { tenantId: db.tenantId, campaignId, variantId: campaign.id });
  if (email === undefined) return "";
  const { shopId, html } = email;
  const person = { email: "recipient@example.com", publicUrl, now: clock.now() };
  const sample = await sampleValues(db, { shopId, html, ...person });
  // The line that mailboxes show beside the subject is no part of the page.
  const optOut = emailLanguage(email.language, sample);
  const plan = planOf({ ...email, preheader: "", optOut }, numberedLinks);
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
