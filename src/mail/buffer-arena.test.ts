import { expect, it } from "vitest";
import { BufferArena } from "./buffer-arena.ts";

it("allocates disjoint buffers of the requested size", () => {
  const { allocate } = new BufferArena();
  const lengths = Array.from({ length: 3000 }, (_, index) => (index * 7919) % 2000);
  const pieces = lengths.map((length, index) => allocate(length).fill(index % 251));
  expect(pieces.map(({ length }) => length)).toEqual(lengths);
  expect(pieces.every((piece, index) => piece.every((byte) => byte === index % 251))).toBe(true);
});

it("allocates large buffers separately", () => {
  const { allocate } = new BufferArena();
  expect(allocate(200_000).buffer.byteLength).toBe(200_000);
  expect(allocate(100).buffer.byteLength).toBeGreaterThan(100);
});

it("reuses the memory after a reset", () => {
  const arena = new BufferArena();
  const fill = () => new Set(Array.from({ length: 2000 }, () => arena.allocate(1000).buffer));
  const first = fill();
  arena.reset();
  expect([...fill()]).toEqual([...first]);
});
