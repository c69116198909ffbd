import { addMs, hours, minutes } from "../../kernel/local-time.ts";

/**
 * The learned limit of a provider. It deferred messages, was probed and accepted again; when it defers again within the hour,
 * its messages were too fast: their rate is halved and grows slowly, until it is twice what was deferred.
 */
export type Pace = {
  /** Messages a minute as of `changedAt`; null while messages are only counted. */
  readonly perMinute: number | null;
  readonly changedAt: Date | null;
  readonly deferredRate: number | null;
  readonly limitedSince: Date | null;
  readonly until: Date | null;
  /** The minute that is counted, the messages claimed in it, and the most in an earlier one. */
  readonly minuteAt: Date | null;
  readonly minuteCount: number;
  readonly peak: number;
};

const watchedMs = hours(1);
const limitedMs = hours(24);
const raiseEveryMs = minutes(10);
const raise = 1.1;
/** A limit ends when it has grown to this multiple of the deferred rate. */
const endsAtTimes = 2;

export const toMinute = (at: Date): Date => new Date(Math.floor(at.getTime() / minutes(1)) * minutes(1));

/** Messages a minute as of now; undefined without a limit, also of one that has grown until its end. */
export function currentLimit({ perMinute, changedAt, deferredRate }: Pace, now: Date): number | undefined {
  if (perMinute === null || changedAt === null) return undefined;
  const steps = Math.max(0, Math.floor((now.getTime() - changedAt.getTime()) / raiseEveryMs));
  // At least one more message with each step.
  const limit = Math.max(Math.floor(perMinute * raise ** steps), perMinute + steps);
  return limit >= endsAtTimes * Math.max(deferredRate ?? 0, 1) ? undefined : limit;
}

/** The provider begins to defer messages. */
export function paceAfterDeferral(pace: Pace, now: Date): Pace {
  const isWatched = pace.until !== null && pace.until > now;
  const limit = currentLimit(pace, now);
  const unlimited = { perMinute: null, changedAt: null, deferredRate: null, limitedSince: null };
  if (!isWatched) return { ...unlimited, until: addMs(now, watchedMs), minuteAt: null, minuteCount: 0, peak: 0 };
  const rate = limit ?? Math.max(pace.peak, pace.minuteCount, 1);
  return {
    ...pace,
    perMinute: Math.max(1, Math.floor(rate / 2)),
    changedAt: now,
    deferredRate: limit === undefined ? rate : (pace.deferredRate ?? rate),
    limitedSince: limit === undefined ? now : (pace.limitedSince ?? now),
    until: addMs(now, limitedMs),
  };
}

/** When the given number of messages will have been claimed; undefined without a limit. */
export function estimatePacedEnd(pace: Pace, waiting: number, now: Date): Date | undefined {
  const limit = currentLimit(pace, now);
  return limit === undefined ? undefined : addMs(now, minutes(Math.ceil(waiting / limit)));
}

export type PaceGrant = { readonly pace: Pace; readonly allowed: number; readonly nextAt: Date | null };

/** Counts messages that are to be claimed now. `nextAt` is given when the limit allows no more in this minute. */
export function grantPace(pace: Pace, wanted: number, now: Date): PaceGrant {
  const minuteAt = toMinute(now);
  const isSameMinute = pace.minuteAt?.getTime() === minuteAt.getTime();
  const before = isSameMinute ? pace.minuteCount : 0;
  const peak = isSameMinute ? pace.peak : Math.max(pace.peak, pace.minuteCount);
  const limit = currentLimit(pace, now);
  const isOver = pace.perMinute !== null && limit === undefined;
  const allowed = Math.max(0, Math.min(wanted, (limit ?? Infinity) - before));
  const counted = { ...pace, minuteAt, minuteCount: before + allowed, peak };
  return {
    pace: isOver
      ? { ...counted, perMinute: null, changedAt: null, deferredRate: null, limitedSince: null, until: now }
      : counted,
    allowed,
    nextAt: allowed === 0 ? addMs(minuteAt, minutes(1)) : null,
  };
}
