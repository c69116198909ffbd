import { describe, expect, it } from "vitest";
import { findGraphProblem, type SegmentGraph } from "./graph.ts";

/** "a>b c" is a segment `a` that references `b` and `c`; each has ten rules. */
const parseGraph = (...lines: string[]): SegmentGraph =>
  new Map(
    lines.map((line) => {
      const [id = "", targets = ""] = line.split(">");
      return [id, { rules: 10, targets: targets.split(" ").filter((target) => target !== "") }];
    }),
  );

describe("segments that reference segments", () => {
  it.each([
    [["a"], undefined],
    [["a>b", "b>c", "c>d", "d>e", "e"], undefined],
    [["a>b", "b>c", "c>d", "d>e", "e>f", "f"], "segmentDepth"],
    [["x>a", "y>x", "a>b", "b>c", "c"], undefined],
    [["x>a", "y>x", "z>y", "a>b", "b>c", "c"], "segmentDepth"],
    [["a>a"], "segmentCycle"],
    [["a>b", "b>a"], "segmentCycle"],
    [["a>b", "b>c", "c>a"], "segmentCycle"],
    [["a>b c", "b>d", "c>d", "d"], undefined],
    // The longest path counts, not the first.
    [["a>e b", "b>c", "c>d", "d>e", "e>f", "f"], "segmentDepth"],
    // Not deep, but a thousand rules after expansion.
    [["a>b b b b b", "b>c c c c c", "c>d d d d d", "d"], "segmentDepth"],
    [["x>a a a a a", "a>b b b b b", "b>c c c c c", "c"], "segmentDepth"],
  ])("%j: %s", (lines, expected) => {
    expect(findGraphProblem(parseGraph(...lines), "a")).toBe(expected);
  });
});
