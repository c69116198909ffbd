import { describe, expect, it } from "vitest";
import { createGrammar } from "./grammar.ts";
import type { Graph } from "./graph.ts";
import { copySteps, parsePart } from "./parts.ts";

const grammar = createGrammar({ triggers: [], steps: [] });

describe("copied steps", () => {
  it("have no secrets of webhooks, neither values nor that one is stored", () => {
    const config = {
      url: "https://shop.test/hook",
      headers: [
        { name: "Content-Type", value: "application/json" },
        { name: "X-Api-Key", value: "clear", valueSet: true },
        { name: "X-Shop", value: "marked", secret: true },
      ],
      secrets: [{ name: "key", value: "clear", valueSet: false }],
      basicAuth: { enabled: true, username: "shop", password: "clear", passwordSet: true },
    };
    const graph: Graph = { nodes: [{ id: "hook", type: "webhook", config }], edges: [] };
    expect(copySteps(grammar, graph, new Set(["hook"]))?.nodes[0]?.config).toEqual({
      url: "https://shop.test/hook",
      headers: [
        { name: "Content-Type", value: "application/json" },
        { name: "X-Api-Key", value: "" },
        { name: "X-Shop", value: "", secret: true },
      ],
      secrets: [{ name: "key" }],
      basicAuth: { enabled: true, username: "shop" },
    });
  });
});

describe("steps read from the browser", () => {
  const part = {
    root: "a",
    nodes: [
      { id: "a", type: "wait", config: {} },
      { id: "b", type: "end", config: {} },
    ],
    edges: [{ id: "a-next", from: "a", output: "next", to: "b" }],
  };

  it("are a part as it was stored", () => {
    expect(parsePart(JSON.stringify(part))).toEqual(part);
  });

  it.each([
    ["no text", ""],
    ["no JSON", "{"],
    ["no object", "[]"],
    ["no lists", JSON.stringify({ ...part, edges: {} })],
    ["a root that is no step", JSON.stringify({ ...part, root: "c" })],
    ["a type that is not known", JSON.stringify({ ...part, nodes: [...part.nodes, { id: "c", type: "fax" }] })],
    ["a trigger", JSON.stringify({ ...part, nodes: [...part.nodes, { id: "c", type: "manual" }] })],
    ["a key twice", JSON.stringify({ ...part, nodes: [...part.nodes, { id: "a", type: "end" }] })],
    ["an edge that is none", JSON.stringify({ ...part, edges: [{ id: "a-next", from: "a", to: "b" }] })],
    ["an edge to no step", JSON.stringify({ ...part, edges: [{ ...part.edges[0], to: "c" }] })],
  ])("are ignored with %s", (_what, text) => {
    expect(parsePart(text)).toBeUndefined();
  });
});
