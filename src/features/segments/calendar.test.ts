import { describe, expect, it } from "vitest";
import { daysAgo, lastDays, nextDays, yearlyRange } from "./calendar.ts";

const prague = "Europe/Prague";

describe("calendar days", () => {
  it("start at midnight in the company's time zone, also when the clocks change", () => {
    expect(daysAgo(new Date("2026-03-10T22:59:59Z"), prague, 0)).toBe("2026-03-10");
    expect(daysAgo(new Date("2026-03-10T23:00:00Z"), prague, 0)).toBe("2026-03-11");
    expect(daysAgo(new Date("2026-03-29T22:30:00Z"), prague, 1)).toBe("2026-03-29");
    expect(daysAgo(new Date("2026-03-01T12:00:00Z"), prague, 1)).toBe("2026-02-28");
  });

  it("in the past start at today minus their number, in the future at today", () => {
    const now = new Date("2026-12-30T12:00:00Z");
    expect(lastDays(now, prague, 7)).toEqual({ from: "2026-12-23", to: "2026-12-30" });
    expect(nextDays(now, prague, 7)).toEqual({ from: "2026-12-30", to: "2027-01-06" });
  });
});

describe("yearly days", () => {
  it.each([
    ["2026-03-01", "2026-03-08", { from: "03-01", to: "03-08" }],
    ["2026-12-30", "2027-01-06", { from: "12-30", to: "01-06" }],
    ["2027-02-21", "2027-02-28", { from: "02-21", to: "02-29" }],
    ["2028-02-21", "2028-02-28", { from: "02-21", to: "02-28" }],
    ["2028-02-22", "2028-02-29", { from: "02-22", to: "02-29" }],
    ["2026-01-01", "2026-12-31", { from: "01-01", to: "12-31" }],
    ["2026-01-01", "2027-01-01", "every day"],
    ["2028-01-01", "2028-12-31", "every day"],
  ])("from %s to %s", (from, to, expected) => {
    expect(yearlyRange({ from, to })).toEqual(expected);
  });
});
