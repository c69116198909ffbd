import { expect, it } from "vitest";
import { timelinePoints } from "./timeline-points.ts";

const entry = (at: string, opens: number, clicks: number) => ({ at, opens, clicks });

it("fills the quiet hours of up to three days", () => {
  const { unit, points } = timelinePoints([
    entry("2026-11-12T17:00:00.000Z", 9, 2),
    entry("2026-11-12T19:00:00.000Z", 4, 1),
  ]);
  expect(unit).toBe("hour");
  expect(points.map(({ opens, clicks }) => [opens, clicks])).toEqual([
    [9, 2],
    [0, 0],
    [4, 1],
  ]);
});

it("adds up the days of a longer time", () => {
  const { unit, points } = timelinePoints([
    entry("2026-11-12T10:00:00.000Z", 9, 2),
    entry("2026-11-12T11:00:00.000Z", 1, 1),
    entry("2026-11-18T11:00:00.000Z", 3, 0),
  ]);
  expect(unit).toBe("day");
  expect(points.map(({ opens, clicks }) => [opens, clicks])).toEqual([
    [10, 3],
    [3, 0],
  ]);
});

it("is empty without events", () => {
  expect(timelinePoints([]).points).toEqual([]);
});
