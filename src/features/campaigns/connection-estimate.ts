import type { Context } from "../../context.ts";
import { addDays, addMs, hours, startOfDay } from "../../kernel/local-time.ts";
import { listConnectionLoads, type SenderLimits } from "./connection-loads.queries.ts";

export type ConnectionEstimate = {
  /** All that waits, waits for paused connections. */
  readonly isPaused: boolean;
  /** All that waits, waits for the limit per hour or day. */
  readonly isLimitReached: boolean;
  readonly limitedUntil: Date | null;
};

type Waiting = { readonly id: string; readonly unexpanded: number };

/** Batches that are due so soon wait for a limit per second, which is no reason that nothing leaves. */
const shortWaitMs = 5000;

/** How the connections of the senders of a campaign slow it down; without connections of the company nothing does. */
export async function computeConnectionEstimate(
  ctx: Context,
  campaign: Waiting,
  today: string,
): Promise<ConnectionEstimate> {
  const now = ctx.clock.now();
  const loads = await listConnectionLoads(ctx.db, campaign.id, { today, until: addMs(now, shortWaitMs) });
  const isHeld = loads.length > 0 && loads.every(({ waits, batches }) => batches > 0 && waits === batches);
  const ends = loads.flatMap((load, index) => {
    const waiting = load.waiting + (index === 0 ? campaign.unexpanded : 0);
    return limitedEnd(load, waiting, { now, today, timeZone: ctx.company.timeZone }) ?? [];
  });
  return {
    isPaused: isHeld && loads.some(({ state }) => state !== null && state !== "ok"),
    isLimitReached: isHeld && loads.every(({ state }) => state === "ok"),
    limitedUntil: ends.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null,
  };
}

type Today = { readonly now: Date; readonly today: string; readonly timeZone: string };

/** When the limits of a connection let the last of the waiting messages leave; undefined without limits. */
export function limitedEnd(
  { perSecond, perHour, perDay, sentToday }: SenderLimits,
  waiting: number,
  { now, today, timeZone }: Today,
): Date | undefined {
  const ends = [
    perSecond === null ? [] : [addMs(now, (waiting / perSecond) * 1000)],
    perHour === null ? [] : [addMs(now, Math.max(0, Math.ceil(waiting / perHour) - 1) * hours(1))],
    perDay === null ? [] : [endByDay({ waiting, perDay, sentToday }, { now, today, timeZone })],
  ].flat();
  return ends.toSorted((a, b) => b.getTime() - a.getTime())[0];
}

function endByDay(
  { waiting, perDay, sentToday }: { readonly waiting: number; readonly perDay: number; readonly sentToday: number },
  { now, today, timeZone }: Today,
): Date {
  const later = waiting - Math.max(0, perDay - sentToday);
  if (later <= 0) return now;
  return startOfDay(addDays(today, Math.ceil(later / perDay)), timeZone);
}
