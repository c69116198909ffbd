import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveTime } from "./resolve.ts";
import type { TimeSpec } from "./spec.ts";
import { runs } from "../../../../tests/harness/scope.ts";

const prague = "Europe/Prague";

const resolved = (spec: TimeSpec, base: string, timeZone = prague, fieldValue: string | null = null): string =>
  resolveTime(spec, { base: new Date(base), timeZone, fieldValue }).toISOString();

const delay = (amount: number, unit: Extract<TimeSpec, { kind: "delay" }>["unit"]): TimeSpec => ({
  kind: "delay",
  amount,
  unit,
});

describe("a delay", () => {
  it.each([
    // DST begins on 2026-03-29 at 02:00 and ends on 2026-10-25 at 03:00 local time.
    [delay(24, "hours"), "2026-03-28T09:00:00.000Z", "2026-03-29T09:00:00.000Z"],
    [delay(1, "days"), "2026-03-28T09:00:00.000Z", "2026-03-29T08:00:00.000Z"],
    [delay(1, "days"), "2026-10-24T09:00:00.000Z", "2026-10-25T10:00:00.000Z"],
    [delay(90, "minutes"), "2026-03-29T00:30:00.000Z", "2026-03-29T02:00:00.000Z"],
    // 02:30 does not exist on that day: 03:30.
    [delay(1, "days"), "2026-03-28T01:30:00.000Z", "2026-03-29T01:30:00.000Z"],
    // 02:30 comes twice on that day: the first.
    [delay(1, "weeks"), "2026-10-18T00:30:00.000Z", "2026-10-25T00:30:00.000Z"],
    [delay(1, "months"), "2026-01-31T11:00:00.000Z", "2026-02-28T11:00:00.000Z"],
    [delay(1, "months"), "2028-01-31T11:00:00.000Z", "2028-02-29T11:00:00.000Z"],
    [delay(12, "months"), "2028-02-29T11:00:00.000Z", "2029-02-28T11:00:00.000Z"],
    [delay(120, "months"), "2026-11-17T11:00:00.000Z", "2036-11-17T11:00:00.000Z"],
  ])("%j after %s ends at %s", (spec, base, expected) => {
    expect(resolved(spec, base)).toBe(expected);
  });
});

describe("a time of day", () => {
  it.each([
    ["09:00", undefined, "2026-11-17T07:59:59.999Z", "2026-11-17T08:00:00.000Z"],
    ["09:00", undefined, "2026-11-17T08:00:00.000Z", "2026-11-17T08:00:00.000Z"],
    ["09:00", undefined, "2026-11-17T08:00:00.001Z", "2026-11-18T08:00:00.000Z"],
    // 2026-11-17 is a Tuesday.
    ["09:00", [2], "2026-11-17T09:00:00.000Z", "2026-11-24T08:00:00.000Z"],
    ["09:00", [1, 3], "2026-11-17T09:00:00.000Z", "2026-11-18T08:00:00.000Z"],
    ["02:30", undefined, "2026-03-28T23:30:00.000Z", "2026-03-29T01:30:00.000Z"],
    // Between the two 02:30 of the doubled hour: the next day.
    ["02:30", undefined, "2026-10-25T01:00:00.000Z", "2026-10-26T01:30:00.000Z"],
  ])("%s on %j from %s is %s", (time, weekdays, base, expected) => {
    expect(resolved({ kind: "at", time, ...(weekdays === undefined ? {} : { weekdays }) }, base)).toBe(expected);
  });
});

it("does not hold for a past date", () => {
  const base = "2026-11-17T08:00:00.000Z";
  expect(resolved({ kind: "date", at: "2026-11-18T07:00" }, base)).toBe("2026-11-18T06:00:00.000Z");
  expect(resolved({ kind: "date", at: "2020-01-01T07:00" }, base)).toBe(base);
});

describe("10 years after the base", () => {
  const base = "2026-11-17T08:00:30.000Z";
  const onDate = (at: string): TimeSpec => ({ kind: "date", at });
  const onField = (offsetDays: number): TimeSpec => ({
    kind: "field",
    field: "customFields.5",
    offsetDays,
    time: "09:00",
  });

  it.each([
    [onDate("2036-11-17T09:00"), null, "2036-11-17T08:00:00.000Z"],
    [onDate("2036-11-17T09:01"), null, base],
    [onDate("2999-12-31T23:59"), null, base],
    [onField(0), "2036-11-17", "2036-11-17T08:00:00.000Z"],
    [onField(0), "2036-11-18", base],
    [onField(-1), "2036-11-18", "2036-11-17T08:00:00.000Z"],
    [onField(3650), "2026-11-18", "2036-11-15T08:00:00.000Z"],
    [onField(3650), "2999-12-31", base],
    [onField(-3650), "2999-12-31", base],
    [onField(0), "2199-01-01", base],
  ])("%j with %s ends at %s: a later moment does not hold", (spec, fieldValue, expected) => {
    expect(resolved(spec, base, prague, fieldValue)).toBe(expected);
  });
});

describe("a date of the contact", () => {
  const base = "2026-11-17T08:00:00.000Z";
  const field = (name: string, offsetDays = 0): TimeSpec => ({ kind: "field", field: name, offsetDays, time: "09:00" });

  it.each([
    ["birthday", 0, "1990-11-18", "2026-11-18T08:00:00.000Z"],
    ["birthday", 0, "1990-11-17", "2026-11-17T08:00:00.000Z"],
    ["birthday", 0, "1990-11-16", "2027-11-16T08:00:00.000Z"],
    ["birthday", -7, "1990-11-24", "2026-11-17T08:00:00.000Z"],
    ["birthday", 20, "1990-12-25", "2027-01-14T08:00:00.000Z"],
    ["birthday", -20, "1990-01-05", "2026-12-16T08:00:00.000Z"],
    ["birthday", 0, "2000-02-29", "2027-02-28T08:00:00.000Z"],
    ["nameDay", 0, "12-24", "2026-12-24T08:00:00.000Z"],
    ["customFields.5", 1, "2026-11-20", "2026-11-21T08:00:00.000Z"],
    ["customFields.5", 1, "2020-11-20", base],
  ])("%s and %i days of %s is %s", (name, offsetDays, value, expected) => {
    expect(resolved(field(name, offsetDays), base, prague, value)).toBe(expected);
  });

  it("does not hold a contact without it", () => {
    expect(resolved(field("birthday"), base)).toBe(base);
  });

  it("keeps a leap day in a leap year", () => {
    expect(resolved(field("birthday"), "2028-01-01T00:00:00.000Z", prague, "2000-02-29")).toBe(
      "2028-02-29T08:00:00.000Z",
    );
  });
});

/** From -11 to +14 hours, with both hemispheres' DST, half hours and half an hour of DST. */
const zones = [
  "Pacific/Pago_Pago",
  "Pacific/Honolulu",
  "America/St_Johns",
  "America/New_York",
  "America/Santiago",
  "UTC",
  "Europe/Prague",
  "Africa/Casablanca",
  "Asia/Kolkata",
  "Asia/Tokyo",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
] as const;

const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }),
  ]),
);

type Zone = (typeof zones)[number];

/** Local `YYYY-MM-DDTHH:MM`, by another implementation of time zones. */
const toWall = (at: number, zone: Zone): string => (formats.get(zone)?.format(at) ?? "").replace(" ", "T");

const asUtc = (wall: string): number => Date.parse(`${wall}:00Z`);
const day = 86_400_000;
const offsetAt = (at: number, zone: Zone): number => asUtc(toWall(at, zone)) - Math.floor(at / 60_000) * 60_000;

/** The instant of a local time: the earlier of two, and forward by the gap where there is none. */
function toInstant(wall: string, zone: Zone): number {
  const local = asUtc(wall);
  const before = local - offsetAt(local - day, zone);
  const after = local - offsetAt(local + day, zone);
  const found = [before, after].filter((at) => toWall(at, zone) === wall);
  return found.length === 0 ? before : Math.min(...found);
}

const anyZone = fc.constantFrom(...zones);
/** Whole minutes of the years 2024 to 2032: two leap years and eighteen changes of DST. */
const anyBase = fc.integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2032, 0, 1) / 60_000 });
const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);

const at = (spec: TimeSpec, base: number, zone: Zone, fieldValue: string | null = null): number =>
  resolveTime(spec, { base: new Date(base), timeZone: zone, fieldValue }).getTime();

const options = { numRuns: runs(1000) };

describe("in every zone and at every moment", () => {
  it("keeps the local time over days", () => {
    fc.assert(
      fc.property(anyZone, anyBase, fc.integer({ min: 1, max: 800 }), (zone, minute, amount) => {
        const base = minute * 60_000;
        const wall = toWall(base, zone);
        const target = new Date(asUtc(wall) + amount * day).toISOString().slice(0, 16);
        expect(at({ kind: "delay", amount, unit: "days" }, base, zone)).toBe(toInstant(target, zone));
      }),
      options,
    );
  });

  it("keeps the local time over months and clamps to the end of the month", () => {
    fc.assert(
      fc.property(anyZone, anyBase, fc.integer({ min: 1, max: 60 }), (zone, minute, amount) => {
        const base = minute * 60_000;
        const wall = toWall(base, zone);
        const months = Number(wall.slice(0, 4)) * 12 + Number(wall.slice(5, 7)) - 1 + amount;
        const lastDay = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate();
        const date = Math.min(lastDay, Number(wall.slice(8, 10)));
        const target = new Date(Date.UTC(Math.floor(months / 12), months % 12, date)).toISOString().slice(0, 10);
        const expected = toInstant(`${target}${wall.slice(10)}`, zone);
        expect(at({ kind: "delay", amount, unit: "months" }, base, zone)).toBe(expected);
      }),
      options,
    );
  });

  it("finds the first moment of a time of day", () => {
    const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(anyZone, anyBase, anyTime, weekdays, (zone, minute, time, days) => {
        const base = minute * 60_000;
        const today = asUtc(`${toWall(base, zone).slice(0, 10)}T00:00`);
        const expected = Array.from({ length: 10 }, (_, index) => new Date(today + (index - 1) * day))
          .filter((date) => days.includes(date.getUTCDay() === 0 ? 7 : date.getUTCDay()))
          .map((date) => toInstant(`${date.toISOString().slice(0, 10)}T${time}`, zone))
          .find((moment) => moment >= base);
        expect(at({ kind: "at", time, weekdays: days }, base, zone)).toBe(expected);
      }),
      options,
    );
  });

  it("finds the next occurrence of a yearly date", () => {
    const monthDay = fc
      .date({ min: new Date("2000-01-01"), max: new Date("2000-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(5, 10));
    const offset = fc.integer({ min: -400, max: 400 });
    fc.assert(
      fc.property(anyZone, anyBase, anyTime, fc.tuple(monthDay, offset), (zone, minute, time, [value, offsetDays]) => {
        const base = minute * 60_000;
        const year = Number(toWall(base, zone).slice(0, 4));
        const occurrences = Array.from({ length: 7 }, (_, index) => year - 3 + index).map((one) => {
          const isLeap = new Date(Date.UTC(one, 1, 29)).getUTCMonth() === 1;
          const date = `${one}-${value === "02-29" && !isLeap ? "02-28" : value}`;
          const moved = new Date(Date.parse(date) + offsetDays * day).toISOString().slice(0, 10);
          return toInstant(`${moved}T${time}`, zone);
        });
        const spec: TimeSpec = { kind: "field", field: "nameDay", offsetDays, time };
        expect(at(spec, base, zone, value)).toBe(occurrences.find((moment) => moment >= base));
      }),
      options,
    );
  });
});
