import type { Context } from "../../context.ts";
import { insertNotification } from "../../jobs/queries.ts";
import type { CompiledMessages, MessageSource, PauseCause, RelayOutage, SourceRef } from "../../message-source.ts";
import { resetAttempts } from "../delivery/outcomes.queries.ts";
import { skipReasonAtSend } from "./audience/compile.ts";
import { loadCompiledCampaign } from "./compiled-campaign.ts";
import { recipientParts } from "./recipient-values.ts";
import { isStoppedBefore, lockCampaign } from "./queries.ts";
import { clearRelayOutages, markRelayOutage } from "./relay-outages.queries.ts";
import { holdCampaign } from "./schedule.queries.ts";
import { advanceCampaigns, cancelLateBatches } from "./scheduler.ts";
import { sendingCampaigns } from "./source.sql.ts";

/** Campaigns and their language variants as a source of messages. */
export const campaignSource: MessageSource = {
  kind: "campaign",
  sending: sendingCampaigns,
  compile: compileCampaign,
  pause: pauseVariant,
  waitForRelay,
  relayAnswered: ({ db }) => clearRelayOutages(db),
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
    ...recipientParts(campaign),
  };
}

/**
 * The variant cannot go on: it is paused until a person resumes it. The company is notified, once for a campaign whose
 * variants stop for the same reason.
 */
async function pauseVariant(ctx: Context, { sourceId, variantId }: SourceRef, cause: PauseCause): Promise<void> {
  await ctx.db.transaction(async (own) => {
    const at = ctx.clock.now();
    await lockCampaign(own, sourceId);
    const isNotified = await isStoppedBefore(own, sourceId, cause.reason);
    const stopped = await holdCampaign(own, variantId, { at, reason: cause.reason });
    if (stopped === undefined) return;
    await resetAttempts(own, { sourceId, variantId });
    if (isNotified) return;
    await insertNotification(own, { type: "campaign_stopped", params: { ...stopped, ...cause }, at });
  });
}

/** Lasts until the relay answers; no person has to do anything. */
async function waitForRelay(ctx: Context, { sourceId, variantId }: SourceRef, { code }: RelayOutage): Promise<void> {
  await ctx.db.transaction(async (own) => {
    const at = ctx.clock.now();
    const outage = await markRelayOutage(own, { sourceId, variantId }, at);
    if (outage === undefined) return;
    const params = { campaignId: sourceId, name: outage.name, reason: "relay", code };
    await insertNotification(own, { type: "campaign_held", params, at });
  });
}
