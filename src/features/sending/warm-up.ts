import { days } from "../../kernel/local-time.ts";

const [firstDay, lastDay, length] = [200, 200_000, 42] as const;

/** How many messages a new domain may send on the day that `now` is; null once it is warm. */
export function dailyLimit(since: Date, now: Date): number | null {
  const day = Math.max(0, Math.floor((now.getTime() - since.getTime()) / days(1)));
  return day >= length ? null : Math.round(firstDay * (lastDay / firstDay) ** (day / (length - 1)));
}
