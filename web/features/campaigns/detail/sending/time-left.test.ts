import { expect, it } from "vitest";
import { timeLeft } from "./time-left.ts";

const now = Date.parse("2026-11-17T12:00:00Z");

it.each([
  ["2026-11-17T11:59:00Z", 1, "minutes"],
  ["2026-11-17T12:02:10Z", 3, "minutes"],
  ["2026-11-17T13:59:00Z", 119, "minutes"],
  ["2026-11-17T14:00:00Z", 2, "hours"],
  ["2026-11-20T11:00:00Z", 3, "days"],
])("until %s there are %i %s left", (endAt, count, unit) => {
  expect(timeLeft(endAt, now)).toEqual({ count, unit });
});
