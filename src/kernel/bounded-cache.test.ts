import { expect, it } from "vitest";
import { BoundedCache } from "./bounded-cache.ts";

it("keeps used entries and evicts the rest", () => {
  const cache = new BoundedCache<number, string>(3);
  for (let key = 0; key < 100; key += 1) {
    cache.set(key, String(key));
    expect(cache.get(0)).toBe("0");
  }
  const kept = Array.from({ length: 100 }, (_, key) => key).filter((key) => cache.get(key) !== undefined);
  expect(kept.length).toBeLessThanOrEqual(6);
  expect(kept).toContain(0);
  expect(kept).toContain(99);
});

it("returns the newest value of a key", () => {
  const cache = new BoundedCache<string, number>(2);
  cache.set("a", 1);
  cache.set("a", 2);
  expect([cache.get("a"), cache.get("b")]).toEqual([2, undefined]);
});
