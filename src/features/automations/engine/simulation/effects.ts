import { findStep, findTrigger } from "../../grammar.ts";
import type { GraphNode } from "../../graph/graph.ts";
import type { CompiledGraph } from "../compiled-graph.ts";
import { getBehaviour, type Aspect } from "../executors.ts";

/** The nodes whose changes a later step of the same run decides by; the changes of others make no difference. */
export function nodesWithEffect(graph: CompiledGraph): GraphNode[] {
  const readFrom = new Map<string, ReadonlySet<Aspect>>();
  const found: GraphNode[] = [];
  for (const node of graph.nodes.toReversed()) {
    const readLater = new Set(targetsOf(graph, node).flatMap((key) => [...(readFrom.get(key) ?? [])]));
    const { effect, reads } = findTrigger(node.type) === undefined ? getBehaviour(node.type) : {};
    if (effect?.changes(node.config).some((aspect) => readLater.has(aspect)) === true) found.push(node);
    readFrom.set(node.id, new Set([...readLater, ...(reads?.(node.config) ?? [])]));
  }
  return found;
}

const targetsOf = (graph: CompiledGraph, { id, type, config }: GraphNode): string[] =>
  ((findTrigger(type) ?? findStep(type))?.outputs(config) ?? []).flatMap((output) => graph.next(id, output) ?? []);
