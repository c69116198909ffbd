import { describe, expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import {
  aGraph,
  anActiveAutomation,
  anAutomation,
  enter,
  paramsOf,
  runAutomations,
  waitGraph,
} from "../../../../tests/harness/factories/automations.ts";
import { days } from "../../../kernel/local-time.ts";

const missing = (message: string) => ({ status: 404, code: "not_found", message, params: {} });
const invalid = (message: string) => ({ status: 400, code: "validation", message, params: expect.any(Object) });

const atNode = (automation: { id: string }, key: string) => ({ params: { ...paramsOf(automation), key } });
const nobodyInPrague = {
  definition: {
    type: "group",
    match: "all",
    rules: [{ type: "field", field: "city", operator: "eq", value: "Praha" }],
  },
  spec: { kind: "delay", amount: 10, unit: "days" },
};
const conditionGraph = aGraph({ t: ["manual"], c: ["condition", nobodyInPrague], no: ["end"] }, ["t c", "c no no"]);

const getCounts = ({ api }: TestCompany, automation: { id: string }) =>
  api.ok("getAutomationCounts", { params: paramsOf(automation) });

async function waitLonger(test: TestCompany, automation: { id: string }, amount: number): Promise<void> {
  const [t, w, end] = waitGraph.nodes;
  const changed = { ...w, config: { spec: { kind: "delay", amount, unit: "days" } } };
  const graph = { ...waitGraph, nodes: [t, changed, end] };
  const body = { graph, baseVersion: 1, confirmRunning: true };
  await test.api.ok("saveAutomationGraph", { params: paramsOf(automation), body });
}

describe("contacts that wait", () => {
  it("are released, all or those that are named", async () => {
    const test = await company();
    const automation = await anActiveAutomation(test, waitGraph);
    const [one = "", two = "", three = ""] = await Promise.all(
      [1, 2, 3].map(async () => (await enter(test, automation))[0] ?? ""),
    );
    await runAutomations(test);
    const some = { ...atNode(automation, "w"), body: { contactIds: [one, "999999"] } };
    expect(await test.api.ok("releaseNode", some)).toEqual({ released: 1 });
    await runAutomations(test);
    expect(await getCounts(test, automation)).toMatchObject({ active: 2, nodes: { w: { waiting: 2, passed: 1 } } });
    expect(await test.api.ok("releaseNode", { ...atNode(automation, "w"), body: {} })).toEqual({ released: 2 });
    await runAutomations(test);
    expect(await getCounts(test, automation)).toMatchObject({ active: 0, completed: 3 });
    expect(new Set([one, two, three]).size).toBe(3);
  });

  it("at a condition go on by what holds when they are released", async () => {
    const test = await company();
    const automation = await anActiveAutomation(test, conditionGraph);
    await enter(test, automation);
    await runAutomations(test);
    expect(await test.api.ok("releaseNode", { ...atNode(automation, "c"), body: {} })).toEqual({ released: 1 });
    await runAutomations(test);
    expect((await getCounts(test, automation)).nodes["c"]).toEqual({ waiting: 0, passed: 1, outputs: { no: 1 } });
  });

  it("that are released while it is paused go on when it is resumed", async () => {
    const test = await company();
    const automation = await anActiveAutomation(test, waitGraph);
    await enter(test, automation);
    await runAutomations(test);
    await test.api.ok("pauseAutomation", { params: paramsOf(automation) });
    expect(await test.api.ok("releaseNode", { ...atNode(automation, "w"), body: {} })).toEqual({ released: 1 });
    await runAutomations(test);
    expect(await getCounts(test, automation)).toMatchObject({ active: 1 });
    await test.api.ok("activateAutomation", { params: paramsOf(automation) });
    await runAutomations(test);
    expect(await getCounts(test, automation)).toMatchObject({ active: 0, completed: 1 });
  });

  it("are rescheduled by the newest graph, counted from their arrival", async () => {
    holdClock();
    const test = await company();
    const automation = await anActiveAutomation(test, waitGraph);
    await enter(test, automation);
    const arrivedAt = test.clock.now().getTime();
    await runAutomations(test);
    await waitLonger(test, automation, 3);
    test.clock.advance(days(0.5));
    expect(await test.api.ok("rescheduleNode", atNode(automation, "w"))).toEqual({ rescheduled: 1 });
    const { items } = await test.api.ok("listAutomationRuns", { params: paramsOf(automation) });
    expect(items[0]?.dueAt).toBe(new Date(arrivedAt + days(3)).toISOString());
  });

  it("at a condition get its new deadline", async () => {
    holdClock();
    const test = await company();
    const automation = await anActiveAutomation(test, conditionGraph);
    await enter(test, automation);
    const arrivedAt = test.clock.now().getTime();
    await runAutomations(test);
    const spec = { kind: "delay", amount: 2, unit: "days" };
    const graph = aGraph({ t: ["manual"], c: ["condition", { ...nobodyInPrague, spec }], no: ["end"] }, [
      "t c",
      "c no no",
    ]);
    const body = { graph, baseVersion: 1, confirmRunning: true };
    await test.api.ok("saveAutomationGraph", { params: paramsOf(automation), body });
    await test.api.ok("rescheduleNode", atNode(automation, "c"));
    const { items } = await test.api.ok("listAutomationRuns", { params: paramsOf(automation) });
    expect(items[0]?.dueAt).toBe(new Date(arrivedAt + days(2)).toISOString());
    await runAutomations(test, days(2));
    expect(await getCounts(test, automation)).toMatchObject({ active: 0, completed: 1 });
  });

  it("are changed in the background where very many wait", async () => {
    holdClock();
    const test = await company();
    const automation = await anActiveAutomation(test, waitGraph);
    const { db } = test.ctx;
    const at = test.clock.now();
    await db.sql`
      insert into automation_run (tenant_id, automation_id, contact_id, trigger, version, state, node, arrived_at, due_at,
        entered_at)
      select ${db.tenantId}, ${automation.id}, n, 't', 1, 'waiting', 'w', ${at}, ${new Date(at.getTime() + days(1))}, ${at}
      from generate_series(1, 10001) n`;
    await db.sql`
      insert into automation_count (tenant_id, automation_id, node, output, measure, shard, n)
      values (${db.tenantId}, ${automation.id}, 'w', '', 'waiting', 0, 10001)`;
    await waitLonger(test, automation, 2);
    const rescheduling = await test.api.call("rescheduleNode", atNode(automation, "w"));
    expect(rescheduling).toMatchObject({ status: 202, body: { jobId: expect.stringMatching(/^\d+$/) } });
    await test.runActions();
    const [times] = await db.sql`
      select min(due_at) as first, max(due_at) as last from automation_run where tenant_id = ${db.tenantId}`;
    const end = new Date(at.getTime() + days(2));
    expect(times).toEqual({ first: end, last: end });
    expect((await test.api.call("releaseNode", { ...atNode(automation, "w"), body: {} })).status).toBe(202);
    await test.runActions();
    const [due] = await db.sql`
      select count(*)::int as n from automation_run where tenant_id = ${db.tenantId} and due_at = ${test.clock.now()}`;
    expect(due).toEqual({ n: 10_001 });
    const { items } = await test.api.ok("listNotifications");
    expect(items.map(({ type, params }) => [type, params])).toEqual([
      ["automation_released", { automationId: automation.id, node: "w", released: 10_001 }],
      ["automation_rescheduled", { automationId: automation.id, node: "w", rescheduled: 10_001 }],
    ]);
  });

  it.each(["releaseNode", "rescheduleNode"] as const)("%s is refused where nobody can wait", async (operation) => {
    const [test, other] = [await company(), await company()];
    const own = await anAutomation(test, { graph: waitGraph });
    const foreign = await anAutomation(other, { graph: waitGraph });
    const refused = (call: ReturnType<typeof atNode>) => test.api.refused(operation, { ...call, body: {} });
    expect(await refused(atNode(own, "end"))).toEqual(invalid("node"));
    expect(await refused(atNode(own, "t"))).toEqual(invalid("node"));
    expect(await refused(atNode(own, "x"))).toEqual(missing("node"));
    expect(await refused(atNode(foreign, "w"))).toEqual(missing("automation"));
  });

  it("are not released by wrong ids", async () => {
    const test = await company();
    const call = atNode(await anAutomation(test, { graph: waitGraph }), "w");
    for (const contactIds of [[], "1", Array.from({ length: 1001 }, () => "1")]) {
      expect(await test.api.refused("releaseNode", { ...call, body: { contactIds } })).toEqual(invalid("contactIds"));
    }
  });
});
