import { addDays, dayAt } from "../../../i18n/company-time.ts";

/** Months are `2026-11` and days `2026-11-17` of the company's calendar; weekdays and lengths have no time zone. */
export const monthOf = (day: string): string => day.slice(0, "2026-11".length);

/** The month in the address; this month when there is none. */
export const monthInAddress = (given: string | undefined, timeZone: string, now = new Date()): string =>
  given !== undefined && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(given) ? given : monthOf(dayAt(now, timeZone));

export const firstDay = (month: string): string => `${month}-01`;

export function shiftMonth(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return monthOf(new Date(Date.UTC(year, number - 1 + months, 1)).toISOString());
}

/** The whole weeks, Monday first, that contain the month. */
export function calendarDays(month: string): string[] {
  const first = firstDay(month);
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const length = new Date(addDays(firstDay(shiftMonth(month, 1)), -1)).getUTCDate();
  const weeks = Math.ceil((before + length) / 7);
  return Array.from({ length: weeks * 7 }, (_, index) => addDays(first, index - before));
}
