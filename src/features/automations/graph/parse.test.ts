import { describe, expect, it } from "vitest";
import { stepTypes, triggerTypes } from "../grammar.ts";
import { fitsTransactional } from "./check.ts";
import { parseGraph } from "./parse.ts";

const manual = { id: "t", type: "manual", config: {} };
const edge = (from: string, to: string, output = "next") => ({ id: `${from}-${output}-${to}`, from, output, to });
const findIssues = (nodes: unknown, edges: unknown = []) =>
  parseGraph({ nodes, edges }, "as sent").issues.map(({ node, field, code }) => [node, field, code]);

/** The issues of one step behind a trigger. */
const issuesOfStep = (type: string, config: unknown) =>
  parseGraph({ nodes: [manual, { id: "s", type, config }], edges: [edge("t", "s")] }, "as sent").issues.map(
    ({ field, code }) => [field, code],
  );
const issuesOfTrigger = (type: string, config: unknown) =>
  parseGraph({ nodes: [{ id: "t", type, config }] }, "as sent").issues.map(({ field, code }) => [field, code]);

describe("the structure of a graph", () => {
  it.each([
    ["without nodes", undefined, undefined, [[null, null, "no_trigger"]]],
    ["with nodes that are no list", {}, [], [[null, "nodes", "config"]]],
    ["with a node without id", [manual, { type: "end" }], [], [[null, "nodes.1.id", "node_id"]]],
    ["with a node id of other letters", [manual, { id: "a b", type: "end" }], [], [[null, "nodes.1.id", "node_id"]]],
    ["with an id twice", [manual, manual], [], [["t", "nodes.1.id", "node_id"]]],
    [
      "with an unknown type",
      [{ id: "t", type: "toString" }],
      [],
      [
        ["t", "type", "node_type"],
        [null, null, "no_trigger"],
      ],
    ],
    ["with an edge to nothing", [manual], [edge("t", "x")], [["t", "edges.0", "edge_node"]]],
    ["with an edge from nothing", [manual], [edge("x", "t")], [[null, "edges.0", "edge_node"]]],
    ["with an edge that is no object", [manual], [5], [[null, "edges.0", "edge_node"]]],
    [
      "with an edge to a trigger",
      [manual, { ...manual, id: "u" }],
      [edge("t", "u")],
      [["t", "edges.0", "edge_trigger"]],
    ],
    ["with a node that nothing leads to", [manual, { id: "s", type: "end" }], [], [["s", null, "unreachable"]]],
  ])("%s", (_title, nodes, edges, expected) => {
    expect(findIssues(nodes, edges)).toEqual(expected);
  });

  it("has one edge per output and only known outputs", () => {
    const nodes = [manual, { id: "a", type: "end" }, { id: "b", type: "end" }];
    expect(findIssues(nodes, [edge("t", "a"), edge("t", "b")])).toEqual([["t", "edges.1", "edge_output"]]);
    expect(findIssues(nodes, [edge("t", "a"), edge("a", "b")])).toEqual([["a", "edges.1", "edge_output"]]);
    expect(findIssues([manual, nodes[1]], [edge("t", "a", "yes")])).toEqual([["t", "edges.0", "edge_output"]]);
  });

  it("has no circle", () => {
    const goal = (id: string) => ({ id, type: "goal", config: { name: id } });
    const nodes = [manual, goal("a"), goal("b"), goal("c")];
    const { issues } = parseGraph({ nodes, edges: [edge("t", "a"), edge("a", "b"), edge("b", "a")] }, "as sent");
    expect(issues).toEqual([
      { node: "a", field: null, code: "cycle", params: { nodes: ["a", "b"] } },
      { node: "c", field: null, code: "unreachable", params: {} },
    ]);
    expect(findIssues([manual, goal("a")], [edge("t", "a"), edge("a", "a")])).toContainEqual(["a", null, "cycle"]);
  });

  it("takes free text up to 200 characters as the id of an edge", () => {
    const withId = (id: unknown) => [{ id, from: "t", output: "next", to: "s" }];
    const nodes = [manual, { id: "s", type: "goal", config: { name: "x" } }];
    for (const id of ["t:next → s", "xy-edge__t-s (1)", "ž".repeat(200), "😀".repeat(200)]) {
      expect(parseGraph({ nodes, edges: withId(id) }, "as sent")).toMatchObject({
        issues: [],
        graph: { edges: [{ id }] },
      });
    }
    for (const id of ["", "x".repeat(201), "😀".repeat(201), "two\nlines", 5, null])
      expect(findIssues(nodes, withId(id))).toContainEqual(["t", "edges.0.id", "config"]);
  });

  it("has at most 300 nodes and 600 edges", () => {
    const goals = Array.from({ length: 300 }, (_, index) => ({ id: `n${index}`, type: "goal", config: { name: "x" } }));
    expect(findIssues([manual, ...goals])).toEqual([[null, "nodes", "nodes_limit"]]);
    const chain = goals.slice(0, 299).map(({ id }, index) => edge(index === 0 ? "t" : `n${index - 1}`, id));
    expect(findIssues([manual, ...goals.slice(0, 299)], chain)).toEqual([]);
    expect(
      findIssues(
        [manual],
        Array.from({ length: 601 }, () => edge("t", "s")),
      ),
    ).toEqual([[null, "edges", "edges_limit"]]);
  });

  it("drops unknown properties and names edges without an id", () => {
    const nodes = [
      { ...manual, surprise: 1, config: { reentry: "once", surprise: 1 } },
      { id: "s", type: "end" },
    ];
    expect(parseGraph({ nodes, edges: [{ from: "t", to: "s", surprise: 1 }], version: 7 }, "as sent").graph).toEqual({
      nodes: [
        { id: "t", type: "manual", config: { reentry: "once" } },
        { id: "s", type: "end", config: {} },
      ],
      edges: [{ id: "e1", from: "t", output: "next", to: "s" }],
    });
  });

  it("keeps positions", () => {
    expect(findIssues([{ ...manual, position: { x: 1, y: -2.5 } }])).toEqual([]);
    expect(findIssues([{ ...manual, position: "left" }])).toEqual([["t", "position", "config"]]);
  });
});

describe("a trigger", () => {
  it.each([
    ["manual", { reentry: "sometimes" }, [["reentry", "config"]]],
    ["manual", [], [["config", "config"]]],
    ["list_added", {}, [["listIds", "missing"]]],
    ["list_added", { listIds: [] }, [["listIds", "missing"]]],
    ["list_added", { listIds: ["1", "x"] }, [["listIds.1", "config"]]],
    ["segment_entered", { segmentId: 5 }, [["segmentId", "config"]]],
    ["segment_entered", { segmentId: null }, [["segmentId", "missing"]]],
    ["order_state", { states: ["paid"] }, []],
    ["event", { conditions: [] }, [["name", "missing"]]],
    [
      "event",
      { name: "x", conditions: [{ field: "a", operator: "like", value: "b" }] },
      [["conditions.0.operator", "config"]],
    ],
    ["event", { name: "x", conditions: [{ field: "a", operator: "gte", value: 5 }] }, []],
    ["page_visit", { url: "/cart", operator: "contains" }, []],
    ["cart_abandoned", {}, [["after", "missing"]]],
    ["cart_abandoned", { after: { kind: "delay", amount: 0, unit: "minutes" } }, [["after.amount", "time"]]],
    ["cart_abandoned", { after: { kind: "at", time: "09:00" } }, [["after.kind", "time"]]],
    ["date", { field: "birthday", offsetDays: -3, time: "09:00" }, []],
    ["date", { field: "birthday", time: "9" }, [["time", "time"]]],
    ["date", { field: "createdAt", time: "09:00" }, [["field", "config"]]],
    ["coupon_used", {}, []],
    ["email_opened", {}, []],
  ])("%s with %j", (type, config, expected) => {
    expect(issuesOfTrigger(type, config)).toEqual(expected);
  });
});

const rule = { type: "field", field: "firstName", operator: "is_empty" };
const definition = { type: "group", match: "all", rules: [rule] };
const webhook = { url: "https://example.com/hook?e={{df_emailaddress}}" };

describe("a step", () => {
  it.each([
    [
      "email",
      {},
      [
        ["senderId", "missing"],
        ["subject", "missing"],
        ["templateId", "missing"],
      ],
    ],
    ["email", { senderId: "1", subject: " ", templateId: "2" }, [["subject", "missing"]]],
    ["email", { senderId: "1", subject: "a\nb", templateId: "2" }, [["subject", "config"]]],
    ["email", { senderId: "1", subject: "Hi", templateId: "2", trackOpens: "yes" }, [["trackOpens", "config"]]],
    ["wait", {}, [["spec", "missing"]]],
    ["wait", { spec: { kind: "delay", amount: 121, unit: "months" } }, [["spec.amount", "time"]]],
    ["condition", {}, [["definition", "missing"]]],
    ["condition", { definition: { ...definition, rules: [] } }, [["definition", "missing"]]],
    [
      "condition",
      { definition: { ...definition, rules: [{ ...rule, operator: "is" }] } },
      [["definition.0.operator", "config"]],
    ],
    ["condition", { definition, spec: { kind: "at" } }, [["spec.time", "time"]]],
    ["split", {}, [["shares", "missing"]]],
    ["split", { shares: [{ output: "a", percent: 99 }] }, [["shares", "config"]]],
    [
      "split",
      {
        shares: [
          { output: "a", percent: 50 },
          { output: "b", percent: 49 },
        ],
      },
      [["shares", "config"]],
    ],
    [
      "split",
      {
        shares: [
          { output: "a", percent: 50 },
          { output: "a", percent: 50 },
        ],
      },
      [["shares.1.output", "config"]],
    ],
    ["unsubscribe", {}, []],
    ["set_field", { field: "firstName", value: null }, []],
    ["set_field", { field: "firstName" }, [["value", "missing"]]],
    ["set_field", { field: "email", value: "a@example.com" }, [["field", "config"]]],
    ["set_field", { field: "status", value: "subscribed" }, [["field", "config"]]],
    ["set_field", { field: "birthday", value: "2026-02-30" }, [["value", "config"]]],
    ["set_field", { field: "gender", value: "x" }, [["value", "config"]]],
    ["add_label", { label: "vip" }, []],
    ["webhook", webhook, []],
    ["webhook", { url: "ftp://example.com" }, [["url", "config"]]],
    ["webhook", { url: "https://{{df_name}}.example.com/" }, [["url", "config"]]],
    ["webhook", { url: "https://user:word@example.com/" }, [["url", "config"]]],
    ["webhook", { ...webhook, method: "TRACE" }, [["method", "config"]]],
    ["webhook", { ...webhook, headers: [{ name: "X-A", value: "a\r\nB: c" }] }, [["headers.0.value", "config"]]],
    ["webhook", { ...webhook, headers: [{ name: "Host", value: "a" }] }, [["headers.0.name", "config"]]],
    [
      "webhook",
      { ...webhook, basicAuth: { enabled: true } },
      [
        ["basicAuth.username", "missing"],
        ["basicAuth.password", "missing"],
      ],
    ],
    ["webhook", { ...webhook, basicAuth: { enabled: true, username: "u", password: "p" } }, []],
    ["webhook", { ...webhook, basicAuth: { enabled: true, username: "u", passwordSet: true } }, []],
    ["notify", { memberIds: ["1"], subject: "Hi", text: "Text" }, []],
    ["start_automation", {}, [["automationId", "missing"]]],
    ["end", {}, []],
    ["sms", {}, [["type", "not_implemented"]]],
  ])("%s with %j", (type, config, expected) => {
    expect(issuesOfStep(type, config)).toEqual(expected);
  });

  it("leads on by its outputs", () => {
    const shares = [
      { output: "a", percent: 60 },
      { output: "b", percent: 40 },
    ];
    const end = { id: "end", type: "end" };
    const outputs = (type: string, config: object, names: readonly string[]) =>
      findIssues(
        [manual, { id: "s", type, config }, end],
        [edge("t", "s"), ...names.map((name) => edge("s", "end", name))],
      );
    expect(outputs("condition", { definition }, ["yes", "no"])).toEqual([]);
    expect(outputs("condition", { definition }, ["next"])).toEqual([["s", "edges.1", "edge_output"]]);
    expect(outputs("split", { shares }, ["a", "b"])).toEqual([]);
    expect(outputs("split", { shares }, ["c"])).toEqual([["s", "edges.1", "edge_output"]]);
  });

  it("believes the store about passwords, not the graph", () => {
    const config = { ...webhook, basicAuth: { enabled: true, username: "u", passwordSet: true } };
    const graph = { nodes: [manual, { id: "s", type: "webhook", config }], edges: [edge("t", "s")] };
    expect(parseGraph(graph, new Set()).issues).toMatchObject([{ field: "basicAuth.password", code: "missing" }]);
    expect(parseGraph(graph, new Set(["s password"])).issues).toEqual([]);
  });
});

it("collects the objects that nodes name", () => {
  const spec = { kind: "field", field: "customFields.7", offsetDays: 0, time: "09:00" };
  const nodes = [
    { id: "t", type: "list_added", config: { listIds: ["1", "2"] } },
    { id: "w", type: "wait", config: { spec } },
  ];
  expect(parseGraph({ nodes, edges: [edge("t", "w")] }, "as sent").references).toEqual([
    { node: "t", kind: "list", id: "1", field: "listIds.0" },
    { node: "t", kind: "list", id: "2", field: "listIds.1" },
    { node: "w", kind: "custom_field", id: "7", field: "spec.field", isDate: true },
  ]);
});

it("allows exactly these triggers in a transactional automation", () => {
  const fitting = Object.keys(triggerTypes).filter((type) =>
    fitsTransactional({ nodes: [{ id: "t", type, config: {} }], edges: [] }),
  );
  expect(fitting.toSorted()).toEqual(
    [
      "action_failed",
      "event",
      "form_submitted",
      "manual",
      "order_created",
      "order_paid",
      "order_state",
      "survey_answered",
    ].toSorted(),
  );
  const steps = Object.keys(stepTypes).map((type) => ({ id: type, type, config: {} }));
  expect(fitsTransactional({ nodes: steps, edges: [] })).toBe(true);
});
