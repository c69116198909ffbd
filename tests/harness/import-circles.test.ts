import { expect, it } from "vitest";
import { findCircles } from "./import-circles.ts";

it("finds the files of each circle, and none that only lead to it", () => {
  const targetsOf = new Map([
    ["entry", ["a"]],
    ["a", ["b"]],
    ["b", ["c", "leaf"]],
    ["c", ["a"]],
    ["leaf", []],
    ["x", ["y"]],
    ["y", ["x", "a"]],
  ]);
  expect(findCircles(targetsOf)).toEqual([
    ["a", "b", "c"],
    ["x", "y"],
  ]);
});
