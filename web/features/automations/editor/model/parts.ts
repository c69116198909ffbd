import { readGraph, reachedFrom, sortedNodes, type Graph, type Part } from "./graph.ts";
import { isTrigger, type Grammar } from "./grammar.ts";

/** The chosen steps that the topmost of them leads to, through chosen steps alone. Triggers are not copied. */
export function copySteps(grammar: Grammar, graph: Graph, ids: ReadonlySet<string>): Part | undefined {
  const chosen = sortedNodes(graph).filter((node) => ids.has(node.id) && !isTrigger(grammar, node));
  const [first] = chosen;
  if (first === undefined) return undefined;
  const isChosen = new Set(chosen.map(({ id }) => id));
  const edges = graph.edges.filter(({ from, to }) => isChosen.has(from) && isChosen.has(to));
  const reached = reachedFrom({ nodes: chosen, edges }, [first.id]);
  return {
    root: first.id,
    nodes: chosen.filter(({ id }) => reached.has(id)),
    edges: edges.filter(({ from }) => reached.has(from)),
  };
}

/** The part under new keys: the numbers of a node belong to its key. */
export function withNewKeys({ root, nodes, edges }: Part, newKey: () => string): Part {
  const keys = new Map(nodes.map(({ id }) => [id, newKey()]));
  const keyOf = (id: string) => keys.get(id) ?? id;
  return {
    root: keyOf(root),
    nodes: nodes.map(({ id, type, config }) => ({ id: keyOf(id), type, config })),
    edges: edges.map(({ from, output, to }) => ({
      id: `${keyOf(from)}-${output}`,
      from: keyOf(from),
      output,
      to: keyOf(to),
    })),
  };
}

const clipboardKey = "postrider-automation-steps";

/** Kept in the browser, so that steps can be pasted into another automation. */
export const storePart = (part: Part): void => localStorage.setItem(clipboardKey, JSON.stringify(part));

export const readPart = (): Part | undefined => parsePart(localStorage.getItem(clipboardKey));

/** Another tab or an older version of the app may have written it. */
function parsePart(text: string | null): Part | undefined {
  if (text === null) return undefined;
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) return undefined;
  const { root, nodes, edges }: { root?: unknown; nodes?: unknown; edges?: unknown } = value;
  if (typeof root !== "string" || !Array.isArray(nodes) || !Array.isArray(edges)) return undefined;
  const graph = readGraph({ nodes, edges });
  return graph.nodes.some(({ id }) => id === root) ? { ...graph, root } : undefined;
}
