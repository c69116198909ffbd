import type { Context } from "../../context.ts";
import { dayAt, startOfNextDay } from "../../kernel/local-time.ts";
import { isShopEnabled } from "../contacts/queries.ts";
import { getSendingSettings, type SendingSettings } from "../sending/settings/queries.ts";
import { estimatePacedEnd } from "../delivery/pace.ts";
import { listLimits } from "../delivery/pace.queries.ts";
import { dailyLimit, lastSendingDay } from "../sending/warm-up.ts";
import { computeConnectionEstimate } from "./connection-estimate.ts";
import { findThrottles, listWarmUpLoads, type CampaignThrottle, type WarmUpLoad } from "./progress.queries.ts";
import type { CampaignRecord } from "./queries.ts";
import type { HoldReason } from "./hold-reasons.ts";

export type Estimate = {
  readonly holdReason: HoldReason | null;
  /** Domains that ask to slow down and that messages wait for. */
  readonly throttles: readonly CampaignThrottle[];
  /** The start of the day on which the last message leaves, for a warming domain; null without a warm-up limit. */
  readonly lastDayAt: Date | null;
  /** When the limits of the connections, or the learned one of a provider, let the last message leave; null without any. */
  readonly limitedUntil: Date | null;
};

const noEstimate: Estimate = { holdReason: null, throttles: [], lastDayAt: null, limitedUntil: null };

type SendingCampaign = Pick<CampaignRecord, "id" | "shopId" | "status" | "preferTime" | "isRelayDown"> & {
  /** Recipients whose messages are still to be written. */
  readonly unexpanded: number;
};

/** Derived, never stored: the hold reasons are stored elsewhere and change at any time. */
export async function computeEstimate(ctx: Context, campaign: SendingCampaign): Promise<Estimate> {
  if (campaign.status !== "sending") return noEstimate;
  const { db, clock, company } = ctx;
  const now = clock.now();
  const today = dayAt(now, company.timeZone);
  const [connections, settings, loads, isEnabled, { throttles, hasOthers }, limits] = await Promise.all([
    computeConnectionEstimate(ctx, campaign, today),
    getSendingSettings(db),
    listWarmUpLoads(db, campaign.id, today),
    isShopEnabled(db, campaign.shopId),
    findThrottles(db, campaign.id, now),
    listLimits(db, campaign.id, now),
  ]);
  const isThrottled = throttles.some(({ side }) => side === "sender") || (!hasOthers && campaign.unexpanded === 0);
  const tomorrowAt = startOfNextDay(today, company.timeZone);
  const isEveryQuotaSpent =
    loads.length > 0 && loads.every((load) => isQuotaSpent(load, campaign, { now, tomorrowAt }));
  const days = loads.flatMap(({ warmingSince, sentToday, waiting }, index) => {
    if (warmingSince === null) return [];
    const left = waiting + (index === 0 ? campaign.unexpanded : 0);
    return lastSendingDay({ since: warmingSince, sentToday, waiting: left }, now, company.timeZone) ?? [];
  });
  return {
    holdReason:
      sendingBlockedBy(ctx, settings) ??
      heldBy({
        shop: !isEnabled,
        relay: campaign.isRelayDown,
        throttled: throttles.length > 0 && isThrottled,
        warm_up: isEveryQuotaSpent,
        connection: connections.isPaused,
        connection_limit: connections.isLimitReached,
      }),
    throttles,
    lastDayAt: findLatest(days),
    limitedUntil: findLatest([
      ...(connections.limitedUntil === null ? [] : [connections.limitedUntil]),
      ...limits.flatMap((limit) => estimatePacedEnd(limit, limit.waiting, now) ?? []),
    ]),
  };
}

const findLatest = (times: readonly Date[]): Date | null =>
  times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;

/** The first cause that holds. */
const heldBy = (causes: Readonly<Record<(typeof derivedReasons)[number], boolean>>): HoldReason | null =>
  derivedReasons.find((cause) => causes[cause]) ?? null;
const derivedReasons = ["shop", "relay", "throttled", "warm_up", "connection", "connection_limit"] as const;

function sendingBlockedBy({ mailMode }: Context, settings: SendingSettings): HoldReason | null {
  if (mailMode === "test" || mailMode === "off") return "sending_mode";
  if (settings.sendingState !== "live") return "sending_state";
  if (settings.sendingHold !== "") return "sending_hold";
  return settings.sendingEnabled ? null : "sending_disabled";
}

type Times = { readonly now: Date; readonly tomorrowAt: Date };

/** The day's quota is used up, or so nearly that all messages were deferred to tomorrow. */
function isQuotaSpent(
  { warmingSince, sentToday, nextDueAt }: WarmUpLoad,
  { preferTime }: SendingCampaign,
  { now, tomorrowAt }: Times,
) {
  const limit = warmingSince === null ? null : dailyLimit(warmingSince, now);
  if (limit === null) return false;
  return sentToday >= limit || (!preferTime && nextDueAt !== null && nextDueAt >= tomorrowAt);
}
