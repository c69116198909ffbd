import { findStep, type StepName } from "../grammar.ts";
import type { Graph } from "../graph/graph.ts";

export type GraphEffect = "sends" | "discloses";

/**
 * What a step does outside the company's own data. A step that changes contacts may start another automation, so it counts
 * as one that sends.
 */
const stepEffects: Readonly<Record<StepName, GraphEffect | null>> = {
  email: "sends",
  sms: "sends",
  notify: "sends",
  webhook: "discloses",
  start_automation: "sends",
  add_to_list: "sends",
  remove_from_list: "sends",
  unsubscribe: "sends",
  set_field: "sends",
  assign_coupon: null,
  add_label: null,
  wait: null,
  condition: null,
  split: null,
  goal: null,
  end: null,
};

const isStepName = (type: string): type is StepName => findStep(type) !== undefined;

const effectOf = (type: string): GraphEffect | null => (isStepName(type) ? stepEffects[type] : null);

export const effectsOfGraph = ({ nodes }: Pick<Graph, "nodes">): GraphEffect[] => [
  ...new Set(nodes.map(({ type }) => effectOf(type)).filter((effect) => effect !== null)),
];
