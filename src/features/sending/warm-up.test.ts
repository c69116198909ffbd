import { expect, it } from "vitest";
import { addMs, days } from "../../kernel/local-time.ts";
import { dailyLimit, lastSendingDay } from "./warm-up.ts";

const since = new Date("2026-03-01T09:00:00Z");

it.each([
  [-1, 200],
  [0, 200],
  [0.99, 200],
  [1, 236],
  [7, 632],
  [14, 2000],
  [21, 6325],
  [28, 20_000],
  [42, 200_000],
  [42.99, 200_000],
  [43, null],
  [4000, null],
])("day %d: %d messages", (day, limit) => {
  expect(dailyLimit(since, addMs(since, days(day)))).toBe(limit);
});

it("grows every day", () => {
  const limits = Array.from({ length: 43 }, (_, day) => dailyLimit(since, addMs(since, days(day))) ?? 0);
  expect(limits).toEqual([...new Set(limits)].toSorted((left, right) => left - right));
});

it.each([
  ["all of it today", 0, 200, undefined],
  ["one too many", 0, 201, "2026-03-01T23:00:00.000Z"],
  ["nothing left today", 200, 1, "2026-03-01T23:00:00.000Z"],
  ["by the numbers of the next days", 200, 200, "2026-03-01T23:00:00.000Z"],
  ["by the numbers of the days after", 200, 201, "2026-03-02T23:00:00.000Z"],
  ["in weeks", 0, 20_000, "2026-03-18T23:00:00.000Z"],
  ["past the change of the clocks", 0, 200_000, "2026-04-01T22:00:00.000Z"],
  ["once the plan is over", 0, 100_000_000, "2026-04-13T22:00:00.000Z"],
])("estimates the day of the last message: %s", (_, sentToday, waiting, day) => {
  expect(lastSendingDay({ since, sentToday, waiting }, since, "Europe/Prague")?.toISOString()).toBe(day);
});
