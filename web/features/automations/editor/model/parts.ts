import { currentTenant } from "../../../../api/client.ts";
import { nodeAppearance } from "../../../../ui/names/automation-nodes.ts";
import {
  isRecord,
  readNode,
  reachedFrom,
  sortedNodes,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type Part,
} from "./graph.ts";
import { isTrigger, type Grammar } from "./grammar.ts";
import { withoutSecrets } from "./webhook-secrets.ts";

/** The chosen steps that the topmost of them leads to, through chosen steps alone. Triggers are not among them. */
export function chosenPart(grammar: Grammar, graph: Graph, ids: ReadonlySet<string>): Part | undefined {
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

/** What is copied of the chosen steps: secrets are not. */
export function copySteps(grammar: Grammar, graph: Graph, ids: ReadonlySet<string>): Part | undefined {
  const part = chosenPart(grammar, graph, ids);
  return part === undefined ? undefined : { ...part, nodes: part.nodes.map(withoutNodeSecrets) };
}

const withoutNodeSecrets = (node: GraphNode): GraphNode =>
  node.type === "webhook" ? { ...node, config: withoutSecrets(node.config) } : node;

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

const nameClipboard = (): string => `postrider-automation-steps-${currentTenant()}`;

/** Kept in the browser, so that steps can be pasted into another automation of the company. */
export const storePart = (part: Part): void => localStorage.setItem(nameClipboard(), JSON.stringify(part));

export const readPart = (): Part | undefined => parsePart(localStorage.getItem(nameClipboard()) ?? "");

/** Another version of the app may have written it: what is not a part of known steps is ignored. */
export function parsePart(text: string): Part | undefined {
  const value = parseJson(text);
  if (!isRecord(value)) return undefined;
  const { root, nodes, edges } = value;
  if (!Array.isArray(nodes) || !Array.isArray(edges)) return undefined;
  const steps = nodes.flatMap((node: unknown) => readNode(node) ?? []);
  const joins = edges.flatMap((edge: unknown) => readEdge(edge) ?? []);
  const ids = new Set(steps.map(({ id }) => id));
  const isPart =
    typeof root === "string" &&
    ids.has(root) &&
    steps.length === nodes.length &&
    ids.size === nodes.length &&
    steps.every(({ type }) => !nodeAppearance(type).isTrigger) &&
    joins.length === edges.length &&
    joins.every(({ from, to }) => ids.has(from) && ids.has(to));
  return isPart ? { root, nodes: steps, edges: joins } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readEdge(edge: unknown): GraphEdge | undefined {
  if (!isRecord(edge)) return undefined;
  const { id, from, output, to } = edge;
  const isEdge =
    typeof id === "string" && typeof from === "string" && typeof output === "string" && typeof to === "string";
  return isEdge ? { id, from, output, to } : undefined;
}
