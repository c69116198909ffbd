import { expect, it } from "vitest";
import { addMs, days } from "../../kernel/local-time.ts";
import { dailyLimit } from "./warm-up.ts";

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
])("%d days after the beginning: %d", (day, limit) => {
  expect(dailyLimit(since, addMs(since, days(day)))).toBe(limit);
});

it("grows every day", () => {
  const limits = Array.from({ length: 43 }, (_, day) => dailyLimit(since, addMs(since, days(day))) ?? 0);
  expect(limits).toEqual([...new Set(limits)].toSorted((left, right) => left - right));
});
