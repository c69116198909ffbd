import type { Context } from "../../context.ts";
import { insertNotification } from "../../jobs/queries.ts";
import type { CompiledMessages, MessageSource, PauseCause, SourceRef } from "../../message-source.ts";
import { resetAttempts } from "../delivery/outcomes.queries.ts";
import { skipReasonAtSend } from "./audience/compile.ts";
import { loadCompiledCampaign } from "./compiled-campaign.ts";
import { mergeValuesFor } from "./recipient-values.ts";
import { holdCampaign } from "./schedule.queries.ts";
import { advanceCampaigns, cancelLateBatches } from "./scheduler.ts";
import { sendingCampaigns } from "./source.sql.ts";

/** Campaigns and their language variants as a source of messages. */
export const campaignSource: MessageSource = {
  kind: "campaign",
  sending: sendingCampaigns,
  compile: compileCampaign,
  pause: pauseVariant,
  advance: advanceCampaigns,
  cleanUp: cancelLateBatches,
};

async function compileCampaign(
  ctx: Context,
  { tenantId, sourceId, variantId }: SourceRef,
  bounceHost: string,
): Promise<CompiledMessages> {
  const campaign = await loadCompiledCampaign(ctx, { tenantId, campaignId: sourceId, variantId }, bounceHost);
  // Excluded segments and addresses were excluded when the messages were written.
  const audience = { ...campaign.audience, excludeSegmentIds: [], excludeEmails: [] };
  return {
    ...campaign,
    skipReason: (own) => skipReasonAtSend(own, audience, campaign.shopId),
    valuesFor: (contact, today) => mergeValuesFor(campaign, contact, today),
  };
}

/** The variant cannot go on: it is paused until a person resumes it, and the company is notified. */
async function pauseVariant(ctx: Context, { sourceId, variantId }: SourceRef, cause: PauseCause): Promise<void> {
  await ctx.db.transaction(async (own) => {
    const at = ctx.clock.now();
    const stopped = await holdCampaign(own, variantId, { at, reason: cause.reason });
    if (stopped === undefined) return;
    await resetAttempts(own, { sourceId, variantId });
    await insertNotification(own, { type: "campaign_stopped", params: { ...stopped, ...cause }, at });
  });
}
