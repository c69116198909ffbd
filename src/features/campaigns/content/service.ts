import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { notFound, validation } from "../../../kernel/errors.ts";
import type { Paging } from "../../../kernel/schema.ts";
import { findContentIssues } from "../../content/checks/service.ts";
import { findFooterHtml } from "../../content/footers/queries.ts";
import { requestTestEmail } from "../../content/test-emails/service.ts";
import * as versions from "../../content/versions/service.ts";
import type { ContentWrite } from "../../content/versions/shapes.ts";
import { compileContent, getContentSource } from "../../content/versions/source.ts";
import { recordChange } from "../history/service.ts";
import { getCampaignRecord, contentOwnerOf } from "../service.ts";
import { requireAllowed } from "../transitions.ts";
import {
  findContentTarget,
  findContentTargetFor,
  lockContentTarget,
  type ContentTarget,
} from "../content-targets.queries.ts";
import type { CampaignTestInput } from "../shapes.ts";

export async function getContentTarget({ db }: Context, id: string): Promise<ContentTarget> {
  const target = await findContentTarget(db, id);
  if (target === undefined) throw notFound("campaign");
  return target;
}

export async function getCampaignContent(ctx: Context, id: string) {
  await getContentTarget(ctx, id);
  return versions.getContent(ctx, contentOwnerOf(id));
}

/** Compiled before the lock is taken, because it takes a while. */
export async function saveCampaignContent(ctx: Context, id: string, write: ContentWrite) {
  const source = getContentSource(write);
  const { status, campaignId, subject, preheader, language } = await getContentTarget(ctx, id);
  requireAllowed(status, "edit");
  const compiled = await compileContent(ctx, source, write.text ?? null);
  const campaign = await getCampaignRecord(ctx, campaignId);
  const footerHtml = (await findFooterHtml(ctx.db, campaign)) ?? "";
  const email = { subject, preheader, footerHtml, settings: { ...campaign, language } };
  const content = { ...compiled, issues: await findContentIssues(ctx, compiled, email) };
  return inTransaction(ctx, async (inner) => {
    const target = await lockContentTarget(inner.db, id);
    if (target === undefined) throw notFound("campaign");
    requireAllowed(target.status, "edit");
    const save = { baseVersion: write.baseVersion, isPublished: true };
    const saved = await versions.saveVersion(inner, contentOwnerOf(id), content, save);
    await recordChange(inner, campaignId, "content_saved");
    return saved;
  });
}

export async function listCampaignVersions(ctx: Context, id: string, query: Paging) {
  await getContentTarget(ctx, id);
  return versions.listVersions(ctx, contentOwnerOf(id), query);
}

export async function getCampaignVersion(ctx: Context, id: string, version: string) {
  await getContentTarget(ctx, id);
  return versions.getVersion(ctx, contentOwnerOf(id), version);
}

/** Where a language is given, that variant of the campaign is tested. */
export async function requestCampaignTest(
  ctx: Context,
  id: string,
  { emails, language }: Static<typeof CampaignTestInput>,
) {
  const requested = await getContentTarget(ctx, id);
  const target =
    language === undefined ? requested : await findContentTargetFor(ctx.db, requested.campaignId, language);
  if (target === undefined || (language !== undefined && target.language !== language))
    throw validation("language", { kind: "variant", ...accepts.language });
  return requestTestEmail(ctx, contentOwnerOf(target.id), emails === undefined ? {} : { emails });
}
