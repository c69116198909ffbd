import { expect, it } from "vitest";
import { calendarDays, dayKey, monthKey, monthOf, shiftMonth } from "./calendar-days.ts";

it("shows whole weeks that start on Monday", () => {
  const days = calendarDays(monthOf("2026-11")).map(dayKey);
  expect([days[0], days.at(-1), days.length]).toEqual(["2026-10-26", "2026-12-06", 42]);
  expect(calendarDays(monthOf("2027-02")).map(dayKey)).toHaveLength(28);
});

it("reads the month of the address, and this month without one", () => {
  expect(monthKey(monthOf("2026-03"))).toBe("2026-03");
  expect(monthKey(monthOf("next", new Date(2026, 10, 17)))).toBe("2026-11");
  expect(monthKey(shiftMonth(monthOf("2026-12"), 1))).toBe("2027-01");
});
