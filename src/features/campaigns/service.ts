import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { notFound } from "../../kernel/errors.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { requireShop } from "../contacts/shops.ts";
import { lockPublishedFooter } from "../content/footers/queries.ts";
import type { TemplateRecord } from "../content/templates/queries.ts";
import { isActiveUnsubscribePage } from "../pages/unsubscribe-pages/service.ts";
import { setContentUses } from "../content/uses/service.ts";
import * as versions from "../content/versions/service.ts";
import { compileContent, emptySource } from "../content/versions/source.ts";
import { setTags } from "../labels/tags.ts";
import { presentCampaign, presentRow } from "./present.ts";
import { computeEstimate } from "./estimate.ts";
import { toCounts, unexpandedRecipientsOf } from "./progress.ts";
import { findPending, listReactions, listStateCounts } from "./progress.queries.ts";
import { recordChange } from "./history/service.ts";
import * as queries from "./queries.ts";
import { withListDefaults, withNewListDefaults } from "./list-defaults.ts";
import { defaultUtm, emptySettings, requireTemplate, requireSettings, toSettings, mergeSettings } from "./settings.ts";
import type { CampaignChange, CampaignInput } from "./shapes.ts";
import { requireAllowed } from "./transitions.ts";
import { rejectIfNeeded } from "../../hooks/deletion.ts";
import { campaignHooks } from "./campaign-hooks.ts";

export const contentOwnerOf = (id: string): versions.ContentOwner => ({ kind: "campaign", id });

export async function getCampaignRecord({ db }: Context, id: string): Promise<queries.CampaignRecord> {
  const row = await queries.findCampaign(db, id);
  if (row === undefined) throw notFound("campaign");
  return row;
}

/** Takes the row lock that every status change takes. */
export async function getLockedCampaign({ db }: Context, id: string): Promise<queries.CampaignRecord> {
  const row = await queries.lockCampaign(db, id);
  if (row === undefined) throw notFound("campaign");
  return row;
}

export async function listCampaigns(ctx: Context, query: queries.CampaignFilters & Paging & { sort?: string }) {
  await requireShop(ctx.db, query.shop, "shop");
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listCampaigns(ctx.db, { ...query, limit: pageSize, offset });
  const ids = rows.map(({ id }) => id);
  const [counts, reactions] = await Promise.all([listStateCounts(ctx.db, ids), listReactions(ctx.db, ids)]);
  const items = rows.map((row) =>
    presentRow(row, {
      counts: toCounts(counts.filter(({ campaignId }) => campaignId === row.id)),
      reactions: reactions.find(({ campaignId }) => campaignId === row.id),
    }),
  );
  return { items, total, page, pageSize };
}

export async function getCampaign(ctx: Context, id: string) {
  const { db, clock } = ctx;
  const row = await getCampaignRecord(ctx, id);
  const [rows, reactions, sender, replyToOptions, pending] = await Promise.all([
    listStateCounts(db, [id]),
    listReactions(db, [id]),
    row.senderId === null ? undefined : queries.findCampaignSender(db, row.senderId),
    queries.listReplyAddresses(db, toSettings(row)),
    findPending(db, id),
  ]);
  const counts = toCounts(rows);
  const estimate = await computeEstimate(ctx, {
    ...row,
    unexpanded: unexpandedRecipientsOf({ ...row, ...pending, counts }),
  });
  return presentCampaign(row, {
    counts,
    reactions: reactions[0],
    sender,
    replyToOptions,
    pending: { ...pending, estimate },
    now: clock.now(),
  });
}

type Change = Static<typeof CampaignChange>;

export async function createCampaign(ctx: Context, input: Static<typeof CampaignInput>) {
  return inTransaction(ctx, async (inner) => {
    const initial = await createDraft(inner, input);
    const settings = await withListDefaults(inner.db, mergeSettings(input, initial.settings), input);
    await requireSettings(inner, settings, { change: input, hasVariants: false });
    const id = await queries.insertCampaign(inner.db, settings, inner.clock.now());
    inner.db.created(id);
    await versions.createContent(inner, contentOwnerOf(id), initial.content, true);
    await saveUses(inner, id, settings);
    await setTags(inner, "campaign", id, input.tags ?? []);
    await recordChange(inner, id, "created");
    return getCampaign(inner, id);
  });
}

/** The initial draft: a template's content, texts, footer and page, or empty. */
async function createDraft(ctx: Context, input: Static<typeof CampaignInput>) {
  const utm = (await queries.isUtmDefaultOn(ctx.db)) ? defaultUtm(input.name.trim()) : null;
  const settings = { ...emptySettings, utm };
  const { templateId = null, shopId } = input;
  if (templateId === null) return { settings, content: await compileContent(ctx, emptySource("html"), null) };
  const template = await requireTemplate(ctx, templateId, shopId);
  const { subject, preheader } = template;
  return {
    settings: { ...settings, subject, preheader, ...(await findFooterAndPage(ctx, template, shopId)) },
    content: await versions.copyContent(ctx, { kind: "template", id: templateId }),
  };
}

/** The footer and page that the shop may show and that still exist: a template of the whole company may name some of another shop. */
export async function findFooterAndPage(
  ctx: Context,
  { footerId, unsubscribePageId }: Pick<TemplateRecord, "footerId" | "unsubscribePageId">,
  shopId: string,
) {
  const isFooter = footerId !== null && (await lockPublishedFooter(ctx.db, { footerId, shopId }));
  const isPage = unsubscribePageId !== null && (await isActiveUnsubscribePage(ctx, unsubscribePageId, shopId));
  return { footerId: isFooter ? footerId : null, unsubscribePageId: isPage ? unsubscribePageId : null };
}

export async function updateCampaign(ctx: Context, id: string, change: Change) {
  return inTransaction(ctx, async (inner) => {
    const before = await getLockedCampaign(inner, id);
    requireAllowed(before.status, "edit");
    const stored = toSettings(before);
    const merged = mergeSettings(change, stored);
    const settings = await withNewListDefaults(inner.db, merged, { before: stored, change });
    await requireSettings(inner, settings, { change, hasVariants: before.languages.length > 0 });
    const { templateId } = settings;
    if (templateId !== null && templateId !== before.templateId) {
      await applyTemplate(inner, id, templateId, settings.shopId);
    }
    await queries.updateCampaign(inner.db, id, settings, inner.clock.now());
    await saveUses(inner, id, settings);
    if (change.tags !== undefined) await setTags(inner, "campaign", id, change.tags);
    await recordChange(inner, id, "updated");
    return getCampaign(inner, id);
  });
}

/** The template's content becomes the newest version; earlier versions can be read and restored. */
async function applyTemplate(ctx: Context, id: string, templateId: string, shopId: string): Promise<void> {
  await requireTemplate(ctx, templateId, shopId);
  const content = await versions.copyContent(ctx, { kind: "template", id: templateId });
  const { version } = await versions.getContentHead(ctx, contentOwnerOf(id));
  await versions.saveVersion(ctx, contentOwnerOf(id), content, { baseVersion: version, isPublished: true });
}

/** The footer is shown from elsewhere and must stay; of the template there is a copy. */
export async function saveUses(ctx: Context, id: string, { footerId }: queries.CampaignSettings): Promise<void> {
  const uses = footerId === null ? [] : [{ contentKind: "footer" as const, contentId: footerId, isActive: false }];
  await setContentUses(ctx, { kind: "campaign", id }, uses);
}

export async function deleteCampaign(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await queries.lockCampaignForDeletion(inner.db, id);
    const { status } = await getLockedCampaign(inner, id);
    requireAllowed(status, "delete");
    await rejectIfNeeded(inner, campaignHooks, { target: id });
    await setContentUses(inner, { kind: "campaign", id }, []);
    await queries.deleteCampaign(inner.db, id);
  });
}
