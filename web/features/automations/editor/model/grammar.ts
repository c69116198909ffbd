import type { EditorData, Graph, GraphNode } from "./graph.ts";

type NodeTypes = EditorData["types"];
type TriggerType = NodeTypes["triggers"][number];
type StepType = NodeTypes["steps"][number];

/** What the server says about types of nodes; a graph has at most so many of them. */
export type Grammar = {
  readonly triggers: ReadonlyMap<string, TriggerType>;
  readonly steps: ReadonlyMap<string, StepType>;
};

export const maxNodes = 300;

export const createGrammar = ({ triggers, steps }: NodeTypes): Grammar => ({
  triggers: new Map(triggers.map((type) => [type.type, type])),
  steps: new Map(steps.map((type) => [type.type, type])),
});

export const isTrigger = ({ triggers }: Grammar, { type }: GraphNode): boolean => triggers.has(type);

const isShare = (value: unknown): value is { output: string } =>
  typeof value === "object" && value !== null && "output" in value && typeof value.output === "string";

/** Outputs in their order; those of a split are in its settings. */
export function outputsOf({ triggers, steps }: Grammar, { type, config }: GraphNode): readonly string[] {
  const { shares } = config;
  if (type === "split") return Array.isArray(shares) ? shares.filter(isShare).map(({ output }) => output) : [];
  return (triggers.get(type) ?? steps.get(type))?.outputs ?? [];
}

/** The branch that goes straight down: "no" of a condition. */
export const mainOutput = (grammar: Grammar, node: GraphNode): string | undefined => outputsOf(grammar, node).at(-1);

/** Where runs begin. Without a trigger, the steps that nothing leads to. */
export function rootsOf(grammar: Grammar, graph: Graph): string[] {
  const triggers = graph.nodes.filter((node) => isTrigger(grammar, node));
  if (triggers.length > 0) return triggers.map(({ id }) => id);
  const targets = new Set(graph.edges.map(({ to }) => to));
  return graph.nodes.filter(({ id }) => !targets.has(id)).map(({ id }) => id);
}
