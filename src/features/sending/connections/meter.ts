import type { ConnectionLimits } from "./queries.ts";

/** What a connection has sent lately; a row that all workers share. */
export type Meter = {
  readonly day: string;
  readonly sent: number;
  /** Messages that may leave at once, at the time `tokensAt`. Negative after single mails that did not wait. */
  readonly tokens: number;
  readonly tokensAt: number;
  /** Minutes since the epoch, oldest first, with their messages. */
  readonly minutes: readonly (readonly [minute: number, messages: number])[];
};

export type Allowance = {
  readonly meter: Meter;
  readonly allowed: number;
  /** When more is allowed; undefined while nothing limits it. */
  readonly nextAt: Date | undefined;
};

type Request = {
  readonly wanted: number;
  readonly now: Date;
  /** The day of the company, and when the next one begins. */
  readonly day: string;
  readonly tomorrowAt: Date;
  /** A single mail does not wait for the limit per second; later ones wait for it. */
  readonly isSingle?: boolean;
};

const minuteMs = 60_000;
/** A message leaves the window of an hour when the minute that is 60 before has passed. */
const windowMinutes = 60;
/** Seconds of the rate that may leave at once after a pause, and that are waited for. */
const burstS = 0.5;
const portionS = 0.25;
/** Sums of fractions fall short of the whole number. */
const epsilon = 1e-6;

const burst = (perSecond: number): number => Math.max(1, perSecond * burstS);

/** Takes as many messages from the limits as they allow. */
export function takeAllowance(before: Meter, limits: ConnectionLimits, request: Request): Allowance {
  const { wanted, day, tomorrowAt, isSingle = false } = request;
  // A clock that is behind must not fill the bucket twice.
  const at = Math.max(request.now.getTime(), before.tokensAt);
  const minute = Math.floor(at / minuteMs);
  const minutes = before.minutes.filter(([each]) => each >= minute - windowMinutes);
  const sent = day > before.day ? 0 : before.sent;
  const { perSecond, perHour, perDay } = limits;
  const tokens =
    perSecond === null ? 0 : Math.min(burst(perSecond), before.tokens + ((at - before.tokensAt) / 1000) * perSecond);
  const leftNow = perSecond === null || isSingle ? wanted : Math.floor(tokens + epsilon);
  const leftOfHour = perHour === null ? wanted : perHour - minutes.reduce((sum, [, messages]) => sum + messages, 0);
  const leftOfDay = perDay === null ? wanted : perDay - sent;
  const allowed = Math.max(0, Math.min(wanted, leftNow, leftOfHour, leftOfDay));
  const meter: Meter = {
    day: day > before.day ? day : before.day,
    sent: sent + allowed,
    tokens: perSecond === null ? 0 : tokens - allowed,
    tokensAt: at,
    minutes: perHour === null ? [] : addMessages(minutes, minute, allowed),
  };
  if (allowed === wanted) return { meter, allowed, nextAt: undefined };
  const waits = [
    leftOfDay <= allowed && perDay !== null ? tomorrowAt.getTime() : 0,
    leftOfHour <= allowed && perHour !== null ? ((meter.minutes[0]?.[0] ?? minute) + windowMinutes + 1) * minuteMs : 0,
    leftNow <= allowed && perSecond !== null ? at + msUntilPortion(perSecond, meter.tokens) : 0,
  ];
  return { meter, allowed, nextAt: new Date(Math.max(at, ...waits)) };
}

function msUntilPortion(perSecond: number, tokens: number): number {
  const portion = Math.max(1, Math.floor(perSecond * portionS));
  return Math.ceil(((portion - tokens) / perSecond) * 1000);
}

function addMessages(minutes: Meter["minutes"], minute: number, messages: number): Meter["minutes"] {
  if (messages === 0) return minutes;
  const last = minutes.at(-1);
  if (last?.[0] !== minute) return [...minutes, [minute, messages]];
  return [...minutes.slice(0, -1), [minute, last[1] + messages]];
}

/** Messages that were not handed over count for nothing. */
export function returnAllowance(before: Meter, count: number, day: string): Meter {
  const minutes: (readonly [number, number])[] = [];
  let left = count;
  for (const [minute, messages] of before.minutes.toReversed()) {
    const taken = Math.min(left, messages);
    left -= taken;
    if (messages > taken) minutes.unshift([minute, messages - taken]);
  }
  return {
    ...before,
    sent: before.day === day ? Math.max(0, before.sent - count) : before.sent,
    tokens: before.tokens + count,
    minutes,
  };
}
