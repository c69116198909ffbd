import { expect, it } from "vitest";
import { defaultPlan, isoOf, isPlannable, localMinute, momentName } from "./planned-time.ts";

const now = new Date(2026, 10, 17, 13, 50);

it("proposes tomorrow at eight, or the saved time while it is ahead", () => {
  expect(defaultPlan(null, now)).toBe("2026-11-18T08:00");
  expect(defaultPlan(new Date(2026, 10, 16, 9, 5).toISOString(), now)).toBe("2026-11-18T08:00");
  expect(defaultPlan(new Date(2026, 11, 2, 9, 5).toISOString(), now)).toBe("2026-12-02T09:05");
});

it("takes times from five minutes to a year ahead", () => {
  const at = (minutes: number) => localMinute(new Date(now.getTime() + minutes * 60_000));
  expect([at(4), at(5), at(365 * 24 * 60), at(365 * 24 * 60 + 1), ""].map((local) => isPlannable(local, now))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});

it("names the moment as the button does, and sends it with its offset", () => {
  expect(momentName("2026-12-02T08:00", "cs").replaceAll(/\s/g, " ")).toBe("st 2. 12. v 8:00");
  expect(momentName("2026-12-02T08:00", "en")).toBe("Wed 2 Dec, 08:00");
  expect(isoOf("2026-12-02T08:00")).toBe(new Date(2026, 11, 2, 8).toISOString());
});
