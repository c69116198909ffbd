import { expect, it } from "vitest";
import { cutBytes } from "./slab.ts";

it("cuts pieces of their size that share no byte", () => {
  const lengths = Array.from({ length: 3000 }, (_, index) => (index * 7919) % 2000);
  const pieces = lengths.map((length, index) => cutBytes(length).fill(index % 251));
  expect(pieces.map(({ length }) => length)).toEqual(lengths);
  expect(pieces.every((piece, index) => piece.every((byte) => byte === index % 251))).toBe(true);
});

it("gives large ones memory of their own", () => {
  expect(cutBytes(200_000).buffer.byteLength).toBe(200_000);
  expect(cutBytes(100).buffer.byteLength).toBeGreaterThan(100);
});
