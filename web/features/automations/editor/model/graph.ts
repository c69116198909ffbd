import type { OutputOf } from "../../../../api/operations.ts";
import { isNodeName, type NodeName } from "../../../../ui/names/automation-nodes.ts";

export type EditorData = OutputOf<"GET /automations/{automation_id}/editor">;
export type Counts = EditorData["counts"];
export type Config = Readonly<Record<string, unknown>>;

export type GraphNode = {
  readonly id: string;
  readonly type: NodeName;
  readonly config: Config;
  /** Kept for clients that draw by it; the layout of the editor is its own. */
  readonly position?: unknown;
};
export type GraphEdge = { readonly id: string; readonly from: string; readonly output: string; readonly to: string };
export type Graph = { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] };

/** An output of a node: where a step can be inserted. */
export type Place = { readonly from: string; readonly output: string };

/** Steps to insert, with the one that is entered. Outputs without an edge are open. */
export type Part = Graph & { readonly root: string };

export const placeKey = ({ from, output }: Place): string => `${from} ${output}`;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A graph of the API, which describes nodes by a schema of its own. */
export type StoredGraph = { readonly nodes: readonly unknown[]; readonly edges: readonly GraphEdge[] };

export function readNode(node: unknown): GraphNode | undefined {
  if (!isRecord(node)) return undefined;
  const { id, type, config, position } = node;
  if (typeof id !== "string" || typeof type !== "string" || !isNodeName(type)) return undefined;
  const place = position === undefined ? {} : { position };
  return { id, type, config: isRecord(config) ? config : {}, ...place };
}

/** The nodes of known types; `isWhollyKnown` tells whether these are all. */
export const readGraph = ({ nodes, edges }: StoredGraph): Graph => ({
  nodes: nodes.flatMap((node) => readNode(node) ?? []),
  edges: [...edges],
});

/** Whether the app knows the types of all nodes. A newer server may have stored one that this app would drop. */
export const isWhollyKnown = ({ nodes }: StoredGraph): boolean => nodes.every((node) => readNode(node) !== undefined);

export const findNode = (graph: Graph, id: string): GraphNode | undefined => graph.nodes.find((node) => node.id === id);

export const findTarget = (graph: Graph, { from, output }: Place): string | undefined =>
  graph.edges.find((edge) => edge.from === from && edge.output === output)?.to;

export const edgesInto = (graph: Graph, id: string): readonly GraphEdge[] => graph.edges.filter(({ to }) => to === id);

/** The graph with the edge of the output leading to another step, or to none. */
export function withTarget(graph: Graph, place: Place, to: string | undefined): Graph {
  const others = graph.edges.filter(({ from, output }) => from !== place.from || output !== place.output);
  const edge = to === undefined ? [] : [{ id: `${place.from}-${place.output}`, ...place, to }];
  return { ...graph, edges: [...others, ...edge] };
}

export function reachedFrom({ edges }: Graph, start: readonly string[]): ReadonlySet<string> {
  const following = new Map<string, string[]>();
  for (const { from, to } of edges) following.set(from, [...(following.get(from) ?? []), to]);
  const reached = new Set(start);
  for (const id of reached) for (const to of following.get(id) ?? []) reached.add(to);
  return reached;
}

/** Nodes from the sources down: each comes after all that lead to it. Nodes in a circle are left out. */
export function sortedNodes({ nodes, edges }: Graph): GraphNode[] {
  const missing = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { to } of edges) missing.set(to, (missing.get(to) ?? 0) + 1);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const sorted = nodes.filter(({ id }) => missing.get(id) === 0);
  for (const { id } of sorted) {
    for (const { to } of edges.filter(({ from }) => from === id)) {
      const left = (missing.get(to) ?? 0) - 1;
      missing.set(to, left);
      const node = byId.get(to);
      if (left === 0 && node !== undefined) sorted.push(node);
    }
  }
  return sorted;
}
