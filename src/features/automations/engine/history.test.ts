import { describe, expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import {
  anActiveAutomation,
  anAutomation,
  enter,
  paramsOf,
  runAutomations,
  waitGraph,
} from "../../../../tests/harness/factories/automations.ts";
import { days } from "../../../kernel/local-time.ts";

const missing = (message: string) => ({ status: 404, code: "not_found", message, params: {} });

describe("the history of runs", () => {
  it("shows where each contact is and what it passed, newest first", async () => {
    holdClock();
    const test = await company();
    const automation = await anActiveAutomation(test, waitGraph);
    const params = paramsOf(automation);
    const first = await test.aContact();
    const enteredAt = test.clock.now().toISOString();
    await enter(test, automation, [first.id]);
    await runAutomations(test);
    await runAutomations(test, days(1));
    const at = test.clock.now().toISOString();
    const second = await test.aContact();
    await enter(test, automation, [second.id]);
    await runAutomations(test);
    const dueAt = new Date(test.clock.now().getTime() + days(1)).toISOString();
    const pass = { at, result: "done", reason: null };
    const { items, ...page } = await test.api.ok("listAutomationRuns", { params });
    expect(page).toEqual({ total: 2, page: 1, pageSize: 25 });
    expect(items).toEqual([
      {
        id: items[0]?.id,
        contactId: second.id,
        email: second.email,
        state: "waiting",
        node: "w",
        trigger: "t",
        dueAt,
        enteredAt: at,
        finishedAt: null,
        reason: null,
        version: 1,
        passes: [{ node: "t", output: "next", ...pass }],
      },
      {
        id: items[1]?.id,
        contactId: first.id,
        email: first.email,
        state: "completed",
        node: "end",
        trigger: "t",
        dueAt: null,
        enteredAt,
        finishedAt: at,
        reason: null,
        version: 1,
        passes: [
          { node: "t", output: "next", ...pass, at: enteredAt },
          { node: "w", output: "next", ...pass },
          { node: "end", output: null, ...pass },
        ],
      },
    ]);
    const listIds = async (query: Record<string, string>) =>
      (await test.api.ok("listAutomationRuns", { params, query })).items.map(({ contactId }) => contactId);
    expect(await listIds({ state: "waiting" })).toEqual([second.id]);
    expect(await listIds({ contact: first.id })).toEqual([first.id]);
    expect(await listIds({ node: "w" })).toEqual([second.id]);
    expect(await listIds({ node: "end" })).toEqual([first.id]);
    expect(await listIds({ node: "t" })).toEqual([]);
    expect(await test.api.ok("listAutomationRuns", { params, query: { node: "w", state: "waiting" } })).toMatchObject({
      items: [{ contactId: second.id, node: "w", state: "waiting" }],
      total: 1,
    });
    expect(await listIds({ node: "w", state: "running" })).toEqual([]);
    expect(await listIds({ q: first.email })).toEqual([first.id]);
    expect(await listIds({ pageSize: "1", page: "2" })).toEqual([first.id]);
    expect(await test.api.ok("listNodePasses", { params: { ...params, key: "w" } })).toEqual({
      items: [
        {
          id: expect.stringMatching(/^\d+$/),
          runId: items[1]?.id,
          contactId: first.id,
          email: first.email,
          output: "next",
          ...pass,
        },
      ],
      total: 1,
      page: 1,
      pageSize: 25,
    });
    expect(await test.api.ok("listNodePasses", { params: { ...params, key: "t" } })).toMatchObject({
      items: [
        { runId: items[0]?.id, contactId: second.id, output: "next", ...pass },
        { runId: items[1]?.id, contactId: first.id, output: "next", ...pass, at: enteredAt },
      ],
      total: 2,
    });
    const { nodes } = await test.api.ok("getAutomationCounts", { params });
    expect(nodes["t"]).toEqual({ waiting: 0, passed: 2, outputs: { next: 2 } });
    const { steps } = await test.api.ok("traceContact", { params, body: { contactId: first.id } });
    expect(steps.map(({ node, output, result, reason }) => ({ node, output, result, reason }))).toEqual(
      items[1]?.passes.map(({ at: _at, ...step }) => step),
    );
    const tested = await test.api.ok("testAutomation", { params, body: { contactIds: [first.id] } });
    expect(tested.nodes["t"]).toMatchObject({ passed: 1, outputs: { next: 1 } });
  });

  it("keeps the runs of a deleted contact without the address", async () => {
    const test = await company();
    const automation = await anActiveAutomation(test, waitGraph);
    const [id = ""] = await enter(test, automation);
    await runAutomations(test);
    await test.api.ok("eraseContact", { params: { id }, body: { confirm: true } });
    await runAutomations(test, days(1));
    const { items } = await test.api.ok("listAutomationRuns", { params: paramsOf(automation) });
    expect(items).toMatchObject([{ contactId: id, email: null, state: "stopped", reason: "erased", dueAt: null }]);
    expect(await test.api.ok("getAutomationCounts", { params: paramsOf(automation) })).toMatchObject({
      entered: 1,
      active: 0,
      nodes: { w: { waiting: 0, passed: 0 } },
    });
  });

  it("is not shown for unknown nodes and automations of another company", async () => {
    const [test, other] = [await company(), await company()];
    const own = paramsOf(await anAutomation(test, { graph: waitGraph }));
    const foreign = paramsOf(await anAutomation(other, { graph: waitGraph }));
    const { api } = test;
    expect(await api.refused("listNodePasses", { params: { ...own, key: "x" } })).toEqual(missing("node"));
    expect(await api.refused("listNodePasses", { params: { ...foreign, key: "w" } })).toEqual(missing("automation"));
    expect(await api.refused("listAutomationRuns", { params: foreign })).toEqual(missing("automation"));
    expect(await api.refused("getAutomationCounts", { params: foreign })).toEqual(missing("automation"));
  });

  it.each([
    ["contact", { contact: "x" }],
    ["state", { state: "sleeping" }],
    ["node", { node: "a b" }],
  ])("refuses a wrong %s", async (message, query) => {
    const test = await company();
    const params = paramsOf(await anAutomation(test));
    expect(await test.api.refused("listAutomationRuns", { params, query })).toMatchObject({ status: 400, message });
  });
});
