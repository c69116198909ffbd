import { expect, it } from "vitest";
import { calendarDays, monthInAddress, shiftMonth } from "./calendar-days.ts";

it("shows whole weeks that start on Monday", () => {
  const days = calendarDays("2026-11");
  expect([days[0], days.at(-1), days.length]).toEqual(["2026-10-26", "2026-12-06", 42]);
  expect(calendarDays("2027-02")).toHaveLength(28);
});

it("reads the month of the address, and the company's month without one", () => {
  const now = new Date("2026-11-30T23:30:00Z");
  expect(monthInAddress("2026-03", "Europe/Prague", now)).toBe("2026-03");
  expect(monthInAddress("next", "Europe/Prague", now)).toBe("2026-12");
  expect(monthInAddress(undefined, "America/Los_Angeles", now)).toBe("2026-11");
  expect(monthInAddress("2026-13", "UTC", now)).toBe("2026-11");
});

it("moves over the ends of years", () => {
  expect([shiftMonth("2026-12", 1), shiftMonth("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});
