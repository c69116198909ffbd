import { inTransaction, type Context } from "../../context.ts";
import { copyName } from "../../db/unique-names.ts";
import * as versions from "../content/versions/service.ts";
import { setTags } from "../labels/tags.ts";
import { findAudienceReferences } from "./audience/queries.ts";
import type { Audience } from "./audience/shapes.ts";
import { recordChange } from "./history/service.ts";
import { findCampaignSender, insertCampaign, type CampaignRecord, type CampaignSettings } from "./queries.ts";
import { contentOwnerOf, findFooterAndPage, getCampaign, getCampaignRecord, saveUses } from "./service.ts";
import { toSettings } from "./settings.ts";
import { insertVariant, listVariants } from "./variants/queries.ts";

/** A draft with the settings, tags, content and variants of a campaign of any status. Its time is not copied. */
export async function copyCampaign(ctx: Context, id: string, { name }: { name?: string }) {
  return inTransaction(ctx, async (inner) => {
    const original = await getCampaignRecord(inner, id);
    const settings = await copySettings(inner, original, name);
    const copyId = await insertCampaign(inner.db, settings, inner.clock.now());
    inner.db.created(copyId);
    await copyContent(inner, id, copyId);
    await saveUses(inner, copyId, settings);
    await setTags(inner, "campaign", copyId, original.tags);
    for (const { id: variantId, language, subject, preheader, senderId } of await listVariants(inner.db, id)) {
      const write = { language, subject, preheader, senderId: await existingSender(inner, senderId) };
      await copyContent(inner, variantId, await insertVariant(inner.db, copyId, write, inner.clock.now()));
    }
    await recordChange(inner, copyId, "copied");
    return getCampaign(inner, copyId);
  });
}

const copyContent = async (ctx: Context, from: string, to: string): Promise<void> => {
  await versions.createContent(ctx, contentOwnerOf(to), await versions.copyContent(ctx, contentOwnerOf(from)), true);
};

/** What was deleted since is left out. */
async function copySettings(ctx: Context, original: CampaignRecord, name?: string): Promise<CampaignSettings> {
  const settings = toSettings(original);
  return {
    ...settings,
    name: await copyName(ctx, { table: "campaign" }, original.name, name),
    senderId: await existingSender(ctx, settings.senderId),
    audience: await existingAudience(ctx, settings.audience),
    ...(await findFooterAndPage(ctx, settings, settings.shopId)),
    timing: "now",
    plannedAt: null,
  };
}

const existingSender = async ({ db }: Context, senderId: string | null): Promise<string | null> =>
  senderId === null ? null : ((await findCampaignSender(db, senderId))?.id ?? null);

async function existingAudience({ db }: Context, audience: Audience): Promise<Audience> {
  const { lists, segments, hasPurpose } = await findAudienceReferences(db, audience);
  const among = (ids: readonly string[], found: readonly { id: string }[]) =>
    ids.filter((id) => found.some((item) => item.id === id));
  return {
    listIds: among(audience.listIds, lists),
    segmentIds: among(audience.segmentIds, segments),
    excludeListIds: among(audience.excludeListIds, lists),
    excludeSegmentIds: among(audience.excludeSegmentIds, segments),
    excludeEmails: audience.excludeEmails,
    purposeId: hasPurpose ? audience.purposeId : null,
  };
}
