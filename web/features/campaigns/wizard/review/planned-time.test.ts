import { expect, it } from "vitest";
import { localMinuteAt } from "../../../../i18n/company-time.ts";
import { createFormats } from "../../../../i18n/format.ts";
import { defaultPlan, momentName, plannedInstant } from "./planned-time.ts";

const prague = "Europe/Prague";
const now = new Date("2026-11-17T23:30:00Z");

it("proposes the company's tomorrow at eight, or the saved time while it is ahead", () => {
  expect(defaultPlan(null, prague, now)).toBe("2026-11-19T08:00");
  expect(defaultPlan(null, "America/Los_Angeles", now)).toBe("2026-11-18T08:00");
  expect(defaultPlan("2026-11-16T08:05:00.000Z", prague, now)).toBe("2026-11-19T08:00");
  expect(defaultPlan("2026-12-02T08:05:00.000Z", prague, now)).toBe("2026-12-02T09:05");
});

it("takes times from five minutes to a year ahead", () => {
  const at = (minutes: number) => localMinuteAt(new Date(now.getTime() + minutes * 60_000), prague);
  const isTaken = (local: string) => plannedInstant(local, prague, now) !== undefined;
  expect([at(4), at(5), at(365 * 24 * 60), at(365 * 24 * 60 + 1), ""].map(isTaken)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});

it("reads what is typed as the company's clock", () => {
  expect(plannedInstant("2026-12-02T08:00", prague, now)).toEqual(new Date("2026-12-02T07:00:00Z"));
  expect(plannedInstant("2026-12-02T08:00", "America/Los_Angeles", now)).toEqual(new Date("2026-12-02T16:00:00Z"));
});

it("names the moment as the button does, in the company's zone", () => {
  const at = new Date("2026-12-01T23:00:00Z");
  expect(momentName(at, createFormats("cs", prague)).replaceAll(/\s/g, " ")).toBe("st 2. 12. v 0:00");
  expect(momentName(at, createFormats("en", prague))).toBe("Wed 2 Dec, 00:00");
});

it("names the time that a skipped one is moved to", () => {
  const at = plannedInstant("2027-03-28T02:30", prague, now) ?? now;
  expect(momentName(at, createFormats("en", prague))).toBe("Sun 28 Mar, 03:30");
});
