import {
  addDays,
  addLocal,
  addMs,
  dayAt,
  dayInYear,
  hours,
  instantAt,
  minutes,
  getWeekday,
} from "../../../kernel/local-time.ts";
import { latestEnd } from "./limit.ts";
import type { TimeSpec } from "./spec.ts";

export type TimeContext = {
  /** When the contact arrived at the node. */
  readonly base: Date;
  readonly timeZone: string;
  /** The value of the field that the specification names: YYYY-MM-DD or MM-DD, null without one. */
  readonly fieldValue: string | null;
};

/** When the waiting ends; `base` where nothing holds the contact. */
export function resolveTime(spec: TimeSpec, context: TimeContext): Date {
  switch (spec.kind) {
    case "delay":
      return afterDelay(spec, context);
    case "at":
      return nextTimeOfDay(spec, context);
    case "date":
      return ifHolding(instantAt(spec.at.slice(0, 10), spec.at.slice(11), context.timeZone), context);
    case "field":
      return onFieldDate(spec, context);
  }
}

type Spec<Kind extends TimeSpec["kind"]> = Extract<TimeSpec, { kind: Kind }>;

/** A moment in the past, or more than 10 years ahead, does not hold the contact. */
const ifHolding = (at: Date, context: TimeContext): Date =>
  at < context.base || at > latestEnd(context) ? context.base : at;

function afterDelay({ amount, unit }: Spec<"delay">, { base, timeZone }: TimeContext): Date {
  switch (unit) {
    case "minutes":
      return addMs(base, minutes(amount));
    case "hours":
      return addMs(base, hours(amount));
    case "days":
      return addLocal(base, timeZone, { days: amount });
    case "weeks":
      return addLocal(base, timeZone, { weeks: amount });
    case "months":
      return addLocal(base, timeZone, { months: amount });
  }
}

/** A week after the day of the base every weekday has come, also when DST moved the time of the first one before it. */
const maxDaysAhead = 8;

/** Starts on the day before: a gap at midnight moves a time to the next day. */
function nextTimeOfDay({ time, weekdays }: Spec<"at">, { base, timeZone }: TimeContext): Date {
  const today = dayAt(base, timeZone);
  for (let ahead = -1; ahead <= maxDaysAhead; ahead += 1) {
    const day = addDays(today, ahead);
    if (weekdays !== undefined && !weekdays.includes(getWeekday(day))) continue;
    const at = instantAt(day, time, timeZone);
    if (at >= base) return at;
  }
  throw new Error(`no moment at ${time}`);
}

/** Birthdays and name days come every year; any other date once. */
function onFieldDate(spec: Spec<"field">, context: TimeContext): Date {
  const { base, timeZone, fieldValue } = context;
  if (fieldValue === null) return base;
  const on = (day: string) => instantAt(addDays(day, spec.offsetDays), spec.time, timeZone);
  if (spec.field !== "birthday" && spec.field !== "nameDay") return ifHolding(on(fieldValue), context);
  const monthDay = fieldValue.slice(-5);
  // The year of the date itself, which the offset may move to another year.
  const year = Number(addDays(dayAt(base, timeZone), -spec.offsetDays).slice(0, 4));
  const next = [year - 1, year, year + 1]
    .map((candidate) => on(dayInYear(candidate, monthDay)))
    .find((at) => at >= base);
  if (next === undefined) throw new Error(`no occurrence of ${spec.field}`);
  return next;
}
