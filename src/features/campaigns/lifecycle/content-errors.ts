import type { Context } from "../../../context.ts";
import type { ContentIssue } from "../../../mail/render/content.ts";
import { findSendingErrors } from "../../content/checks/service.ts";
import { findFooterHtml } from "../../content/footers/queries.ts";
import { findTestContent } from "../../content/test-emails/queries.ts";
import { contentOwnerOf, getCampaignRecord } from "../service.ts";
import { listCampaignVariants } from "./queries.ts";

/** Errors in the content of a draft and its variants; an issue of a variant names its language. */
export async function findContentErrors(ctx: Context, campaignId: string): Promise<ContentIssue[]> {
  const campaign = await getCampaignRecord(ctx, campaignId);
  const errors: ContentIssue[] = [];
  for (const { id, version, language } of await listCampaignVariants(ctx.db, campaignId)) {
    const content = await findTestContent(ctx.db, contentOwnerOf(id), version);
    if (content === undefined) continue;
    const footerHtml = (await findFooterHtml(ctx.db, content)) ?? "";
    const { subject, preheader, html } = content;
    const settings = { ...campaign, language };
    const found = await findSendingErrors(ctx, { subject, preheader, html, footerHtml, settings });
    errors.push(...found.map((issue) => (language === null ? issue : withLanguage(issue, language))));
  }
  return errors;
}

const withLanguage = (issue: ContentIssue, language: string): ContentIssue => ({
  ...issue,
  params: { ...issue.params, language },
});
