import { describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anAutomation, paramsOf, setStatus, waitAt, waitGraph } from "../../../tests/harness/factories/automations.ts";

const invalid = (message: string, params: unknown = expect.any(Object)) => ({
  status: 400,
  code: "validation",
  message,
  params,
});
const conflict = (message: string, params: Record<string, unknown> = {}) => ({
  status: 409,
  code: "conflict",
  message,
  params,
});
const missing = (message = "automation") => ({ status: 404, code: "not_found", message, params: {} });

describe("an automation", () => {
  it("is created as a draft with an empty graph of version 1", async () => {
    const { api, shopId } = await company();
    const body = { name: " Welcome ", shopId, description: "First steps", tags: ["new"], status: "active" };
    const created = await api.ok("createAutomation", { body });
    expect(created).toEqual({
      id: created.id,
      name: "Welcome",
      shopId,
      status: "draft",
      description: "First steps",
      tags: ["new"],
      transactional: false,
      entered: 0,
      active: 0,
      sent: 0,
      version: 1,
      createdAt: created.createdAt,
      graph: { nodes: [], edges: [], version: 1 },
      issues: [{ node: null, field: null, path: "graph.nodes", code: "no_trigger", params: {} }],
    });
    expect(await api.ok("getAutomation", { params: paramsOf(created) })).toEqual(created);
  });

  it("is created with a graph", async () => {
    const test = await company();
    const { graph, issues } = await anAutomation(test, { graph: waitGraph });
    expect(graph).toEqual({ ...waitGraph, version: 1 });
    expect(issues).toEqual([]);
  });

  it("has a name that is unique, ignoring case", async () => {
    const test = await company();
    const { id } = await anAutomation(test, { name: "Welcome" });
    const body = { name: "WELCOME", shopId: test.shopId };
    expect(await test.api.refused("createAutomation", { body })).toEqual(conflict("name"));
    const other = await anAutomation(test);
    const change = { params: paramsOf(other), body: { name: "welcome" } };
    expect(await test.api.refused("updateAutomation", change)).toEqual(conflict("name"));
    const copy = { params: { automation_id: id }, body: { name: "Welcome" } };
    expect(await test.api.refused("copyAutomation", copy)).toEqual(conflict("name"));
  });

  it.each([
    ["name", { name: " " }],
    ["shopId", { shopId: "999999" }],
    ["description", { description: 5 }],
    ["tags", { tags: "new" }],
    ["graph", { graph: [] }],
    ["graph", { graph: null }],
    ["transactional", { transactional: "yes" }],
    ["transactional", { transactional: true, graph: { nodes: [{ id: "t", type: "subscribed" }], edges: [] } }],
  ])("is refused for %s", async (message, wrong) => {
    const { api, shopId } = await company();
    const body = { name: "Welcome", shopId, ...wrong };
    expect(await api.refused("createAutomation", { body })).toEqual(invalid(message));
  });

  it("is not created with a graph that has errors", async () => {
    const { api, shopId } = await company();
    const graph = { nodes: [{ id: "t", type: "list_added", config: { listIds: ["999999"] } }], edges: [] };
    const issue = {
      node: "t",
      field: "listIds.0",
      path: "graph.nodes.0.config.listIds.0",
      code: "reference",
      params: { kind: "list", id: "999999" },
    };
    const body = { name: "Welcome", shopId, graph };
    expect(await api.refused("createAutomation", { body })).toEqual(invalid("graph", { issues: [issue] }));
    expect(await api.ok("listAutomations")).toMatchObject({ total: 0 });
  });

  it("is listed by shop, tag, status, text and order", async () => {
    const test = await company();
    const { api, shopId } = test;
    const first = await anAutomation(test, { name: "Narozeniny", tags: ["vip"] });
    const second = await anAutomation(test, { name: "Košík" });
    await setStatus(test, second, "active");
    const names = async (query: Record<string, unknown>) =>
      (await api.ok("listAutomations", { query })).items.map(({ name }) => name);
    expect(await names({ sort: "name" })).toEqual(["Košík", "Narozeniny"]);
    expect(await names({ sort: "-name" })).toEqual(["Narozeniny", "Košík"]);
    expect(await names({ shop: shopId, tag: "VIP" })).toEqual(["Narozeniny"]);
    expect(await names({ status: "active" })).toEqual(["Košík"]);
    expect(await names({ q: "kosik" })).toEqual(["Košík"]);
    const { graph: _, issues: __, ...row } = first;
    expect((await api.ok("listAutomations", { query: { q: "naroz" } })).items).toEqual([row]);
    expect(await api.refused("listAutomations", { query: { status: "sent" } })).toEqual(invalid("status"));
    expect(await api.refused("listAutomations", { query: { sort: "graph" } })).toEqual(invalid("sort"));
  });

  it("changes its name, description and tags, never status, graph or shop", async () => {
    const test = await company();
    const before = await anAutomation(test, { graph: waitGraph });
    const body = { name: "New", description: "Text", tags: ["a"], status: "active", graph: {}, shopId: "999999" };
    const after = await test.api.ok("updateAutomation", { params: paramsOf(before), body });
    expect(after).toEqual({ ...before, name: "New", description: "Text", tags: ["a"] });
  });

  it("becomes transactional only when its triggers allow it and it is not active", async () => {
    const test = await company();
    const change = (automation: { id: string }, transactional: boolean) => ({
      params: paramsOf(automation),
      body: { transactional },
    });
    const graph = { nodes: [{ id: "t", type: "subscribed" }], edges: [] };
    const wrong = await anAutomation(test, { graph });
    expect(await test.api.refused("updateAutomation", change(wrong, true))).toEqual(invalid("transactional"));
    const right = await anAutomation(test, { graph: waitGraph });
    expect(await test.api.ok("updateAutomation", change(right, true))).toMatchObject({ transactional: true });
    const save = { params: paramsOf(right), body: { graph, baseVersion: 1 } };
    expect(await test.api.refused("saveAutomationGraph", save)).toEqual(invalid("transactional"));
    await setStatus(test, right, "active");
    expect(await test.api.refused("updateAutomation", change(right, false))).toEqual(conflict("status"));
    expect(await test.api.ok("updateAutomation", change(right, true))).toMatchObject({ transactional: true });
  });

  it("gets tags together with others", async () => {
    const test = await company();
    const [one, other] = [await anAutomation(test), await anAutomation(test)];
    const body = { ids: [one.id, other.id], add: ["vip"] };
    expect(await test.api.ok("tagAutomations", { body })).toEqual({ objects: 2, added: 2, removed: 0 });
    expect(await test.api.ok("getAutomation", { params: paramsOf(one) })).toMatchObject({ tags: ["vip"] });
    const foreign = await anAutomation(await company());
    const refused = await test.api.refused("tagAutomations", { body: { ids: [foreign.id], add: ["vip"] } });
    expect(refused).toEqual(invalid("ids"));
  });

  it("is copied as a draft with its newest graph and the next free name", async () => {
    const test = await company();
    const original = await anAutomation(test, {
      name: "Welcome",
      tags: ["vip"],
      graph: waitGraph,
      transactional: true,
    });
    await test.api.ok("saveAutomationGraph", {
      params: paramsOf(original),
      body: { graph: waitGraph, baseVersion: 1 },
    });
    await setStatus(test, original, "active");
    const copy = await test.api.ok("copyAutomation", { params: paramsOf(original), body: {} });
    const { id, createdAt } = copy;
    expect(copy).toEqual({ ...original, id, createdAt, name: "Welcome 2" });
    const named = await test.api.ok("copyAutomation", { params: paramsOf(original), body: { name: "Mine" } });
    expect(named.name).toBe("Mine");
  });

  it("is deleted unless somebody entered it or another one starts it", async () => {
    const test = await company();
    const target = await anAutomation(test, { graph: waitGraph });
    const graph = {
      nodes: [
        { id: "t", type: "manual" },
        { id: "s", type: "start_automation", config: { automationId: target.id } },
      ],
      edges: [{ id: "e1", from: "t", output: "next", to: "s" }],
    };
    const starter = await anAutomation(test, { graph });
    const by = [{ kind: "automation", id: starter.id, name: starter.name }];
    const used = conflict("used", { by, automationIds: [starter.id] });
    expect(await test.api.refused("deleteAutomation", { params: paramsOf(target) })).toEqual(used);
    await waitAt(test, target, "w");
    expect(await test.api.refused("deleteAutomation", { params: paramsOf(target) })).toEqual(conflict("runs"));
    await test.api.ok("deleteAutomation", { params: paramsOf(starter) });
    expect(await test.api.refused("getAutomation", { params: paramsOf(starter) })).toEqual(missing());
  });

  it("of another company does not exist", async () => {
    const test = await company();
    const foreign = await anAutomation(await company(), { graph: waitGraph });
    const params = paramsOf(foreign);
    const calls = [
      test.api.refused("getAutomation", { params }),
      test.api.refused("updateAutomation", { params, body: {} }),
      test.api.refused("deleteAutomation", { params }),
      test.api.refused("copyAutomation", { params, body: {} }),
      test.api.refused("saveAutomationGraph", { params, body: { graph: waitGraph, baseVersion: 1 } }),
      test.api.refused("listAutomationVersions", { params }),
      test.api.refused("getAutomationVersion", { params: { ...params, version: "1" } }),
      test.api.refused("reportEditing", { params, body: { active: true } }),
      test.api.refused("getAutomationEditor", { params }),
    ];
    for (const refusal of await Promise.all(calls)) expect(refusal).toEqual(missing());
  });
});

describe("a save of the graph", () => {
  const save = ({ api }: TestCompany, automation: { id: string }, body: Record<string, unknown>) =>
    api.refused("saveAutomationGraph", { params: paramsOf(automation), body });

  it("writes a new version", async () => {
    const test = await company();
    const automation = await anAutomation(test);
    const params = paramsOf(automation);
    const body = { graph: waitGraph, baseVersion: 1 };
    const saved = await test.api.ok("saveAutomationGraph", { params, body });
    expect(saved).toMatchObject({ version: 2, graph: { ...waitGraph, version: 2 }, issues: [] });
    const versions = await test.api.ok("listAutomationVersions", { params });
    expect(versions).toMatchObject({ items: [{ version: 2 }, { version: 1 }], total: 2 });
    const first = await test.api.ok("getAutomationVersion", { params: { ...params, version: "1" } });
    expect(first).toEqual({ version: 1, at: first.at, graph: { nodes: [], edges: [], version: 1 } });
    const unknown = await test.api.refused("getAutomationVersion", { params: { ...params, version: "9" } });
    expect(unknown).toEqual(missing("version"));
  });

  it("is refused by graph, version, confirmation and contacts, in this order", async () => {
    const test = await company();
    const automation = await anAutomation(test, { graph: waitGraph });
    await setStatus(test, automation, "active");
    await waitAt(test, automation, "w");
    const wrong = {
      nodes: [
        { id: "t", type: "manual" },
        { id: "x", type: "nothing" },
      ],
      edges: [],
    };
    const removed = { nodes: [{ id: "t", type: "manual" }], edges: [] };
    const issues = [
      {
        node: "x",
        field: "type",
        path: "graph.nodes.1.type",
        code: "node_type",
        params: { allowed: expect.arrayContaining(["manual"]) },
      },
    ];
    expect(await save(test, automation, { graph: wrong, baseVersion: 9 })).toEqual(invalid("graph", { issues }));
    expect(await save(test, automation, { graph: removed, baseVersion: 9 })).toEqual(
      conflict("version", { current: 1 }),
    );
    expect(await save(test, automation, { graph: removed, baseVersion: 1 })).toEqual(conflict("confirm"));
    const confirmed = { graph: removed, baseVersion: 1, confirmRunning: true };
    expect(await save(test, automation, confirmed)).toEqual(conflict("waiting", { nodes: ["w"] }));
    await setStatus(test, automation, "paused");
    const paused = { graph: removed, baseVersion: 1 };
    expect(await save(test, automation, paused)).toEqual(conflict("waiting", { nodes: ["w"] }));
    const params = paramsOf(automation);
    await test.api.ok("saveAutomationGraph", { params, body: { graph: waitGraph, baseVersion: 1 } });
  });

  it("does not make a step of the trigger through which contacts came that are inside", async () => {
    const test = await company();
    const automation = await anAutomation(test, { graph: waitGraph });
    await waitAt(test, automation, "w");
    const [, wait, end] = waitGraph.nodes;
    const graph = {
      nodes: [{ id: "t2", type: "manual" }, wait, { id: "t", type: "goal", config: { name: "Here" } }, end],
      edges: [
        { from: "t2", to: "w" },
        { from: "w", to: "t" },
      ],
    };
    expect(await save(test, automation, { graph, baseVersion: 1 })).toEqual(conflict("waiting", { nodes: ["t"] }));
  });

  it("of an active automation is refused when it is incomplete", async () => {
    const test = await company();
    const automation = await anAutomation(test, { graph: waitGraph });
    await setStatus(test, automation, "active");
    const graph = {
      nodes: [
        { id: "t", type: "manual" },
        { id: "w", type: "wait" },
      ],
      edges: [{ from: "t", to: "w" }],
    };
    const issues = [{ node: "w", field: "spec", path: "graph.nodes.1.config.spec", code: "missing", params: {} }];
    const body = { graph, baseVersion: 1, confirmRunning: true };
    expect(await save(test, automation, body)).toEqual(invalid("graph", { issues }));
    await setStatus(test, automation, "paused");
    const saved = await test.api.ok("saveAutomationGraph", { params: paramsOf(automation), body });
    expect(saved.issues).toEqual(issues);
  });

  it.each([
    ["graph", { baseVersion: 1 }],
    ["baseVersion", { graph: waitGraph }],
    ["baseVersion", { graph: waitGraph, baseVersion: "1" }],
  ])("needs %s", async (message, body) => {
    const test = await company();
    expect(await save(test, await anAutomation(test), body)).toEqual(invalid(message));
  });
});
