import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { conflict, validation } from "../../../kernel/errors.ts";
import * as versions from "../../content/versions/service.ts";
import { compileContent, getContentSource, type CompiledVersion } from "../../content/versions/source.ts";
import { requireAudience } from "../audience/service.ts";
import { recordChange } from "../history/service.ts";
import { countByLanguage } from "../lifecycle/recipients.ts";
import { iso } from "../../../kernel/local-time.ts";
import { toCounts } from "../progress.ts";
import { listStateCounts, type StateCountRow } from "../progress.queries.ts";
import type { CampaignRecord } from "../queries.ts";
import { getCampaignRecord, getLockedCampaign, contentOwnerOf } from "../service.ts";
import { audienceShop, requireSender, toSettings } from "../settings.ts";
import { requireAllowed } from "../transitions.ts";
import * as queries from "./queries.ts";
import { maxVariants, type VariantInput } from "./shapes.ts";

type Input = Static<typeof VariantInput>;

async function presentVariant(ctx: Context, row: queries.VariantRecord, counts: readonly StateCountRow[]) {
  return {
    ...row,
    content: await versions.getContent(ctx, contentOwnerOf(row.id)),
    counts: toCounts(counts.filter(({ variantId }) => variantId === row.id)),
    plannedAt: iso(row.plannedAt),
    startedAt: iso(row.startedAt),
    finishedAt: iso(row.finishedAt),
  };
}

export async function listVariants(ctx: Context, campaignId: string) {
  await getCampaignRecord(ctx, campaignId);
  const rows = await queries.listVariants(ctx.db, campaignId);
  const counts = await listStateCounts(ctx.db, [campaignId]);
  return { items: await Promise.all(rows.map((row) => presentVariant(ctx, row, counts))) };
}

export async function addVariant(ctx: Context, campaignId: string, input: Input) {
  const [content] = await compileAll(ctx, [input]);
  return inTransaction(ctx, async (inner) => {
    const campaign = await lockDraft(inner, campaignId);
    const existing = await queries.listVariants(inner.db, campaignId);
    if (existing.some(({ language }) => language === input.language)) throw conflict("language");
    if (existing.length >= maxVariants) throw conflict("limit");
    await insertVariantWithContent(inner, campaign, input, content);
    await recordChange(inner, campaignId, "variants_changed");
    const { items } = await listVariants(inner, campaignId);
    const added = items.find(({ language }) => language === input.language);
    if (added === undefined) throw new Error("the inserted variant was not found");
    inner.db.created(added.id, "variants");
    return added;
  });
}

/** Variants that are not named are deleted; the others are updated with the given fields. */
export async function replaceVariants(ctx: Context, campaignId: string, inputs: readonly Input[]) {
  const languages = inputs.map(({ language }) => language);
  if (new Set(languages).size < languages.length) throw validation("variants", accepts.different);
  const contents = await compileAll(ctx, inputs);
  return inTransaction(ctx, async (inner) => {
    const campaign = await lockDraft(inner, campaignId);
    const existing = await queries.listVariants(inner.db, campaignId);
    for (const { id, language } of existing)
      if (!languages.includes(language)) await queries.deleteVariant(inner.db, id);
    for (const [index, input] of inputs.entries()) {
      const before = existing.find(({ language }) => language === input.language);
      if (before === undefined) await insertVariantWithContent(inner, campaign, input, contents[index]);
      else await changeVariant(inner, campaign, { before, input, content: contents[index] });
    }
    await recordChange(inner, campaignId, "variants_changed");
    return listVariants(inner, campaignId);
  });
}

/** Before any lock is taken, because it takes a while. */
const compileAll = (ctx: Context, inputs: readonly Input[]): Promise<(CompiledVersion | undefined)[]> =>
  Promise.all(
    inputs.map(async ({ content }) =>
      content === undefined ? undefined : compileContent(ctx, getContentSource(content), content.text ?? null),
    ),
  );

async function lockDraft(ctx: Context, campaignId: string): Promise<CampaignRecord> {
  const campaign = await getLockedCampaign(ctx, campaignId);
  requireAllowed(campaign.status, "edit");
  return campaign;
}

const mergeVariant = (input: Input, current: queries.VariantWrite): queries.VariantWrite => ({
  subject: input.subject === undefined ? current.subject : (input.subject ?? "").trim(),
  preheader: input.preheader === undefined ? current.preheader : (input.preheader ?? "").trim(),
  senderId: input.senderId === undefined ? current.senderId : input.senderId,
});

async function insertVariantWithContent(
  ctx: Context,
  campaign: CampaignRecord,
  input: Input,
  content: CompiledVersion | undefined,
) {
  const { subject, preheader, shopId } = campaign;
  const write = mergeVariant(input, { subject, preheader, senderId: null });
  await requireSender(ctx, { senderId: write.senderId, shopId });
  const row = { ...write, language: input.language };
  const id = await queries.insertVariant(ctx.db, campaign.id, row, ctx.clock.now());
  await versions.createContent(
    ctx,
    contentOwnerOf(id),
    content ?? (await versions.copyContent(ctx, contentOwnerOf(campaign.id))),
    true,
  );
}

type VariantChange = { before: queries.VariantRecord; input: Input; content: CompiledVersion | undefined };

async function changeVariant(
  ctx: Context,
  { shopId }: CampaignRecord,
  { before, input, content }: VariantChange,
): Promise<void> {
  const write = mergeVariant(input, before);
  if (input.senderId !== undefined) await requireSender(ctx, { senderId: write.senderId, shopId });
  await queries.updateVariant(ctx.db, before.id, write, ctx.clock.now());
  if (content === undefined) return;
  const { version } = await versions.getContentHead(ctx, contentOwnerOf(before.id));
  await versions.saveVersion(ctx, contentOwnerOf(before.id), content, { baseVersion: version, isPublished: true });
}

/** The recipients of the campaign by variant. */
export async function previewVariants(ctx: Context, campaignId: string) {
  const campaign = await getCampaignRecord(ctx, campaignId);
  const settings = toSettings(campaign);
  const variants = await queries.listVariants(ctx.db, campaignId);
  await requireAudience(ctx, settings.audience, audienceShop(campaign.shopId, variants.length > 0));
  return countByLanguage(ctx, settings, [{ language: null }, ...variants]);
}
