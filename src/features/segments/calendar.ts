import { addDays, dayAt, isLeapYear } from "../../kernel/local-time.ts";

/** Calendar days in the company's time zone, as rules count them. */
export const daysAgo = (now: Date, timeZone: string, count: number): string => addDays(dayAt(now, timeZone), -count);

export type DayRange = { readonly from: string; readonly to: string };

/** The period from today minus the number of days, today included. */
export const lastDays = (now: Date, timeZone: string, count: number): DayRange => ({
  from: daysAgo(now, timeZone, count),
  to: dayAt(now, timeZone),
});

/** Today and as many days after it. */
export const nextDays = (now: Date, timeZone: string, count: number): DayRange => ({
  from: dayAt(now, timeZone),
  to: daysAgo(now, timeZone, -count),
});

/** A range of days as MM-DD; `from` is after `to` if it crosses the end of the year. */
export type YearlyRange = DayRange | "every day";

/** 29 February counts as the 28th in years without it. */
export function yearlyRange({ from, to }: DayRange): YearlyRange {
  if (addDays(from, 365) <= to) return "every day";
  const last = to.slice(5);
  return { from: from.slice(5), to: last === "02-28" && !isLeapYear(to) ? "02-29" : last };
}
