import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { notFound } from "../../kernel/errors.ts";
import { pageOf, type Paging } from "../../kernel/schema.ts";
import { isPublishedFooter } from "../content/footers/queries.ts";
import type { TemplateRecord } from "../content/templates/queries.ts";
import { isActivePage } from "../content/unsubscribe-pages/service.ts";
import { setUses } from "../content/uses/service.ts";
import { emptySource } from "../content/versions/empty.ts";
import * as versions from "../content/versions/service.ts";
import { compile } from "../content/versions/source.ts";
import { setTags } from "../labels/tags.ts";
import { presentCampaign, presentRow } from "./present.ts";
import { outlookOf } from "./outlook.ts";
import { countsOf, unwrittenOf } from "./progress.ts";
import * as queries from "./queries.ts";
import { defaultUtm, emptySettings, getTemplate, requireSettings, settingsOf, written } from "./settings.ts";
import type { CampaignChange, CampaignInput } from "./shapes.ts";
import { refuseIn } from "./transitions.ts";

export const ownerOf = (id: string): versions.Owner => ({ kind: "campaign", id });

export async function getRecord({ db }: Context, id: string): Promise<queries.CampaignRecord> {
  const row = await queries.findCampaign(db, id);
  if (row === undefined) throw notFound("campaign");
  return row;
}

/** Under the row lock that everything takes which moves a campaign. */
export async function lock({ db }: Context, id: string): Promise<queries.CampaignRecord> {
  const row = await queries.lockCampaign(db, id);
  if (row === undefined) throw notFound("campaign");
  return row;
}

export async function list(ctx: Context, query: queries.CampaignFilters & Paging & { sort?: string }) {
  const { page, pageSize, offset } = pageOf(query);
  const { total, rows } = await queries.listCampaigns(ctx.db, { ...query, limit: pageSize, offset });
  const ids = rows.map(({ id }) => id);
  const [counts, reactions] = await Promise.all([queries.listCounts(ctx.db, ids), queries.listReactions(ctx.db, ids)]);
  const items = rows.map((row) =>
    presentRow(row, {
      counts: countsOf(counts.filter(({ campaignId }) => campaignId === row.id)),
      reactions: reactions.find(({ campaignId }) => campaignId === row.id),
    }),
  );
  return { items, total, page, pageSize };
}

export async function get(ctx: Context, id: string) {
  const { db, clock } = ctx;
  const row = await getRecord(ctx, id);
  const [rows, reactions, sender, replyToOptions, ahead] = await Promise.all([
    queries.listCounts(db, [id]),
    queries.listReactions(db, [id]),
    row.senderId === null ? undefined : queries.findSender(db, row.senderId),
    queries.listReplyAddresses(db, row.shopId),
    queries.findAhead(db, id),
  ]);
  const counts = countsOf(rows);
  const outlook = await outlookOf(ctx, { ...row, unwritten: unwrittenOf({ ...row, ...ahead, counts }) });
  return presentCampaign(row, {
    counts,
    reactions: reactions[0],
    sender,
    replyToOptions,
    ahead: { ...ahead, outlook },
    now: clock.now(),
  });
}

type Change = Static<typeof CampaignChange>;

export async function create(ctx: Context, input: Static<typeof CampaignInput>) {
  return inTransaction(ctx, async (inner) => {
    const start = await startOf(inner, input);
    const settings = written(input, start.settings);
    await requireSettings(inner, settings, { change: input, hasVariants: false });
    const id = await queries.insertCampaign(inner.db, settings, inner.clock.now());
    await versions.begin(inner, ownerOf(id), start.content, true);
    await keepUses(inner, id, settings);
    await setTags(inner, "campaign", id, input.tags ?? []);
    return get(inner, id);
  });
}

/** Where a new draft begins: with a template's content, texts, footer and page, or empty. */
async function startOf(ctx: Context, input: Static<typeof CampaignInput>) {
  const utm = (await queries.isUtmDefaultOn(ctx.db)) ? defaultUtm(input.name.trim()) : null;
  const settings = { ...emptySettings, utm };
  const { templateId = null, shopId } = input;
  if (templateId === null) return { settings, content: await compile(emptySource("html"), null) };
  const template = await getTemplate(ctx, templateId, shopId);
  const { subject, preheader } = template;
  return {
    settings: { ...settings, subject, preheader, ...(await surroundingsOf(ctx, template, shopId)) },
    content: await versions.copyOf(ctx, { kind: "template", id: templateId }),
  };
}

/** Those of the template that the shop may show: a template of the whole company may name some of another shop. */
async function surroundingsOf(ctx: Context, { footerId, unsubscribePageId }: TemplateRecord, shopId: string) {
  const isFooter = footerId !== null && (await isPublishedFooter(ctx.db, { footerId, shopId }));
  const isPage = unsubscribePageId !== null && (await isActivePage(ctx, unsubscribePageId, shopId));
  return { footerId: isFooter ? footerId : null, unsubscribePageId: isPage ? unsubscribePageId : null };
}

export async function update(ctx: Context, id: string, change: Change) {
  return inTransaction(ctx, async (inner) => {
    const before = await lock(inner, id);
    refuseIn(before.status, "edit");
    const settings = written(change, settingsOf(before));
    await requireSettings(inner, settings, { change, hasVariants: before.languages.length > 0 });
    const { templateId } = settings;
    if (templateId !== null && templateId !== before.templateId) {
      await takeTemplate(inner, id, templateId, settings.shopId);
    }
    await queries.updateCampaign(inner.db, id, settings, inner.clock.now());
    await keepUses(inner, id, settings);
    if (change.tags !== undefined) await setTags(inner, "campaign", id, change.tags);
    return get(inner, id);
  });
}

/** The template's content becomes the newest version; the one before can be read and saved again. */
async function takeTemplate(ctx: Context, id: string, templateId: string, shopId: string): Promise<void> {
  await getTemplate(ctx, templateId, shopId);
  const content = await versions.copyOf(ctx, { kind: "template", id: templateId });
  const { version } = await versions.getHead(ctx, ownerOf(id));
  await versions.save(ctx, ownerOf(id), content, { baseVersion: version, isPublished: true });
}

/** The footer is shown from elsewhere and must stay; of the template there is a copy. */
async function keepUses(ctx: Context, id: string, { footerId }: queries.CampaignSettings): Promise<void> {
  const uses = footerId === null ? [] : [{ contentKind: "footer" as const, contentId: footerId, isActive: false }];
  await setUses(ctx, { kind: "campaign", id }, uses);
}

export async function remove(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const { status } = await lock(inner, id);
    refuseIn(status, "delete");
    await setUses(inner, { kind: "campaign", id }, []);
    await queries.deleteCampaign(inner.db, id);
  });
}
