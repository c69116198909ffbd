import { expect, it } from "vitest";
import { Slab } from "./slab.ts";

it("cuts pieces of their size that share no byte", () => {
  const { cut } = new Slab();
  const lengths = Array.from({ length: 3000 }, (_, index) => (index * 7919) % 2000);
  const pieces = lengths.map((length, index) => cut(length).fill(index % 251));
  expect(pieces.map(({ length }) => length)).toEqual(lengths);
  expect(pieces.every((piece, index) => piece.every((byte) => byte === index % 251))).toBe(true);
});

it("gives large ones memory of their own", () => {
  const { cut } = new Slab();
  expect(cut(200_000).buffer.byteLength).toBe(200_000);
  expect(cut(100).buffer.byteLength).toBeGreaterThan(100);
});

it("takes the same memory again when it was cleared", () => {
  const slab = new Slab();
  const fill = () => new Set(Array.from({ length: 2000 }, () => slab.cut(1000).buffer));
  const first = fill();
  slab.clear();
  expect([...fill()]).toEqual([...first]);
});
