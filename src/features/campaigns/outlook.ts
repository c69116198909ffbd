import type { Context } from "../../context.ts";
import { dayAt, startOfNextDay } from "../../kernel/local-time.ts";
import { getSettings, type SendingSettings } from "../sending/settings/queries.ts";
import { dailyLimit, lastDayOf } from "../sending/warm-up.ts";
import { listPaths, type CampaignRecord, type Path } from "./queries.ts";

/** Why nothing leaves of a campaign that is being sent, though nobody paused it. */
export type Standstill = "sending_mode" | "sending_state" | "sending_hold" | "sending_disabled" | "warm_up";

export type Outlook = {
  readonly standstill: Standstill | null;
  /** The last of it leaves on the day that begins then: a domain warms up. Null when nothing makes it wait for a day. */
  readonly lastDayAt: Date | null;
};

const clear: Outlook = { standstill: null, lastDayAt: null };

type Sending = Pick<CampaignRecord, "id" | "status" | "preferTime"> & {
  /** Recipients whose messages are still to be written. */
  readonly unwritten: number;
};

/** Derived, never stored: what keeps it from leaving is somewhere else and may end at any moment. */
export async function outlookOf(ctx: Context, campaign: Sending): Promise<Outlook> {
  if (campaign.status !== "sending") return clear;
  const { db, clock, company } = ctx;
  const now = clock.now();
  const today = dayAt(now, company.timeZone);
  const [settings, paths] = await Promise.all([getSettings(db), listPaths(db, campaign.id, today)]);
  const tomorrowAt = startOfNextDay(today, company.timeZone);
  const isSpent = paths.length > 0 && paths.every((path) => isDaySpent(path, campaign, { now, tomorrowAt }));
  const days = paths.flatMap(({ warmingSince, sentToday, waiting }, index) => {
    if (warmingSince === null) return [];
    const left = waiting + (index === 0 ? campaign.unwritten : 0);
    return lastDayOf({ since: warmingSince, sentToday, waiting: left }, now, company.timeZone) ?? [];
  });
  return {
    standstill: switchedOff(ctx, settings) ?? (isSpent ? "warm_up" : null),
    lastDayAt: days.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
  };
}

function switchedOff({ mailMode }: Context, settings: SendingSettings): Standstill | null {
  if (mailMode === "test" || mailMode === "off") return "sending_mode";
  if (settings.sendingState !== "live") return "sending_state";
  if (settings.sendingHold !== "") return "sending_hold";
  return settings.sendingEnabled ? null : "sending_disabled";
}

type Times = { readonly now: Date; readonly tomorrowAt: Date };

/** Nothing is left of the day's number; or so little that everything was put off until tomorrow. */
function isDaySpent({ warmingSince, sentToday, nextDueAt }: Path, { preferTime }: Sending, { now, tomorrowAt }: Times) {
  const limit = warmingSince === null ? null : dailyLimit(warmingSince, now);
  if (limit === null) return false;
  return sentToday >= limit || (!preferTime && nextDueAt !== null && nextDueAt >= tomorrowAt);
}
