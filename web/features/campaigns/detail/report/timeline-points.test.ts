import { expect, it } from "vitest";
import { timelinePoints } from "./timeline-points.ts";

const entry = (at: string, opens: number, clicks: number) => ({ at, opens, clicks });

it("fills the quiet hours of up to three days", () => {
  const hours = [entry("2026-11-12T17:00:00.000Z", 9, 2), entry("2026-11-12T19:00:00.000Z", 4, 1)];
  expect(timelinePoints(hours, "Europe/Prague")).toEqual({
    unit: "hour",
    points: [hours[0], entry("2026-11-12T18:00:00.000Z", 0, 0), hours[1]],
  });
});

it.each([
  ["Pacific/Pago_Pago", "2026-11-12T11:00:00.000Z", "2026-11-15T11:00:00.000Z"],
  ["Europe/Prague", "2026-11-11T23:00:00.000Z", "2026-11-14T23:00:00.000Z"],
  ["Pacific/Kiritimati", "2026-11-11T10:00:00.000Z", "2026-11-14T10:00:00.000Z"],
])("shows the calendar days of a company in %s, the quiet ones too", (zone, first, last) => {
  expect(timelinePoints([entry(first, 9, 2), entry(last, 4, 1)], zone)).toEqual({
    unit: "day",
    points: [
      entry("2026-11-12", 9, 2),
      entry("2026-11-13", 0, 0),
      entry("2026-11-14", 0, 0),
      entry("2026-11-15", 4, 1),
    ],
  });
});

it("shows the days around a change of DST", () => {
  const days = [entry("2026-10-23T22:00:00.000Z", 1, 0), entry("2026-10-26T23:00:00.000Z", 2, 0)];
  const { unit, points } = timelinePoints(days, "Europe/Prague");
  expect([unit, ...points.map(({ at }) => at)]).toEqual([
    "day",
    "2026-10-24",
    "2026-10-25",
    "2026-10-26",
    "2026-10-27",
  ]);
});

it("is empty without events", () => {
  expect(timelinePoints([], "Europe/Prague").points).toEqual([]);
});
