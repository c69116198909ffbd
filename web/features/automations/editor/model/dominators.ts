import { sortedNodes, type Graph } from "./graph.ts";

/** The step above all others; nothing leads to it. */
export const top = "";

/**
 * The children of each node in the tree of dominators: every way to a child leads through its parent. Branches are
 * children of the node that they begin at, and so is the step where they meet again. Children come in the order of
 * the graph from its sources down.
 */
export function dominatedBy(graph: Graph): ReadonlyMap<string, readonly string[]> {
  const sorted = sortedNodes(graph);
  const parents = new Map<string, string>();
  const depths = new Map<string, number>([[top, 0]]);
  const incoming = new Map<string, string[]>();
  for (const { from, to } of graph.edges) incoming.set(to, [...(incoming.get(to) ?? []), from]);
  const meet = (one: string, other: string): string => {
    let [first, second] = [one, other];
    while (first !== second) {
      const isDeeper = (depths.get(first) ?? 0) >= (depths.get(second) ?? 0);
      if (isDeeper) first = parents.get(first) ?? top;
      else second = parents.get(second) ?? top;
    }
    return first;
  };
  for (const { id } of sorted) {
    const [first, ...others] = incoming.get(id) ?? [];
    const parent = first === undefined ? top : others.reduce(meet, first);
    parents.set(id, parent);
    depths.set(id, (depths.get(parent) ?? 0) + 1);
  }
  const children = new Map<string, string[]>();
  for (const { id } of sorted) {
    const parent = parents.get(id) ?? top;
    children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  return children;
}

/** The nodes that only this one leads to. */
export function nodesBelow(children: ReadonlyMap<string, readonly string[]>, id: string): ReadonlySet<string> {
  const below = new Set(children.get(id) ?? []);
  for (const one of below) for (const child of children.get(one) ?? []) below.add(child);
  return below;
}
