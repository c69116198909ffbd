import { describe, expect, it } from "vitest";
import { addMs, hours, minutes } from "../../../kernel/local-time.ts";
import { returnAllowance, takeAllowance, type Meter } from "./meter.ts";
import type { ConnectionLimits } from "./queries.ts";

const start = new Date("2026-03-02T10:00:00Z");
const day = "2026-03-02";
const tomorrowAt = new Date("2026-03-03T00:00:00Z");
const none: ConnectionLimits = { perSecond: null, perHour: null, perDay: null, connections: null };
const empty: Meter = { day, sent: 0, tokens: 0, tokensAt: start.getTime(), minutes: [] };

/** Takes all that is allowed every `everyMs` for some time; answers how many at which time. */
function takeFor(limits: ConnectionLimits, { ms, everyMs, wanted }: { ms: number; everyMs: number; wanted: number }) {
  let meter = empty;
  const taken: { at: number; n: number }[] = [];
  for (let at = 0; at < ms; at += everyMs) {
    const found = takeAllowance(meter, limits, { wanted, now: addMs(start, at), day, tomorrowAt });
    meter = found.meter;
    if (found.allowed > 0) taken.push({ at, n: found.allowed });
  }
  return { meter, taken, sum: taken.reduce((sum, { n }) => sum + n, 0) };
}

/** The most in any window of this length. */
const mostWithin = (taken: readonly { at: number; n: number }[], ms: number) =>
  Math.max(
    ...taken.map(({ at }) => taken.reduce((sum, each) => sum + (each.at >= at && each.at < at + ms ? each.n : 0), 0)),
  );

describe("per second", () => {
  it.each([5, 50, 1000])("%i lets that many leave, half a second's more in any second", (perSecond) => {
    const { taken, sum } = takeFor({ ...none, perSecond }, { ms: 60_000, everyMs: 17, wanted: 100 });
    expect(Math.abs(sum / 60 - perSecond)).toBeLessThanOrEqual(perSecond * 0.02);
    expect(mostWithin(taken, 1000)).toBeLessThanOrEqual(Math.ceil(perSecond * 1.5) + 1);
  });

  it("says when a quarter of a second's messages may leave", () => {
    const limits = { ...none, perSecond: 40 };
    const { meter, allowed, nextAt } = takeAllowance(empty, limits, { wanted: 5, now: start, day, tomorrowAt });
    expect([allowed, nextAt]).toEqual([0, addMs(start, 250)]);
    const next = takeAllowance(meter, limits, { wanted: 50, now: addMs(start, 250), day, tomorrowAt });
    expect(next.allowed).toBe(10);
  });

  it("lets a single mail leave at once, and others wait for it", () => {
    const limits = { ...none, perSecond: 1 };
    const request = { now: start, day, tomorrowAt };
    const single = takeAllowance(empty, limits, { ...request, wanted: 1, isSingle: true });
    expect(single.allowed).toBe(1);
    const next = takeAllowance(single.meter, limits, { ...request, wanted: 1, now: addMs(start, 1500) });
    expect([next.allowed, next.nextAt]).toEqual([0, addMs(start, 2000)]);
  });

  it("does not fill the bucket for a clock that is behind", () => {
    const limits = { ...none, perSecond: 10 };
    const ahead = takeAllowance(empty, limits, { wanted: 5, now: addMs(start, 500), day, tomorrowAt });
    expect(ahead.allowed).toBe(5);
    expect(takeAllowance(ahead.meter, limits, { wanted: 5, now: start, day, tomorrowAt }).allowed).toBe(0);
  });
});

describe("per hour", () => {
  const limits = { ...none, perHour: 100 };

  it("lets no more leave in any 60 minutes", () => {
    const { taken } = takeFor(limits, { ms: hours(6), everyMs: minutes(7), wanted: 30 });
    expect(mostWithin(taken, hours(1))).toBe(100);
  });

  it("goes on when the first minute is an hour old", () => {
    const first = takeAllowance(empty, limits, { wanted: 100, now: addMs(start, 5000), day, tomorrowAt });
    const held = takeAllowance(first.meter, limits, { wanted: 1, now: addMs(start, minutes(20)), day, tomorrowAt });
    expect([held.allowed, held.nextAt]).toEqual([0, addMs(start, minutes(61))]);
    const next = takeAllowance(held.meter, limits, { wanted: 1, now: addMs(start, minutes(61)), day, tomorrowAt });
    expect(next.allowed).toBe(1);
  });

  it("counts what was given back for nothing", () => {
    const first = takeAllowance(empty, limits, { wanted: 100, now: start, day, tomorrowAt });
    const meter = returnAllowance(first.meter, 30, day);
    expect(meter.sent).toBe(70);
    expect(takeAllowance(meter, limits, { wanted: 50, now: start, day, tomorrowAt }).allowed).toBe(30);
  });
});

describe("per day", () => {
  const limits = { ...none, perDay: 10 };

  it("goes on with the next day of the company", () => {
    const first = takeAllowance(empty, limits, { wanted: 15, now: start, day, tomorrowAt });
    expect([first.allowed, first.nextAt]).toEqual([10, tomorrowAt]);
    const next = { wanted: 4, now: tomorrowAt, day: "2026-03-03", tomorrowAt: addMs(tomorrowAt, hours(24)) };
    expect(takeAllowance(first.meter, limits, next)).toMatchObject({
      allowed: 4,
      meter: { sent: 4, day: "2026-03-03" },
    });
  });

  it("stays with the later day for a process that is still in the day before", () => {
    const later: Meter = { ...empty, day: "2026-03-03", sent: 9 };
    expect(takeAllowance(later, limits, { wanted: 4, now: start, day, tomorrowAt })).toMatchObject({
      allowed: 1,
      meter: { day: "2026-03-03", sent: 10 },
    });
  });
});

it("allows everything without limits and counts it", () => {
  expect(takeAllowance(empty, none, { wanted: 500, now: start, day, tomorrowAt })).toMatchObject({
    allowed: 500,
    nextAt: undefined,
    meter: { sent: 500 },
  });
});
