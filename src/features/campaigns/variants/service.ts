import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { conflict, validation } from "../../../kernel/errors.ts";
import * as versions from "../../content/versions/service.ts";
import { compile, getSource, type Compiled } from "../../content/versions/source.ts";
import { requireAudience } from "../audience/service.ts";
import { splitOf } from "../lifecycle/approval.ts";
import { iso } from "../present.ts";
import { countsOf } from "../progress.ts";
import { listCounts, type CampaignRecord, type CountRow } from "../queries.ts";
import { getRecord, lock, ownerOf } from "../service.ts";
import { audienceShop, requireSender, settingsOf } from "../settings.ts";
import { refuseIn } from "../transitions.ts";
import * as queries from "./queries.ts";
import { maxVariants, type VariantInput } from "./shapes.ts";

type Input = Static<typeof VariantInput>;

async function present(ctx: Context, row: queries.VariantRecord, counts: readonly CountRow[]) {
  return {
    ...row,
    content: await versions.getContent(ctx, ownerOf(row.id)),
    counts: countsOf(counts.filter(({ variantId }) => variantId === row.id)),
    plannedAt: iso(row.plannedAt),
    startedAt: iso(row.startedAt),
    finishedAt: iso(row.finishedAt),
  };
}

export async function list(ctx: Context, campaignId: string) {
  await getRecord(ctx, campaignId);
  const rows = await queries.listVariants(ctx.db, campaignId);
  const counts = await listCounts(ctx.db, [campaignId]);
  return { items: await Promise.all(rows.map((row) => present(ctx, row, counts))) };
}

export async function add(ctx: Context, campaignId: string, input: Input) {
  const [content] = await compileAll([input]);
  return inTransaction(ctx, async (inner) => {
    const campaign = await lockDraft(inner, campaignId);
    const there = await queries.listVariants(inner.db, campaignId);
    if (there.some(({ language }) => language === input.language)) throw conflict("language");
    if (there.length >= maxVariants) throw conflict("limit");
    await insert(inner, campaign, input, content);
    const { items } = await list(inner, campaignId);
    const made = items.find(({ language }) => language === input.language);
    if (made === undefined) throw new Error("the variant that was added is gone");
    return made;
  });
}

/** Languages that are not named go; one that stays is changed where something is said of it. */
export async function replaceAll(ctx: Context, campaignId: string, inputs: readonly Input[]) {
  const languages = inputs.map(({ language }) => language);
  if (new Set(languages).size < languages.length) throw validation("variants");
  const contents = await compileAll(inputs);
  return inTransaction(ctx, async (inner) => {
    const campaign = await lockDraft(inner, campaignId);
    const there = await queries.listVariants(inner.db, campaignId);
    for (const { id, language } of there) if (!languages.includes(language)) await queries.deleteVariant(inner.db, id);
    for (const [index, input] of inputs.entries()) {
      const before = there.find(({ language }) => language === input.language);
      if (before === undefined) await insert(inner, campaign, input, contents[index]);
      else await change(inner, campaign, { before, input, content: contents[index] });
    }
    return list(inner, campaignId);
  });
}

/** Before any lock is taken: it takes a while. */
const compileAll = (inputs: readonly Input[]): Promise<(Compiled | undefined)[]> =>
  Promise.all(
    inputs.map(async ({ content }) =>
      content === undefined ? undefined : compile(getSource(content), content.text ?? null),
    ),
  );

async function lockDraft(ctx: Context, campaignId: string): Promise<CampaignRecord> {
  const campaign = await lock(ctx, campaignId);
  refuseIn(campaign.status, "edit");
  return campaign;
}

const written = (input: Input, known: queries.VariantWrite): queries.VariantWrite => ({
  subject: input.subject === undefined ? known.subject : (input.subject ?? "").trim(),
  preheader: input.preheader === undefined ? known.preheader : (input.preheader ?? "").trim(),
  senderId: input.senderId === undefined ? known.senderId : input.senderId,
});

async function insert(ctx: Context, campaign: CampaignRecord, input: Input, content: Compiled | undefined) {
  const { subject, preheader, shopId } = campaign;
  const write = written(input, { subject, preheader, senderId: null });
  await requireSender(ctx, { senderId: write.senderId, shopId });
  const row = { ...write, language: input.language };
  const id = await queries.insertVariant(ctx.db, campaign.id, row, ctx.clock.now());
  await versions.begin(ctx, ownerOf(id), content ?? (await versions.copyOf(ctx, ownerOf(campaign.id))), true);
}

type Changed = { before: queries.VariantRecord; input: Input; content: Compiled | undefined };

async function change(ctx: Context, { shopId }: CampaignRecord, { before, input, content }: Changed): Promise<void> {
  const write = written(input, before);
  if (input.senderId !== undefined) await requireSender(ctx, { senderId: write.senderId, shopId });
  await queries.updateVariant(ctx.db, before.id, write, ctx.clock.now());
  if (content === undefined) return;
  const { version } = await versions.getHead(ctx, ownerOf(before.id));
  await versions.save(ctx, ownerOf(before.id), content, { baseVersion: version, isPublished: true });
}

/** How the audience divides among the campaign and its variants. */
export async function split(ctx: Context, campaignId: string) {
  const campaign = await getRecord(ctx, campaignId);
  const { audience } = settingsOf(campaign);
  const variants = await queries.listVariants(ctx.db, campaignId);
  await requireAudience(ctx, audience, audienceShop(campaign.shopId, variants.length > 0));
  return splitOf(ctx, audience, [{ language: null }, ...variants]);
}
