import { addDays, dayAt, instantAt } from "../../../kernel/local-time.ts";

export type DateCheck = { readonly checkAt: Date; readonly checkDay: string };

/** A gap at midnight may move the time of a day to the next one. */
const daysToLook = [-1, 0, 1, 2] as const;

/** The first day whose time of day has not passed. */
export function nextDateCheck(time: string, now: Date, timeZone: string): DateCheck {
  const today = dayAt(now, timeZone);
  const next = daysToLook
    .map((ahead) => dateCheckOn(addDays(today, ahead), time, timeZone))
    .find((check) => check.checkAt >= now);
  if (next === undefined) throw new Error(`no moment at ${time}`);
  return next;
}

export const dateCheckOn = (day: string, time: string, timeZone: string): DateCheck => ({
  checkAt: instantAt(day, time, timeZone),
  checkDay: day,
});

/** The dates of which a day is the occurrence, as MM-DD: 29 February is the 28th in a year without it. */
export function monthDaysOn(day: string): string[] {
  const monthDay = day.slice(5);
  return monthDay === "02-28" && addDays(day, 1).slice(5) === "03-01" ? [monthDay, "02-29"] : [monthDay];
}
