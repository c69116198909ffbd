import type { Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { ApiError, validation } from "../../../kernel/errors.ts";
import { lockAudienceReferences } from "../audience/queries.ts";
import { requireAudience } from "../audience/service.ts";
import { findCampaignSender, type CampaignRecord } from "../queries.ts";
import {
  audienceShop,
  requireFooter,
  requireReplyTo,
  requireSender,
  requireUnsubscribePage,
  toSettings,
} from "../settings.ts";
import type { CampaignVariant } from "./queries.ts";

/** The campaign has everything that it needs to be sent. */
export async function requireReady(
  ctx: Context,
  campaign: CampaignRecord,
  variants: readonly CampaignVariant[],
): Promise<void> {
  const settings = toSettings(campaign);
  for (const variant of variants) await requireSendable(ctx, campaign, variant);
  await requireReplyTo(ctx, settings);
  await requireUnsubscribePage(ctx, settings);
  await requireFooter(ctx, settings);
  const { audience } = settings;
  if (audience.listIds.length + audience.segmentIds.length === 0) {
    throw new ApiError("empty_segment", "audience", { status: 400 });
  }
  await lockAudienceReferences(ctx.db, audience);
  await requireAudience(ctx, audience, audienceShop(campaign.shopId, variants.length > 1));
}

async function requireSendable(ctx: Context, { shopId }: CampaignRecord, variant: CampaignVariant): Promise<void> {
  const about = variant.language === null ? undefined : { language: variant.language };
  const sender = variant.senderId === null ? undefined : await findCampaignSender(ctx.db, variant.senderId);
  if (sender === undefined || sender.verifiedAt === null)
    throw validation("senderId", { ...about, kind: "sender", ...accepts.verifiedSender });
  await requireSender(ctx, { senderId: sender.id, shopId });
  if (variant.subject.trim() === "") throw validation("subject", { ...about, ...accepts.notBlank });
  if (!variant.hasContent) throw validation("content", { ...about, required: true });
}
