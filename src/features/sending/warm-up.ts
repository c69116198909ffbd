import { addDays, dayAt, days, startOfDay } from "../../kernel/local-time.ts";

/**
 * Mailbox providers distrust a new domain with high volume, so the daily limit starts low and grows by a fixed ratio.
 */
const firstDayLimit = 200;
const lastDayLimit = 200_000;
const planDays = 42;

/** Messages that a domain may send today; null once warm-up is finished. */
export function dailyLimit(since: Date, now: Date): number | null {
  const day = Math.max(0, Math.floor((now.getTime() - since.getTime()) / days(1)));
  return day > planDays ? null : Math.round(firstDayLimit * (lastDayLimit / firstDayLimit) ** (day / planDays));
}

export type WarmUpBacklog = { readonly since: Date; readonly sentToday: number; readonly waiting: number };

/**
 * Start of the day (company time) on which the last pending message is sent; undefined if all fit into today's limit.
 */
export function lastSendingDay(
  { since, sentToday, waiting }: WarmUpBacklog,
  now: Date,
  timeZone: string,
): Date | undefined {
  const limitAt = (at: Date) => dailyLimit(since, at) ?? Infinity;
  let left = waiting - Math.max(0, limitAt(now) - sentToday);
  let day = dayAt(now, timeZone);
  let start: Date | undefined;
  while (left > 0) {
    day = addDays(day, 1);
    start = startOfDay(day, timeZone);
    left -= limitAt(start);
  }
  return start;
}
