import { expect, it } from "vitest";
import { findDifference } from "./difference.ts";
import type { Graph, GraphNode } from "./graph.ts";

const node = (id: string, type: GraphNode["type"], config: GraphNode["config"] = {}): GraphNode => ({
  id,
  type,
  config,
});

const graphOf = (nodes: readonly GraphNode[], ways: readonly string[]): Graph => ({
  nodes,
  edges: ways.map((way) => {
    const [from = "", output = "", to = ""] = way.split(" ");
    return { id: way, from, output, to };
  }),
});

const wait = (amount: number) => node("w", "wait", { spec: { kind: "delay", amount, unit: "days" } });
const label = (text: string) => node("l", "add_label", { label: text });
const before = graphOf([node("t", "order_paid"), wait(1), label("vip")], ["t next w", "w next l"]);

/** Keys alone. */
function compare(after: Graph) {
  const { added, removed, changed } = findDifference(before, after);
  return {
    added: added.map(({ id }) => id),
    removed: removed.map(({ id }) => id),
    changed: changed.map(({ after: { id }, fields, isRewired }) => ({ id, fields, isRewired })),
  };
}

it("finds no difference in another order, other positions and states of secrets", () => {
  const hook = (config: GraphNode["config"]) => graphOf([node("h", "webhook", config)], []);
  const stored = hook({ url: "https://a.test", basicAuth: { enabled: true, passwordSet: true } });
  const gone = hook({ basicAuth: { passwordSet: false, enabled: true }, url: "https://a.test" });
  expect(findDifference(stored, gone)).toEqual({ added: [], removed: [], changed: [] });
  const moved = { ...wait(1), position: { x: 1, y: 2 } };
  expect(compare(graphOf([label("vip"), moved, node("t", "order_paid")], ["w next l", "t next w"]))).toEqual({
    added: [],
    removed: [],
    changed: [],
  });
});

it("names the changed fields, and a step that became another one as removed and added", () => {
  expect(compare(graphOf([node("t", "order_paid"), wait(2), node("l", "goal")], ["t next w", "w next l"]))).toEqual({
    added: ["l"],
    removed: ["l"],
    changed: [{ id: "w", fields: ["spec"], isRewired: false }],
  });
});

it("calls a step rewired only when kept steps follow it in another way than past added and removed ones", () => {
  const condition = node("c", "condition");
  const nodes = [node("t", "order_paid"), wait(1), label("vip"), condition];
  expect(compare(graphOf(nodes, ["t next w", "w next c", "c no l"]))).toEqual({
    added: ["c"],
    removed: [],
    changed: [],
  });
  expect(compare(graphOf([node("t", "order_paid"), label("vip")], ["t next l"]))).toMatchObject({
    removed: ["w"],
    changed: [],
  });
  expect(compare(graphOf(before.nodes, ["t next l", "l next w"]))).toEqual({
    added: [],
    removed: [],
    changed: [
      { id: "t", fields: [], isRewired: true },
      { id: "w", fields: [], isRewired: true },
      { id: "l", fields: [], isRewired: true },
    ],
  });
});
