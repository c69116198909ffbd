import { maxChain, type RuleGroup } from "./grammar.ts";
import { flattenRules } from "./parse.ts";

/** The number of rules of a segment and the segments they reference, with repetitions. */
export type SegmentNode = { readonly rules: number; readonly targets: readonly string[] };
export type SegmentGraph = ReadonlyMap<string, SegmentNode>;

/** The rules of live segments are expanded in place; a statement may have at most this many. */
const maxExpandedRules = 1000;

export function toSegmentNode(definition: RuleGroup): SegmentNode {
  const rules = flattenRules(definition).map(({ rule }) => rule);
  return { rules: rules.length, targets: rules.flatMap((rule) => (rule.type === "segment" ? [rule.segmentId] : [])) };
}

export type SegmentGraphProblem = "segmentCycle" | "segmentDepth";

/** Checks the segment and all segments above it for cycles, depth and size. */
export function findGraphProblem(graph: SegmentGraph, id: string): SegmentGraphProblem | undefined {
  if (isReachable(graph, id, id)) return "segmentCycle";
  const above = [...graph.keys()].filter((other) => isReachable(graph, other, id));
  if (longestChainDown(graph, id) + longestChainUp(graph, id) - 1 > maxChain) return "segmentDepth";
  const expanded = ruleCounter(graph);
  return [id, ...above].some((segment) => expanded(segment) > maxExpandedRules) ? "segmentDepth" : undefined;
}

const targetsOf = (graph: SegmentGraph, id: string): readonly string[] => [...new Set(graph.get(id)?.targets)];

/** Whether the first segment references the second, directly or indirectly. */
function isReachable(graph: SegmentGraph, first: string, second: string): boolean {
  const seen = new Set<string>();
  const reach = (id: string): boolean =>
    targetsOf(graph, id).some((target) => {
      if (target === second) return true;
      if (seen.has(target)) return false;
      seen.add(target);
      return reach(target);
    });
  return reach(first);
}

function longestChainDown(graph: SegmentGraph, id: string): number {
  const known = new Map<string, number>();
  const measure = (at: string): number => {
    const length = known.get(at) ?? 1 + Math.max(0, ...targetsOf(graph, at).map(measure));
    known.set(at, length);
    return length;
  };
  return measure(id);
}

function longestChainUp(graph: SegmentGraph, id: string): number {
  const reversed = new Map<string, SegmentNode>();
  for (const from of graph.keys()) {
    for (const target of targetsOf(graph, from)) {
      reversed.set(target, { rules: 0, targets: [...(reversed.get(target)?.targets ?? []), from] });
    }
  }
  return longestChainDown(reversed, id);
}

function ruleCounter(graph: SegmentGraph): (id: string) => number {
  const known = new Map<string, number>();
  const expand = (id: string): number => {
    const node = graph.get(id) ?? { rules: 0, targets: [] };
    const size = known.get(id) ?? node.targets.reduce((sum, target) => sum + expand(target), node.rules);
    known.set(id, size);
    return size;
  };
  return expand;
}
