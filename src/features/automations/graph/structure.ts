import { findStep, findTrigger } from "../grammar.ts";
import { createIssue, type Issue } from "./issues.ts";
import type { Graph, GraphEdge, GraphNode } from "./graph.ts";

/** Edges lead from an output, at most one from each, to a step. `places` are their indexes in what was sent. */
export function findEdgeIssues({ nodes, edges }: Graph, places: readonly number[]): Issue[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const used = new Set<string>();
  return edges.flatMap((edge, index) => {
    const field = `edges.${places[index] ?? index}`;
    const params = { edge: edge.id };
    const from = byId.get(edge.from);
    const to = byId.get(edge.to);
    if (from === undefined || to === undefined) return [createIssue("edge_node", from?.id ?? null, field, params)];
    if (findTrigger(to.type) !== undefined) return [createIssue("edge_trigger", from.id, field, params)];
    const output = `${edge.from} ${edge.output}`;
    const isRepeated = used.has(output);
    used.add(output);
    const hasOutput = outputsOf(from)?.includes(edge.output) !== false;
    return hasOutput && !isRepeated
      ? []
      : [createIssue("edge_output", from.id, field, { ...params, output: edge.output })];
  });
}

/** Undefined where the type is unknown or the config does not say. */
const outputsOf = ({ type, config }: GraphNode): readonly string[] | undefined =>
  (findTrigger(type) ?? findStep(type))?.outputs(config);

/** Circles, nodes that no trigger leads to, and a graph without triggers. */
export function findShapeIssues({ nodes, edges }: Graph): Issue[] {
  const circle = findCircle(nodes, edges);
  const [first] = circle;
  const circles = first === undefined ? [] : [createIssue("cycle", first, null, { nodes: circle })];
  const triggers = nodes.filter(({ type }) => findTrigger(type) !== undefined);
  if (triggers.length === 0) return [...circles, createIssue("no_trigger", null, null)];
  const reached = nodesReachedFrom(
    triggers.map(({ id }) => id),
    edges,
  );
  const unreachable = nodes.filter(({ id }) => !reached.has(id)).map(({ id }) => createIssue("unreachable", id, null));
  return [...circles, ...unreachable];
}

/** The nodes that remain after removing, again and again, those without an edge in or without an edge out. */
function findCircle(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): string[] {
  let left = nodes.map(({ id }) => id);
  for (;;) {
    const known = new Set(left);
    const inside = edges.filter(({ from, to }) => known.has(from) && known.has(to));
    const sources = new Set(inside.map(({ from }) => from));
    const targets = new Set(inside.map(({ to }) => to));
    const rest = left.filter((id) => sources.has(id) && targets.has(id));
    if (rest.length === left.length) return rest;
    left = rest;
  }
}

function nodesReachedFrom(start: readonly string[], edges: readonly GraphEdge[]): Set<string> {
  const following = new Map<string, string[]>();
  for (const { from, to } of edges) following.set(from, [...(following.get(from) ?? []), to]);
  const reached = new Set(start);
  for (const id of reached) for (const to of following.get(id) ?? []) reached.add(to);
  return reached;
}
