import { describe, expect, it } from "vitest";
import {
  addMonths,
  findInstants,
  isCalendarDay,
  isoFromPostgresJson,
  isMonthDay,
  isTimeZone,
  parseInstant,
  startOfDay,
  startOfNextDay,
} from "./local-time.ts";

describe("a company's day", () => {
  it.each([
    ["2026-01-15", "Europe/Prague", "2026-01-14T23:00:00.000Z", "2026-01-15T23:00:00.000Z"],
    ["2026-03-29", "Europe/Prague", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
    ["2026-10-25", "Europe/Prague", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
    ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z", "2026-09-07T03:00:00.000Z"],
  ])("%s in %s lasts from %s to %s", (day, zone, from, to) => {
    expect(startOfDay(day, zone).toISOString()).toBe(from);
    expect(startOfNextDay(day, zone).toISOString()).toBe(to);
  });
});

it.each([
  ["2026-02-28", true],
  ["2026-02-29", false],
  ["2024-02-29", true],
  ["2026-13-01", false],
  ["26-01-01", false],
  ["0000-01-01", false],
  ["9999-12-31", false],
  ["2999-12-31", true],
  ["2026-1-1", false],
])("%s is a calendar day: %s", (day, expected) => {
  expect(isCalendarDay(day)).toBe(expected);
});

it("accepts 29 February as a name day", () => {
  expect(isMonthDay("02-29")).toBe(true);
  expect(isMonthDay("02-30")).toBe(false);
});

it("accepts time zones by name only", () => {
  expect(isTimeZone("Europe/Prague")).toBe(true);
  expect(isTimeZone("UTC")).toBe(true);
  expect(isTimeZone("America/Argentina/Buenos_Aires")).toBe(true);
  expect(isTimeZone("Mars/Olympus")).toBe(false);
});

it.each(["US/Pacific-New", "Canada/East-Saskatchewan", "SystemV/PST8", "ACT", "ECT", "BST", "IST", "CTT", "MIT"])(
  "rejects %s, which is ambiguous or unknown elsewhere",
  (name) => {
    expect(isTimeZone(name)).toBe(false);
  },
);

it("clamps to the last day of a month", () => {
  expect(addMonths(new Date("2026-01-31T10:00:00Z"), 1).toISOString()).toBe("2026-02-28T10:00:00.000Z");
});

it.each([
  ["2026-02-28T10:00:00.000Z", "2026-02-28T10:00:00.000Z"],
  ["2026-02-28T10:00+02:00", "2026-02-28T08:00:00.000Z"],
  ["2026-02-28T10:00:00.123456Z", "2026-02-28T10:00:00.123Z"],
  ["2026-02-30T10:00:00Z", undefined],
  ["2026-02-28T25:00:00Z", undefined],
  ["2026-02-28T10:00:00", undefined],
  ["2026-02-28", undefined],
  ["0001-01-01T00:00:00Z", undefined],
])("reads the moment %s as %s", (text, at) => {
  expect(parseInstant(text)?.toISOString()).toBe(at);
});

it.each([
  ["2026-11-15T17:00:00.123456+00:00", "2026-11-15T17:00:00.123Z"],
  ["2026-11-15T17:00:00.999999+00:00", "2026-11-15T17:00:00.999Z"],
  ["2026-11-15T17:00:00.12+00:00", "2026-11-15T17:00:00.120Z"],
  ["2026-11-15T17:00:00+00:00", "2026-11-15T17:00:00.000Z"],
  ["2026-11-15T17:00:00.123456+01:00", "2026-11-15T16:00:00.123Z"],
])("a time in JSON %s is %s", (time, expected) => {
  expect(isoFromPostgresJson(time)).toBe(expected);
});

it.each([
  ["2026-05-16 12:00:00", "2026-05-16T10:00:00.000Z", "2026-05-16T10:00:00.000Z"],
  ["2026-10-25 02:30:00", "2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"],
  ["2026-03-29 02:30:00", "2026-03-29T01:00:00.000Z", "2026-03-29T00:59:59.000Z"],
])("finds the first and the last instant of %s", (local, first, last) => {
  expect(findInstants(local, "Europe/Prague")).toEqual({ first: new Date(first), last: new Date(last) });
});

it.each(["2026-05-16", "2026-05-16T12:00:00", "2026-05-16 12:00", "2026-02-30 12:00:00", "2026-05-16 24:00:00", ""])(
  "has no instant of %j",
  (local) => {
    expect(findInstants(local, "Europe/Prague")).toBeUndefined();
  },
);
