import { maxChain, type Group } from "./grammar.ts";
import { rulesIn } from "./parse.ts";

/** A segment as its relatives see it: how many rules it has, and whom they name, as often as they do. */
export type Node = { readonly rules: number; readonly targets: readonly string[] };
export type Graph = ReadonlyMap<string, Node>;

/** A live segment's rules stand in place of its name; so many of them one statement may get. */
const maxExpandedRules = 1000;

export function nodeOf(definition: Group): Node {
  const rules = rulesIn(definition).map(({ rule }) => rule);
  return { rules: rules.length, targets: rules.flatMap((rule) => (rule.type === "segment" ? [rule.segmentId] : [])) };
}

export type GraphProblem = "segmentCycle" | "segmentDepth";

/** What a segment's definition would do to those that it names and to those that name it. */
export function problemOf(graph: Graph, id: string): GraphProblem | undefined {
  if (isBelow(graph, id, id)) return "segmentCycle";
  const above = [...graph.keys()].filter((other) => isBelow(graph, other, id));
  if (longestDown(graph, id) + longestUp(graph, id) - 1 > maxChain) return "segmentDepth";
  const expanded = expander(graph);
  return [id, ...above].some((segment) => expanded(segment) > maxExpandedRules) ? "segmentDepth" : undefined;
}

const targetsOf = (graph: Graph, id: string): readonly string[] => [...new Set(graph.get(id)?.targets)];

/** Whether the first segment names the second, directly or through others. */
function isBelow(graph: Graph, first: string, second: string): boolean {
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

function longestDown(graph: Graph, id: string): number {
  const known = new Map<string, number>();
  const measure = (at: string): number => {
    const length = known.get(at) ?? 1 + Math.max(0, ...targetsOf(graph, at).map(measure));
    known.set(at, length);
    return length;
  };
  return measure(id);
}

function longestUp(graph: Graph, id: string): number {
  const reversed = new Map<string, Node>();
  for (const from of graph.keys()) {
    for (const target of targetsOf(graph, from)) {
      reversed.set(target, { rules: 0, targets: [...(reversed.get(target)?.targets ?? []), from] });
    }
  }
  return longestDown(reversed, id);
}

function expander(graph: Graph): (id: string) => number {
  const known = new Map<string, number>();
  const expand = (id: string): number => {
    const node = graph.get(id) ?? { rules: 0, targets: [] };
    const size = known.get(id) ?? node.targets.reduce((sum, target) => sum + expand(target), node.rules);
    known.set(id, size);
    return size;
  };
  return expand;
}
