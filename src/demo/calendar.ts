import { addMs, days, minutes, startOfDay } from "../kernel/local-time.ts";
import type { Random } from "./random.ts";

/** Converts days before today and minutes of the company's local time to instants. */
export type Calendar = {
  readonly now: Date;
  at(daysAgo: number, minuteOfDay: number): Date;
  /** 0 is Sunday. */
  weekday(daysAgo: number): number;
  /** 1 is January. */
  month(daysAgo: number): number;
};

type Day = { readonly begin: Date; readonly weekday: number; readonly month: number };

export function localCalendar(now: Date, timeZone: string): Calendar {
  const known = new Map<number, Day>();
  const getDay = (daysAgo: number): Day => {
    const day = known.get(daysAgo) ?? findDay(now, daysAgo, timeZone);
    known.set(daysAgo, day);
    return day;
  };
  return {
    now,
    at: (daysAgo, minuteOfDay) => addMs(getDay(daysAgo).begin, minutes(minuteOfDay)),
    weekday: (daysAgo) => getDay(daysAgo).weekday,
    month: (daysAgo) => getDay(daysAgo).month,
  };
}

function findDay(now: Date, daysAgo: number, timeZone: string): Day {
  const day = addMs(now, -days(daysAgo)).toISOString().slice(0, 10);
  const date = new Date(day);
  return { begin: startOfDay(day, timeZone), weekday: date.getUTCDay(), month: date.getUTCMonth() + 1 };
}

/** Relative sign-ups from Sunday to Saturday: most on Monday evening and Tuesday, fewest on Saturday. */
const weekdayShares = [0.75, 1, 1, 0.9, 0.85, 0.7, 0.5] as const;

const hourWeights: readonly (readonly [hour: number, weight: number])[] = [
  [0, 1],
  [6, 3],
  [7, 6],
  [8, 9],
  [9, 11],
  [10, 11],
  [11, 9],
  [12, 10],
  [13, 8],
  [14, 7],
  [15, 7],
  [16, 8],
  [17, 9],
  [18, 10],
  [19, 13],
  [20, 15],
  [21, 13],
  [22, 7],
  [23, 3],
];

export const pickHour = (random: Random): number => random.pickWeighted(hourWeights);

/**
 * A random instant in the last `span` days, excluding the last `atLeast`; later days are more likely because the shop
 * grows.
 */
export function pickMoment(random: Random, calendar: Calendar, range: { span: number; atLeast: number }): Date {
  for (;;) {
    const growth = random.next() ** (1 / 1.7);
    const daysAgo = Math.floor((range.span - range.atLeast) * (1 - growth)) + range.atLeast;
    const isChristmas = calendar.month(daysAgo) >= 11;
    const share = (weekdayShares[calendar.weekday(daysAgo)] ?? 1) * (isChristmas ? 1 : 0.7);
    const at = secondsInto(random, calendar.at(daysAgo, pickHour(random) * 60 + random.integer(0, 59)));
    if (random.chance(share) && at < addMs(calendar.now, -minutes(10))) return at;
  }
}

/** Adds random seconds. */
export const secondsInto = (random: Random, at: Date): Date => addMs(at, random.integer(0, 59_999));

export function between(random: Random, from: Date, to: Date): Date {
  return addMs(from, Math.floor(random.next() * Math.max(0, to.getTime() - from.getTime())));
}
