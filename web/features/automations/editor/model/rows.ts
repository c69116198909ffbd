import { findTarget, placeKey, type Graph, type GraphNode, type Place } from "./graph.ts";
import { isTrigger, outputsOf, type Grammar } from "./grammar.ts";

/** A line of the list of steps. Its depth grows with every branch; a step that was listed before is only named again. */
export type Row =
  | {
      readonly kind: "step";
      readonly key: string;
      readonly node: GraphNode;
      readonly depth: number;
      /** The branch that leads to it, where there is more than one. */
      readonly branch: Place | undefined;
      readonly isRepeated: boolean;
    }
  | {
      readonly kind: "plus";
      readonly key: string;
      readonly place: Place;
      readonly depth: number;
      readonly isEnd: boolean;
    };

export function listRows(grammar: Grammar, graph: Graph, collapsed: ReadonlySet<string>): Row[] {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const targets = new Set(graph.edges.map(({ to }) => to));
  const listed = new Set<string>();
  const rows: Row[] = [];
  const visit = (id: string, depth: number, from?: Place, branch?: Place): void => {
    const node = byId.get(id);
    if (node === undefined) return;
    const isRepeated = listed.has(id);
    // A row keeps its key when rows above it come or go: a step has its own, a repeated one that of what leads to it.
    const key = isRepeated && from !== undefined ? `again ${placeKey(from)}` : `step ${id}`;
    rows.push({ kind: "step", key, node, depth, branch, isRepeated });
    if (isRepeated || collapsed.has(id)) return;
    listed.add(id);
    const outputs = outputsOf(grammar, node);
    const isBranching = outputs.length > 1;
    for (const output of outputs) {
      const place = { from: id, output };
      const next = findTarget(graph, place);
      const inner = isBranching ? depth + 1 : depth;
      rows.push({ kind: "plus", key: `plus ${placeKey(place)}`, place, depth: inner, isEnd: next === undefined });
      if (next !== undefined) visit(next, inner, place, isBranching ? place : undefined);
    }
  };
  for (const { id } of graph.nodes.toSorted(
    (one, other) => Number(isTrigger(grammar, other)) - Number(isTrigger(grammar, one)),
  ))
    if (!targets.has(id)) visit(id, 0);
  return rows;
}
