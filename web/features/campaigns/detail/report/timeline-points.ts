import { addDays, dayAt, startOfDay } from "../../../../i18n/company-time.ts";

const hourMs = 3_600_000;

type Entry = { readonly at: string; readonly opens: number; readonly clicks: number };
type Timeline = { readonly unit: "hour" | "day"; readonly points: Entry[] };

const nothing = { opens: 0, clicks: 0 };

/**
 * Hours or calendar days of the company from the first event to the last, with the quiet ones between them. The API
 * sends hours up to three days, and the starts of days for longer times. `at` is the instant an hour begins, or a day.
 */
export function timelinePoints(entries: readonly Entry[], timeZone: string): Timeline {
  const [first, last] = [entries[0]?.at, entries.at(-1)?.at];
  if (first === undefined || last === undefined) return { unit: "hour", points: [] };
  const isByDay = first !== last && entries.every(({ at }) => startsDay(at, timeZone));
  const unit = isByDay ? "day" : "hour";
  const keys = isByDay ? daysBetween(dayAt(first, timeZone), dayAt(last, timeZone)) : hoursBetween(first, last);
  const known = new Map(entries.map((entry) => [isByDay ? dayAt(entry.at, timeZone) : entry.at, entry]));
  return { unit, points: keys.map((at) => ({ ...(known.get(at) ?? nothing), at })) };
}

const startsDay = (at: string, timeZone: string): boolean =>
  startOfDay(dayAt(at, timeZone), timeZone).getTime() === Date.parse(at);

function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

function hoursBetween(first: string, last: string): string[] {
  const hours = Math.round((Date.parse(last) - Date.parse(first)) / hourMs);
  return Array.from({ length: hours + 1 }, (_, index) => new Date(Date.parse(first) + index * hourMs).toISOString());
}
