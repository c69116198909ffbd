import { isCalendarDay, isMonthDay } from "../../../kernel/local-time.ts";
import type { DateFormat } from "../shapes.ts";

type DateParts = { year?: string | undefined; month: string; day: string };

const dayPatterns: Readonly<Record<DateFormat, RegExp>> = {
  "YYYY-MM-DD": /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ][\d:.Z+-]*)?$/,
  "DD.MM.YYYY": /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})(?:\s[\d:.]*)?$/,
  "MM/DD/YYYY": /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?:\s[\d:.]*)?$/,
};

const monthDayPatterns: Readonly<Record<DateFormat, RegExp>> = {
  "YYYY-MM-DD": /^(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  "DD.MM.YYYY": /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.?$/,
  "MM/DD/YYYY": /^(?<month>\d{1,2})\/(?<day>\d{1,2})$/,
};

const dateFormatOrder: readonly DateFormat[] = ["YYYY-MM-DD", "DD.MM.YYYY", "MM/DD/YYYY"];

function matchDate(text: string, patterns: Readonly<Record<DateFormat, RegExp>>, format: DateFormat | undefined) {
  for (const one of format === undefined ? dateFormatOrder : [format]) {
    const groups = patterns[one].exec(text)?.groups;
    if (groups !== undefined)
      return padded({ year: groups["year"], month: groups["month"] ?? "", day: groups["day"] ?? "" });
  }
  return undefined;
}

const padded = ({ year, month, day }: DateParts): DateParts => ({
  year,
  month: month.padStart(2, "0"),
  day: day.padStart(2, "0"),
});

/** YYYY-MM-DD; without a format all three are accepted, because their separators differ. */
export function parseDay(text: string, format: DateFormat | undefined): string | undefined {
  const parts = matchDate(text, dayPatterns, format);
  if (parts === undefined) return undefined;
  const day = `${parts.year}-${parts.month}-${parts.day}`;
  return isCalendarDay(day) ? day : undefined;
}

/** MM-DD; this format itself is always accepted. */
export function parseMonthDay(text: string, format: DateFormat | undefined): string | undefined {
  const parts = matchDate(text, monthDayPatterns, format) ?? matchDate(text, monthDayPatterns, "YYYY-MM-DD");
  if (parts === undefined) return undefined;
  const day = `${parts.month}-${parts.day}`;
  return isMonthDay(day) ? day : undefined;
}
