import { expect, it } from "vitest";
import { backoffMs, backoffs, withJitter } from "./backoff.ts";

it("waits longer after each failure and repeats the last pause", () => {
  const pauses = [0, 1, 2, 3, 4, 5].map((failures) => backoffMs(backoffs.part, failures));
  expect(pauses).toEqual([0, 10_000, 20_000, 40_000, 60_000, 60_000]);
});

it("spreads pauses by up to a fifth", () => {
  expect([withJitter(1000, () => 0), withJitter(1000, () => 0.5)]).toEqual([1000, 1100]);
});
