import { expect, it } from "vitest";
import * as kernel from "../../src/kernel/local-time.ts";
import { addDays, dayAt, instantAt, isDay, localMinuteAt, startOfDay } from "./company-time.ts";

/** From -11 to +14, offsets of half and three quarter hours, DST in both hemispheres, at midnight, and of 30 minutes. */
const zones = [
  "Pacific/Pago_Pago",
  "America/Los_Angeles",
  "America/St_Johns",
  "America/Santiago",
  "Atlantic/Azores",
  "UTC",
  "Europe/London",
  "Europe/Prague",
  "Africa/Cairo",
  "Asia/Beirut",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
] as const;

const hourMs = 3_600_000;
const year = Array.from({ length: 366 }, (_, index) => addDays("2026-01-01", index));

it.each(zones)("has the days and times of the server in %s", (zone) => {
  const begin = Date.parse("2026-01-01T00:00:00Z");
  const instants = Array.from({ length: (366 * 24) / 17 }, (_, index) => new Date(begin + (index * 17 + 0.5) * hourMs));
  for (const at of instants) {
    expect(localMinuteAt(at, zone)).toBe(kernel.localMinuteAt(at, zone));
    expect(dayAt(at, zone)).toBe(kernel.dayAt(at, zone));
  }
  for (const day of year) {
    expect(startOfDay(day, zone)).toEqual(kernel.startOfDay(day, zone));
    for (const time of ["00:30", "02:30", "12:00"])
      expect(instantAt(`${day}T${time}`, zone)).toEqual(kernel.instantAt(day, time, zone));
  }
});

it("moves a time that spring skips forward by the gap", () => {
  expect(instantAt("2026-03-29T02:30", "Europe/Prague").toISOString()).toBe("2026-03-29T01:30:00.000Z");
  expect(localMinuteAt("2026-03-29T01:30:00Z", "Europe/Prague")).toBe("2026-03-29T03:30");
  expect(startOfDay("2026-03-30", "Europe/Prague").toISOString()).toBe("2026-03-29T22:00:00.000Z");
});

it("takes the first of a time that autumn repeats", () => {
  expect(instantAt("2026-10-25T02:30", "Europe/Prague").toISOString()).toBe("2026-10-25T00:30:00.000Z");
  expect(localMinuteAt("2026-10-25T01:30:00Z", "Europe/Prague")).toBe("2026-10-25T02:30");
  expect(startOfDay("2026-10-26", "Europe/Prague").toISOString()).toBe("2026-10-25T23:00:00.000Z");
});

it("begins a day at one where DST skips midnight", () => {
  expect(startOfDay("2026-09-06", "America/Santiago").toISOString()).toBe("2026-09-06T04:00:00.000Z");
  expect(localMinuteAt("2026-09-06T04:00:00Z", "America/Santiago")).toBe("2026-09-06T01:00");
});

it("is on different days at both edges of the world at the same instant", () => {
  const at = "2026-11-17T10:30:00Z";
  expect(dayAt(at, "Pacific/Pago_Pago")).toBe("2026-11-16");
  expect(dayAt(at, "Pacific/Kiritimati")).toBe("2026-11-18");
});

it("is no time when the input is empty", () => {
  expect(instantAt("", "Europe/Prague").getTime()).toBeNaN();
});

it("counts days over the ends of months and years", () => {
  expect([addDays("2026-12-31", 1), addDays("2028-03-01", -1)]).toEqual(["2027-01-01", "2028-02-29"]);
});

it("knows a day of the calendar from other text", () => {
  expect(["2026-11-17", "x", "2026-13-01", "2026-11-17T10:00"].map(isDay)).toEqual([true, false, false, false]);
});
