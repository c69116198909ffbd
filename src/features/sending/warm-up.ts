import { days } from "../../kernel/local-time.ts";

/** Mailbox providers distrust a domain that is new and loud: it begins with little and grows by the same share every day. */
const firstDay = 200;
const lastDay = 200_000;
const planDays = 42;

/** How much a domain may send today; null once the plan is over. */
export function dailyLimit(since: Date, now: Date): number | null {
  const day = Math.max(0, Math.floor((now.getTime() - since.getTime()) / days(1)));
  return day > planDays ? null : Math.round(firstDay * (lastDay / firstDay) ** (day / planDays));
}
