import type { Context } from "../../../context.ts";
import type { ContentIssue } from "../../../mail/render/content-issue.ts";
import { reviewEmail } from "../../content/checks/service.ts";
import { findFooterHtml } from "../../content/footers/queries.ts";
import { findTestContent } from "../../content/test-emails/queries.ts";
import { contentOwnerOf, getCampaignRecord } from "../service.ts";
import { listCampaignVariants } from "./queries.ts";

/** The e-mails of a campaign and its variants with what decides whether they may be sent, the main one first. */
export async function reviewVariants(ctx: Context, campaignId: string) {
  const campaign = await getCampaignRecord(ctx, campaignId);
  const reviews = [];
  for (const variant of await listCampaignVariants(ctx.db, campaignId)) {
    const content = await findTestContent(ctx.db, contentOwnerOf(variant.id), variant.version);
    if (content === undefined) continue;
    const footerHtml = (await findFooterHtml(ctx.db, content)) ?? "";
    const { subject, preheader, html, text, signatureHtml } = content;
    const settings = { ...campaign, language: variant.language, signatureHtml };
    reviews.push({ variant, review: await reviewEmail(ctx, { subject, preheader, html, text, footerHtml, settings }) });
  }
  return reviews;
}

/** Errors in the content of a draft and its variants; an issue of a variant names its language. */
export async function findContentErrors(ctx: Context, campaignId: string): Promise<ContentIssue[]> {
  const reviews = await reviewVariants(ctx, campaignId);
  return reviews.flatMap(({ variant: { language }, review }) =>
    review.issues
      .filter(({ severity }) => severity === "error")
      .map((issue) => (language === null ? issue : withLanguage(issue, language))),
  );
}

const withLanguage = (issue: ContentIssue, language: string): ContentIssue => ({
  ...issue,
  params: { ...issue.params, language },
});
