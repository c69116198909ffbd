import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodeTypes } from "../src/features/automations/graph/schema.ts";
import { parseGraph } from "../src/features/automations/graph/parse.ts";
import {
  addTrigger,
  configureNode,
  insertPart,
  joinStep,
  moveDown,
  moveStep,
  moveUp,
  removeBranch,
  removeNode,
  stepPart,
} from "../web/features/automations/editor/model/changes.ts";
import { createGrammar, outputsOf } from "../web/features/automations/editor/model/grammar.ts";
import { edgesInto, findTarget, type Graph, type Place } from "../web/features/automations/editor/model/graph.ts";
import { layoutGraph, nodeWidth } from "../web/features/automations/editor/model/layout.ts";
import { moveSteps } from "../web/features/automations/editor/model/move-steps.ts";
import { copySteps, withNewKeys } from "../web/features/automations/editor/model/parts.ts";
import { reduceHistory, startHistory } from "../web/features/automations/editor/model/history.ts";
import type { NodeName } from "../web/ui/names/automation-nodes.ts";

const grammar = createGrammar(nodeTypes);

const shares = (...outputs: string[]) => ({
  shares: outputs.map((output, index) => ({
    output,
    percent:
      index === 0 ? 100 - Math.floor(100 / outputs.length) * (outputs.length - 1) : Math.floor(100 / outputs.length),
  })),
});

/** Types whose settings do not decide whether the graph is one. */
const insertable: readonly NodeName[] = ["wait", "condition", "split", "goal", "end", "add_label"];
const triggers: readonly NodeName[] = ["manual", "contact_created", "order_paid"];

/** A random edit: numbers choose among what the graph has at that moment. */
const edit = fc.record({
  kind: fc.constantFrom(
    "insert",
    "insert",
    "insert",
    "trigger",
    "remove",
    "removeBranch",
    "move",
    "moveSeveral",
    "up",
    "down",
    "join",
    "paste",
    "shares",
    "undo",
    "redo",
  ),
  a: fc.nat(1000),
  b: fc.nat(1000),
  c: fc.nat(1000),
});
type Edit = (typeof edit extends fc.Arbitrary<infer Value> ? Value : never) & { kind: string };

const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items[index % Math.max(1, items.length)];

const listPlaces = (graph: Graph): Place[] =>
  graph.nodes.flatMap((node) => outputsOf(grammar, node).map((output) => ({ from: node.id, output })));

function changed(graph: Graph, { kind, a, b, c }: Edit, newKey: () => string): Graph | undefined {
  const id = pick(graph.nodes, a)?.id ?? "";
  const place = pick(listPlaces(graph), b);
  switch (kind) {
    case "insert": {
      const type = pick(insertable, a);
      if (type === undefined || place === undefined) return undefined;
      return insertPart(grammar, graph, place, stepPart(newKey(), type, type === "split" ? shares("a", "b", "c") : {}));
    }
    case "trigger":
      return addTrigger(graph, grammar, { id: newKey(), type: pick(triggers, b) ?? "manual", config: {} });
    case "remove": {
      const node = graph.nodes.find((one) => one.id === id);
      return removeNode(grammar, graph, id, node === undefined ? undefined : pick(outputsOf(grammar, node), b));
    }
    case "removeBranch":
      return removeBranch(grammar, graph, id);
    case "move":
      return place === undefined ? undefined : moveStep(grammar, graph, id, place);
    case "moveSeveral": {
      const [second] = graph.edges.filter(({ from }) => from === id);
      const ids = second === undefined ? [id] : [id, second.to];
      return place === undefined ? undefined : moveSteps(grammar, graph, ids, place);
    }
    case "up":
      return moveUp(grammar, graph, id);
    case "down":
      return moveDown(grammar, graph, id);
    case "join":
      return place === undefined ? undefined : joinStep(grammar, graph, place, id);
    case "paste": {
      const ids = new Set([a, b, c].map((index) => pick(graph.nodes, index)?.id ?? ""));
      const part = copySteps(grammar, graph, ids);
      return part === undefined || place === undefined
        ? undefined
        : insertPart(grammar, graph, place, withNewKeys(part, newKey));
    }
    default:
      return configureNode(grammar, graph, id, shares(...["a", "b", "x", "y"].slice(a % 3, (a % 3) + 2 + (b % 2))));
  }
}

const structural = new Set([
  "node_id",
  "node_type",
  "edge_node",
  "edge_output",
  "edge_trigger",
  "cycle",
  "unreachable",
]);

const wrongIn = (graph: Graph) => parseGraph(graph, "as sent").issues.filter(({ code }) => structural.has(code));

const hasTrigger = (graph: Graph) => graph.nodes.some(({ type }) => triggers.includes(type));

describe("edits of an automation", () => {
  it("keep the graph valid by the server's grammar, whatever is done in whatever order", () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 60 }), (edits) => {
        let keys = 0;
        const newKey = () => `k${++keys}`;
        let history = startHistory({ nodes: [{ id: "t", type: "manual", config: {} }], edges: [] });
        for (const one of edits) {
          if (one.kind === "undo" || one.kind === "redo") history = reduceHistory(history, { type: one.kind });
          else {
            const isSplit = history.graph.nodes[one.a % Math.max(1, history.graph.nodes.length)]?.type === "split";
            if (one.kind === "shares" && !isSplit) continue;
            const graph = changed(history.graph, one, newKey);
            if (graph !== undefined) history = reduceHistory(history, { type: "change", graph });
          }
          const isComplete = hasTrigger(history.graph);
          expect(wrongIn(history.graph).filter(({ code }) => isComplete || code !== "unreachable")).toEqual([]);
        }
        const layout = layoutGraph(history.graph, {
          outputsOf: (node) => outputsOf(grammar, node),
          heightOf: () => 64,
          collapsed: new Set(),
        });
        expect([...layout.nodes.keys()].toSorted()).toEqual(history.graph.nodes.map(({ id }) => id).toSorted());
        expect(overlapping([...layout.nodes.values()])).toEqual([]);
        for (const { from, to } of history.graph.edges) {
          expect(layout.nodes.get(from)?.y).toBeLessThan(layout.nodes.get(to)?.y ?? -1);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("come back by undo and go again by redo", () => {
    const start: Graph = { nodes: [{ id: "t", type: "manual", config: {} }], edges: [] };
    const one = insertPart(grammar, start, { from: "t", output: "next" }, stepPart("a", "wait", {}));
    const two = configureNode(grammar, one ?? start, "a", { spec: 1 });
    const three = configureNode(grammar, one ?? start, "a", { spec: 12 });
    let history = startHistory(start);
    for (const [graph, field] of [
      [one, undefined],
      [two, "a.spec"],
      [three, "a.spec"],
    ] as const) {
      if (graph === undefined) throw new Error("The change was not allowed");
      history = reduceHistory(history, { type: "change", graph, ...(field === undefined ? {} : { field }) });
    }
    const graphs = [history.graph];
    for (const type of ["undo", "undo", "undo", "redo", "redo", "redo"] as const) {
      history = reduceHistory(history, { type });
      graphs.push(history.graph);
    }
    expect(graphs).toEqual([three, one, start, start, one, three, three]);
  });

  it("insert between two steps, and put what follows a condition into its branch no", () => {
    const chain: Graph = {
      nodes: [
        { id: "t", type: "manual", config: {} },
        { id: "a", type: "wait", config: {} },
      ],
      edges: [{ id: "e", from: "t", output: "next", to: "a" }],
    };
    const graph = insertPart(grammar, chain, { from: "t", output: "next" }, stepPart("c", "condition", {}));
    expect(graph?.edges).toEqual([
      { id: "t-next", from: "t", output: "next", to: "c" },
      { id: "c-no", from: "c", output: "no", to: "a" },
    ]);
    expect(insertPart(grammar, chain, { from: "t", output: "next" }, stepPart("x", "end", {}))).toBeUndefined();
  });

  it("remove a condition with the branch that is not kept, and nothing that another branch leads to", () => {
    const graph: Graph = {
      nodes: (
        [
          ["t", "manual"],
          ["c", "condition"],
          ["y", "goal"],
          ["n", "add_label"],
          ["m", "wait"],
        ] as const
      ).map(([id, type]) => ({ id, type, config: {} })),
      edges: [
        { id: "1", from: "t", output: "next", to: "c" },
        { id: "2", from: "c", output: "yes", to: "y" },
        { id: "3", from: "c", output: "no", to: "n" },
        { id: "4", from: "y", output: "next", to: "m" },
        { id: "5", from: "n", output: "next", to: "m" },
      ],
    };
    const kept = removeNode(grammar, graph, "c", "yes");
    expect(kept?.nodes.map(({ id }) => id)).toEqual(["t", "y", "m"]);
    expect(findTarget(kept ?? graph, { from: "t", output: "next" })).toBe("y");
    expect(removeBranch(grammar, graph, "c")?.nodes.map(({ id }) => id)).toEqual(["t"]);
    expect(removeBranch(grammar, graph, "n")?.nodes.map(({ id }) => id)).toEqual(["t", "c", "y", "m"]);
    expect(edgesInto(joinStep(grammar, graph, { from: "m", output: "next" }, "c") ?? graph, "c")).toHaveLength(1);
  });
});

describe("the layout", () => {
  it("puts yes to the left, no straight down and a shared step once below both", () => {
    const graph: Graph = {
      nodes: (
        [
          ["t", "manual"],
          ["c", "condition"],
          ["y", "goal"],
          ["n", "add_label"],
          ["m", "wait"],
        ] as const
      ).map(([id, type]) => ({ id, type, config: {} })),
      edges: [
        { id: "1", from: "t", output: "next", to: "c" },
        { id: "2", from: "c", output: "yes", to: "y" },
        { id: "3", from: "c", output: "no", to: "n" },
        { id: "4", from: "y", output: "next", to: "m" },
        { id: "5", from: "n", output: "next", to: "m" },
      ],
    };
    const { nodes, lanes } = layoutGraph(graph, {
      outputsOf: (node) => outputsOf(grammar, node),
      heightOf: () => 64,
      collapsed: new Set(),
    });
    const at = (id: string) => nodes.get(id) ?? { x: -1, y: -1, height: 0 };
    expect([at("c").x, at("n").x, at("m").x]).toEqual([at("t").x, at("t").x, at("t").x]);
    expect(at("y").x).toBeLessThanOrEqual(at("n").x - nodeWidth);
    expect(at("y").y).toBe(at("n").y);
    expect(at("m").y).toBeGreaterThan(at("n").y + 64);
    expect([...lanes.values()].filter(({ isOpen }) => isOpen).map(({ from }) => from)).toEqual(["m"]);
  });
});

type Rectangle = { readonly x: number; readonly y: number; readonly height: number };

const overlapping = (boxes: readonly Rectangle[]) =>
  boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          Math.abs(one.x - other.x) < nodeWidth && one.y < other.y + other.height && other.y < one.y + one.height,
      )
      .map((other) => [one, other]),
  );
