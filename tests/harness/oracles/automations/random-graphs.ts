import * as fc from "fast-check";

/** A step of a random graph, with what follows each of its outputs: the index of a later step, or none. */
export type RandomStep = {
  readonly type: "wait" | "condition" | "split" | "set_field" | "add_to_list" | "remove_from_list" | "goal" | "end";
  readonly city: string;
  readonly list: 0 | 1;
  /** Length of a wait or a deadline. */
  readonly hours: number;
  readonly hasDeadline: boolean;
  readonly byList: boolean;
  readonly percent: number;
  readonly targets: readonly [number, number];
};

export const cities = ["Brno", "Praha"] as const;

/** What follows the outputs of the step at the index: later steps, or none. */
export function randomTargets(index: number, count: number): fc.Arbitrary<[number, number]> {
  const target = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: index + 1, max: count }) }, fc.constant(count));
  return fc.tuple(target, target);
}

const randomStep = (index: number, count: number): fc.Arbitrary<RandomStep> =>
  fc.record({
    type: fc.constantFrom(
      "wait",
      "wait",
      "condition",
      "condition",
      "condition",
      "split",
      "set_field",
      "add_to_list",
      "remove_from_list",
      "goal",
      "end",
    ),
    city: fc.constantFrom(...cities),
    list: fc.constantFrom<0 | 1>(0, 1),
    hours: fc.integer({ min: 1, max: 100 }),
    hasDeadline: fc.constantFrom(true, true, false),
    byList: fc.boolean(),
    percent: fc.integer({ min: 1, max: 99 }),
    targets: randomTargets(index, count),
  });

/** Edges lead to later steps; a target behind the last one is none. */
export const randomSteps: fc.Arbitrary<RandomStep[]> = fc
  .integer({ min: 1, max: 9 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => randomStep(index, count))));

export const keyOf = (index: number): string => `n${index}`;

const eq = (city: string) => ({ type: "field", field: "city", operator: "eq", value: city });

function toConfig(step: RandomStep, listIds: readonly string[]): Record<string, unknown> {
  const listId = listIds[step.list];
  const spec = { kind: "delay", amount: step.hours, unit: "hours" };
  switch (step.type) {
    case "wait":
      return { spec };
    case "condition": {
      const rule = step.byList ? { type: "list", operator: "in", listId } : eq(step.city);
      return { definition: { type: "group", match: "all", rules: [rule] }, ...(step.hasDeadline ? { spec } : {}) };
    }
    case "split":
      return {
        shares: [
          { output: "a", percent: step.percent },
          { output: "b", percent: 100 - step.percent },
        ],
      };
    case "set_field":
      return { field: "city", value: step.city };
    case "add_to_list":
    case "remove_from_list":
      return { listId };
    case "goal":
      return { name: "Here" };
    case "end":
      return {};
  }
}

export const outputsOf = ({ type }: RandomStep): readonly string[] => {
  if (type === "condition") return ["yes", "no"];
  if (type === "split") return ["a", "b"];
  return type === "end" ? [] : ["next"];
};

/** A node with what follows each of its outputs: the index of a later node, or none. */
export type PlannedNode = {
  readonly type: string;
  readonly config: Record<string, unknown>;
  readonly outputs: readonly string[];
  readonly targets: readonly [number, number];
};

function reachable(nodes: readonly PlannedNode[]): Set<number> {
  const reached = new Set([0]);
  for (const index of reached) {
    for (const target of nodes[index]?.targets.slice(0, nodes[index].outputs.length) ?? []) {
      if (target < nodes.length) reached.add(target);
    }
  }
  return reached;
}

/** The graph as it is saved, without steps that nothing leads to. */
export function graphOfNodes(nodes: readonly PlannedNode[]) {
  const reached = reachable(nodes);
  const used = nodes.flatMap((node, index) => (reached.has(index) ? [{ node, index }] : []));
  return {
    nodes: [
      { id: "t", type: "manual", config: {} },
      ...used.map(({ node: { type, config }, index }) => ({ id: keyOf(index), type, config })),
    ],
    edges: [
      { id: "start", from: "t", output: "next", to: keyOf(0) },
      ...used.flatMap(({ node, index }) =>
        node.outputs.flatMap((output, position) => {
          const target = node.targets[position] ?? nodes.length;
          return target < nodes.length
            ? [{ id: `${keyOf(index)}-${output}`, from: keyOf(index), output, to: keyOf(target) }]
            : [];
        }),
      ),
    ],
  };
}

export const toGraph = (steps: readonly RandomStep[], listIds: readonly string[]) =>
  graphOfNodes(
    steps.map((step) => ({
      type: step.type,
      config: toConfig(step, listIds),
      outputs: outputsOf(step),
      targets: step.targets,
    })),
  );
