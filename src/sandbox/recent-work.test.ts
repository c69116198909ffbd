import { expect, it } from "vitest";
import { RecentWork } from "./recent-work.ts";

it("adds up the work of a company and forgets it with time", () => {
  let now = 0;
  const recent = new RecentWork(() => now);
  recent.add("1", 300);
  recent.add("1", 100);
  recent.add("2", 50);
  expect([recent.msOf("1"), recent.msOf("2"), recent.msOf("3")]).toEqual([400, 50, 0]);
  now = 5000;
  expect(recent.msOf("1")).toBe(200);
  recent.add("1", 100);
  expect(recent.msOf("1")).toBe(300);
  now = 65_000;
  recent.add("2", 1);
  expect(recent.msOf("1")).toBe(0);
});
