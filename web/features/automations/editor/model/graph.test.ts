import { expect, it } from "vitest";
import { isWhollyKnown, readGraph } from "./graph.ts";

it("tells whether a stored graph has nodes that the app would drop", () => {
  const wait = { id: "a", type: "wait", config: {} };
  const known = { nodes: [wait], edges: [] };
  const newer = { nodes: [wait, { id: "b", type: "fax", config: {} }], edges: [] };
  expect([known, newer].map(isWhollyKnown)).toEqual([true, false]);
  expect(readGraph(newer)).toEqual(known);
});
