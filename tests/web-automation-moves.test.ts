import { describe, expect, it } from "vitest";
import { nodeTypes } from "../src/features/automations/graph/schema.ts";
import { createGrammar } from "../web/features/automations/editor/model/grammar.ts";
import type { Graph } from "../web/features/automations/editor/model/graph.ts";
import { moveSteps } from "../web/features/automations/editor/model/move-steps.ts";

const grammar = createGrammar(nodeTypes);

/** t → a → b → c → d, where c is a condition whose yes leads to e; d is on its no. */
const graph: Graph = {
  nodes: [
    { id: "t", type: "order_paid", config: {} },
    { id: "a", type: "add_label", config: { label: "a" } },
    {
      id: "b",
      type: "webhook",
      config: { url: "https://shop.test", headers: [{ name: "X-Api-Key", value: "clear" }] },
    },
    { id: "c", type: "condition", config: {} },
    { id: "e", type: "goal", config: { name: "e" } },
    { id: "d", type: "goal", config: { name: "d" } },
  ],
  edges: [
    { id: "1", from: "t", output: "next", to: "a" },
    { id: "2", from: "a", output: "next", to: "b" },
    { id: "3", from: "b", output: "next", to: "c" },
    { id: "4", from: "c", output: "yes", to: "e" },
    { id: "5", from: "c", output: "no", to: "d" },
  ],
};

const waysOf = (moved: Graph | undefined) =>
  moved?.edges.map(({ from, output, to }) => `${from} ${output} ${to}`).toSorted();

describe("several steps moved together", () => {
  it("follow each other at the new place, and what led to them goes on behind them", () => {
    const moved = moveSteps(grammar, graph, ["b", "a"], { from: "c", output: "yes" });
    expect(waysOf(moved)).toEqual(["a next b", "b next e", "c no d", "c yes a", "t next c"]);
    expect(moved?.nodes).toHaveLength(graph.nodes.length);
    expect(moved?.nodes.find(({ id }) => id === "b")).toEqual(graph.nodes[2]);
  });

  it("take with them what only a branching one among them leads to", () => {
    const longer = {
      nodes: [...graph.nodes, { id: "s", type: "order_created" as const, config: {} }],
      edges: graph.edges,
    };
    const moved = moveSteps(grammar, longer, ["b", "c"], { from: "s", output: "next" });
    expect(waysOf(moved)).toEqual(["b next c", "c no d", "c yes e", "s next b", "t next a"]);
  });

  it("stay where they are if the place is among them, is theirs already, or they do not follow each other", () => {
    expect(moveSteps(grammar, graph, ["a", "b"], { from: "b", output: "next" })).toBeUndefined();
    expect(moveSteps(grammar, graph, ["a", "b"], { from: "t", output: "next" })).toBeUndefined();
    expect(moveSteps(grammar, graph, ["a", "e"], { from: "c", output: "no" })).toBeUndefined();
    expect(moveSteps(grammar, graph, ["t", "a"], { from: "c", output: "no" })).toBeUndefined();
  });
});
