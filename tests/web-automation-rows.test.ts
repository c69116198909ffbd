import { expect, it } from "vitest";
import { nodeTypes } from "../src/features/automations/graph/schema.ts";
import { insertPart, stepPart } from "../web/features/automations/editor/model/changes.ts";
import { createGrammar } from "../web/features/automations/editor/model/grammar.ts";
import type { Graph } from "../web/features/automations/editor/model/graph.ts";
import { listRows } from "../web/features/automations/editor/model/rows.ts";

const grammar = createGrammar(nodeTypes);
const node = (id: string, type: Graph["nodes"][number]["type"]) => ({ id, type, config: {} });
const edge = (from: string, output: string, to: string) => ({ id: `${from}-${output}`, from, output, to });

it("lists every row under a key of its own, which it keeps when a step is inserted above", () => {
  const graph: Graph = {
    nodes: [node("start", "manual"), node("check", "condition"), node("wait", "wait"), node("end", "end")],
    edges: [
      edge("start", "next", "check"),
      edge("check", "yes", "wait"),
      edge("wait", "next", "end"),
      edge("check", "no", "end"),
    ],
  };
  const keysOf = (shown: Graph) => listRows(grammar, shown, new Set()).map(({ key }) => key);
  const keys = keysOf(graph);
  expect(keys).toEqual([
    "step start",
    "plus start next",
    "step check",
    "plus check yes",
    "step wait",
    "plus wait next",
    "step end",
    "plus check no",
    "again check no",
  ]);
  const inserted = insertPart(grammar, graph, { from: "start", output: "next" }, stepPart("new", "wait", {}));
  expect(keysOf(inserted ?? graph).filter((key) => !key.includes("new"))).toEqual(keys);
});
