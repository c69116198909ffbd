import { findStep, type StepEffect } from "../grammar.ts";
import type { Graph } from "../graph/graph.ts";

export type GraphEffect = Exclude<StepEffect, "none">;

const effectOf = (type: string): StepEffect => findStep(type)?.effect ?? "none";

export const effectsOfGraph = ({ nodes }: Pick<Graph, "nodes">): GraphEffect[] => [
  ...new Set(nodes.map(({ type }) => effectOf(type)).filter((effect) => effect !== "none")),
];
