/**
 * Calendar days and clock times of a company, as `src/kernel/local-time.ts` defines them. It is written with `Intl`
 * alone: the calendar library of the server is too large for the browser.
 */

const dayMs = 86_400_000;
const minuteLength = "2026-12-02T08:00".length;
const dayLength = "2026-12-02".length;

const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** What a clock in the zone shows at an instant, as the milliseconds of a UTC time with the same digits. */
function clockAt(at: number, timeZone: string): number {
  const parts = new Map(
    getFormatter(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
}

const offsetAt = (at: number, timeZone: string): number => clockAt(at, timeZone) - Math.floor(at / 1000) * 1000;

/** Local `YYYY-MM-DDTHH:MM` of an instant, as an input of date and time takes it. */
export const localMinuteAt = (at: string | Date, timeZone: string): string =>
  new Date(clockAt(new Date(at).getTime(), timeZone)).toISOString().slice(0, minuteLength);

/** The calendar day (YYYY-MM-DD) that an instant falls on. */
export const dayAt = (at: string | Date, timeZone: string): string => localMinuteAt(at, timeZone).slice(0, dayLength);

/**
 * The instant of a local `YYYY-MM-DDTHH:MM`. A time that DST skips is moved forward by the gap; of a repeated one the
 * first is taken. An invalid date if the text is no time.
 */
export function instantAt(local: string, timeZone: string): Date {
  const clock = Date.parse(`${local}Z`);
  if (Number.isNaN(clock)) return new Date(clock);
  // A zone changes its offset at most once between these two.
  const [before, after] = [offsetAt(clock - dayMs, timeZone), offsetAt(clock + dayMs, timeZone)];
  const [first = clock - before] = [clock - Math.max(before, after), clock - Math.min(before, after)].filter(
    (at) => clockAt(at, timeZone) === clock,
  );
  return new Date(first);
}

/** The instant a calendar day begins; where midnight is skipped by DST, the first instant after. */
export const startOfDay = (day: string, timeZone: string): Date => instantAt(`${day}T00:00`, timeZone);

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, dayLength);

/** Whether a text is a day of the calendar, which is the same day in every time zone. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
