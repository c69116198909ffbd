import { Temporal } from "temporal-polyfill";

/** Calendar days and clock times of a company. All time rules are defined here. */

const regionAndCity = /^[a-z_]+(?:\/[a-z0-9_+-]+)+$/i;
/** Legacy zone names that JavaScript accepts and PostgreSQL does not. */
const unknownToDatabase = /^(?:us\/pacific-new|canada\/east-saskatchewan|systemv\/.*)$/i;

/**
 * A zone name that this calendar, JavaScript and the database interpret alike. Abbreviations are rejected: IST is
 * India for one and Israel for the other.
 */
export function isTimeZone(name: string): boolean {
  if (name !== "UTC" && (!regionAndCity.test(name) || unknownToDatabase.test(name))) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** ISO 8601 in UTC, as answers carry it. */
export const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** The instant a local calendar day (YYYY-MM-DD) begins; where midnight is skipped by DST, the first instant after. */
export function startOfDay(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
}

export function startOfNextDay(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds);
}

/** YYYY-MM-DD that exists in the calendar, in a year from 1000 to 2999, which every component can represent. */
export function isCalendarDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const instant = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** An instant in ISO 8601; the offset is required, because the time is ambiguous without it. */
export function parseInstant(text: string): Date | undefined {
  const day = instant.exec(text)?.[1];
  if (day === undefined || !isCalendarDay(day)) return undefined;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** MM-DD; 29 February is a day too. */
export const isMonthDay = (text: string): boolean => isCalendarDay(`2000-${text}`);

export function addMonths(date: Date, months: number): Date {
  const at = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO("UTC").add({ months });
  return new Date(at.epochMilliseconds);
}

export const minutes = (count: number): number => count * 60_000;
export const hours = (count: number): number => minutes(count * 60);
export const days = (count: number): number => hours(count * 24);
export const addMs = (date: Date, ms: number): Date => new Date(date.getTime() + ms);

/** The seconds that `Retry-After` states: at least 1. */
export const secondsUntil = (at: Date, now: Date): number =>
  Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000));

/** The calendar day (YYYY-MM-DD) that an instant falls on. */
export function dayAt(at: Date, timeZone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime());
  return instant.toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

export const addDays = (day: string, count: number): string =>
  Temporal.PlainDate.from(day).add({ days: count }).toString();

export const isLeapYear = (day: string): boolean => Temporal.PlainDate.from(day).inLeapYear;

/** The number of days between two calendar days. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;

/**
 * The instant of a local time (`HH:MM`) on a calendar day. A time that DST skips is moved forward by the gap; of a
 * repeated one the first is taken.
 */
export const instantAt = (day: string, time: string, timeZone: string): Date =>
  new Date(Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone).epochMilliseconds);

const localSecond = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/**
 * The first and the last instant of a local `YYYY-MM-DD HH:MM:SS`, which differ where DST repeats it; undefined if it is
 * no time. Of a time that DST skips, `first` is the first second after it and `last` the last one before it.
 */
export function findInstants(local: string, timeZone: string): { first: Date; last: Date } | undefined {
  const day = localSecond.exec(local)?.[1];
  if (day === undefined || !isCalendarDay(day)) return undefined;
  const plain = Temporal.PlainDateTime.from(local.replace(" ", "T"));
  const earlier = plain.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const change = earlier.toPlainDateTime().equals(plain) ? null : earlier.getTimeZoneTransition("next");
  if (change !== null) {
    const first = new Date(change.epochMilliseconds);
    return { first, last: addMs(first, -1000) };
  }
  const later = plain.toZonedDateTime(timeZone, { disambiguation: "later" });
  return { first: new Date(earlier.epochMilliseconds), last: new Date(later.epochMilliseconds) };
}

/** Local `YYYY-MM-DDTHH:MM` of an instant. */
export const localMinuteAt = (at: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });

/** Local `YYYY-MM-DD HH:MM:SS` of an instant, as the compatible API writes times. */
export const localSecondAt = (at: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: "second" })
    .replace("T", " ");

/** The same local time after so many days, weeks or months; the end of a month is clamped, DST as in `instantAt`. */
export const addLocal = (at: Date, timeZone: string, span: { days: number } | { weeks: number } | { months: number }) =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).add(span).epochMilliseconds,
  );

/** 1 (Monday) to 7. */
export const getWeekday = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek;

/** The day of a yearly date (`MM-DD`) in a year; 29 February is the 28th in a year without it. */
export const dayInYear = (year: number, monthDay: string): string =>
  Temporal.PlainMonthDay.from(monthDay).toPlainDate({ year }).toString();

const wholeSeconds = "2026-11-15T17:00:00".length;
const utc = "+00:00";

/**
 * Times inside PostgreSQL's JSON are UTC with up to six fractional digits and no trailing zeros. Rewriting the
 * text is several times cheaper than parsing and formatting a date.
 */
export function isoFromPostgresJson(time: string): string {
  if (!time.endsWith(utc)) return new Date(time).toISOString();
  const digits = time.slice(wholeSeconds + 1, Math.min(time.length - utc.length, wholeSeconds + 4));
  return `${time.slice(0, wholeSeconds)}.${digits.padEnd(3, "0")}Z`;
}
