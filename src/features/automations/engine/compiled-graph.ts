import type { TenantDb } from "../../../db/tenant.ts";
import type { Graph, GraphNode } from "../graph/graph.ts";
import { findVersion } from "../versions.queries.ts";

/** A graph prepared for moving runs through it. */
export type CompiledGraph = {
  /** Every edge leads to a later node. */
  readonly nodes: readonly GraphNode[];
  find(key: string): GraphNode | undefined;
  /** Undefined where no edge leaves the output: the run ends there. */
  next(key: string, output: string): string | undefined;
};

export function compileGraph({ nodes, edges }: Graph): CompiledGraph {
  const byKey = new Map(nodes.map((node) => [node.id, node]));
  const targets = new Map(edges.map(({ from, output, to }) => [`${from} ${output}`, to]));
  return {
    nodes: inOrderOfEdges({ nodes, edges }),
    find: (key) => byKey.get(key),
    next: (key, output) => targets.get(`${key} ${output}`),
  };
}

/** Each node behind all nodes that lead to it; a saved graph has no circle. */
function inOrderOfEdges({ nodes, edges }: Graph): GraphNode[] {
  const ordered: GraphNode[] = [];
  const incoming = new Map(nodes.map(({ id }) => [id, edges.filter(({ to }) => to === id).length]));
  const free = nodes.filter(({ id }) => incoming.get(id) === 0);
  const byKey = new Map(nodes.map((node) => [node.id, node]));
  for (const node of free) {
    ordered.push(node);
    for (const { to } of edges.filter(({ from }) => from === node.id)) {
      const left = (incoming.get(to) ?? 0) - 1;
      incoming.set(to, left);
      const target = byKey.get(to);
      if (left === 0 && target !== undefined) free.push(target);
    }
  }
  return ordered;
}

const maxCached = 200;
const cache = new Map<string, CompiledGraph>();

/** Cached by version: a saved graph does not change. */
export async function loadCompiledGraph(db: TenantDb, automationId: string, version: number): Promise<CompiledGraph> {
  const key = `${db.tenantId} ${automationId} ${version}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const found = await findVersion(db, automationId, version);
  if (found === undefined) throw new Error(`automation ${automationId} has no version ${version}`);
  const compiled = compileGraph(found.graph);
  const [oldest] = cache.keys();
  if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
  cache.set(key, compiled);
  return compiled;
}
