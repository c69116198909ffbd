const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** `2026-11`, in the time zone of the browser, as all times of the app are shown. */
export const monthKey = (at: Date): string => `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}`;

export const dayKey = (at: Date): string => `${monthKey(at)}-${twoDigits(at.getDate())}`;

/** The first day of the month in the address; of this month when there is none. */
export function monthOf(key: string | undefined, now = new Date()): Date {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(key ?? "") ?? [];
  return year === undefined
    ? new Date(now.getFullYear(), now.getMonth(), 1)
    : new Date(Number(year), Number(month) - 1, 1);
}

export const shiftMonth = (month: Date, months: number): Date =>
  new Date(month.getFullYear(), month.getMonth() + months, 1);

/** The whole weeks, Monday first, that contain the month. */
export function calendarDays(month: Date): Date[] {
  const before = (month.getDay() + 6) % 7;
  const length = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
  const weeks = Math.ceil((before + length) / 7);
  return Array.from(
    { length: weeks * 7 },
    (_, index) => new Date(month.getFullYear(), month.getMonth(), 1 + index - before),
  );
}
