import { describe, expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import {
  aGraph,
  anActiveAutomation,
  enter,
  paramsOf,
  runAutomations,
  waitAt,
  waitGraph,
} from "../../../../tests/harness/factories/automations.ts";
import { days, hours, minutes } from "../../../kernel/local-time.ts";

const inBrno = {
  type: "group",
  match: "all",
  rules: [{ type: "field", field: "city", operator: "eq", value: "Brno" }],
};

/** Behind the trigger `t`. */
const listPasses = async ({ ctx: { db } }: TestCompany): Promise<string[]> =>
  (
    await db.sql<{ node: string; output: string | null }[]>`
      select node, output from automation_pass where tenant_id = ${db.tenantId} and node <> 't' order by run_id, id`
  ).map(({ node, output }) => `${node} ${output ?? "-"}`);

const listRuns = async ({ ctx: { db } }: TestCompany) => [
  ...(await db.sql`
    select state, node, due_at, deadline_at, finished_at, reason from automation_run
    where tenant_id = ${db.tenantId} order by id`),
];

const getCounts = async ({ api }: TestCompany, automation: { id: string }) =>
  (await api.ok("getAutomationEditor", { params: paramsOf(automation) })).counts;

describe("the engine", () => {
  it("moves runs to the wait, and after it to the end", async () => {
    holdClock();
    const test = await company();
    const automation = await anActiveAutomation(test, waitGraph);
    await enter(test, automation);
    const dueAt = new Date(test.clock.now().getTime() + days(1));
    await runAutomations(test);
    expect(await listRuns(test)).toMatchObject([{ state: "waiting", node: "w", dueAt, finishedAt: null }]);
    expect(await getCounts(test, automation)).toMatchObject({ active: 1, nodes: { w: { waiting: 1, passed: 0 } } });
    await runAutomations(test, days(1) - 1);
    expect(await listPasses(test)).toEqual([]);
    await runAutomations(test, 1);
    const finishedAt = test.clock.now();
    expect(await listRuns(test)).toMatchObject([{ state: "completed", node: "end", dueAt: null, finishedAt }]);
    expect(await listPasses(test)).toEqual(["w next", "end -"]);
    expect(await getCounts(test, automation)).toEqual({
      version: 1,
      entered: 1,
      active: 0,
      completed: 1,
      nodes: {
        t: { waiting: 0, passed: 1, outputs: { next: 1 } },
        w: { waiting: 0, passed: 1, outputs: { next: 1 } },
        end: { waiting: 0, passed: 1, outputs: {} },
      },
    });
  });

  it("decides by the condition and joins the branches", async () => {
    const test = await company();
    const graph = aGraph(
      {
        t: ["manual"],
        c: ["condition", { definition: inBrno }],
        g: ["goal", { name: "Home" }],
        g2: ["goal", { name: "Both" }],
      },
      ["t c", "c yes g", "g g2", "c no g2"],
    );
    const automation = await anActiveAutomation(test, graph);
    const [brno, praha] = [await test.aContact({ city: "Brno" }), await test.aContact({ city: "Praha" })];
    await enter(test, automation, [brno.id, praha.id]);
    await runAutomations(test);
    expect(await listPasses(test)).toEqual(["c yes", "g next", "g2 next", "c no", "g2 next"]);
    expect((await getCounts(test, automation)).nodes["c"]).toEqual({
      waiting: 0,
      passed: 2,
      outputs: { yes: 1, no: 1 },
    });
  });

  it("divides runs by the shares, the same when a claim is repeated", async () => {
    const test = await company();
    const shares = [
      { output: "a", percent: 80 },
      { output: "b", percent: 20 },
    ];
    const graph = aGraph({ t: ["manual"], s: ["split", { shares }], a: ["end"], b: ["end"] }, [
      "t s",
      "s a a",
      "s b b",
    ]);
    const automation = await anActiveAutomation(test, graph);
    const { db } = test.ctx;
    await db.sql`
      insert into automation_run (tenant_id, automation_id, contact_id, trigger, version, state, node, arrived_at, due_at,
        entered_at)
      select ${db.tenantId}, ${automation.id}, n, 't', 1, 'running', 's', ${test.clock.now()}, ${test.clock.now()},
        ${test.clock.now()} from generate_series(1, 500) n`;
    await runAutomations(test);
    const once = await listPasses(test);
    const inA = once.filter((pass) => pass === "s a").length;
    expect(inA).toBeGreaterThan(350);
    expect(inA).toBeLessThan(450);
    await db.sql`delete from automation_pass where tenant_id = ${db.tenantId}`;
    await db.sql`
      update automation_run set state = 'running', node = 's', due_at = arrived_at, finished_at = null
      where tenant_id = ${db.tenantId}`;
    await runAutomations(test);
    expect(await listPasses(test)).toEqual(once);
  });

  it("goes on with the other runs when some cannot be moved, which are tried again later", async () => {
    const test = await company();
    const { db } = test.ctx;
    const automation = await anActiveAutomation(test, waitGraph);
    const contacts = await Promise.all(Array.from({ length: 9 }, () => test.aContact()));
    const ids = contacts.map(({ id }) => id);
    await enter(test, automation, ids);
    await runAutomations(test);
    const poisoned = new Set([1, 2, 6]);
    const poisonedIds = ids.filter((_, index) => poisoned.has(index));
    // The pass that the run would write next is there already.
    await db.sql`
      insert into automation_pass (tenant_id, run_id, node, automation_id, at, output, result)
      select tenant_id, id, 'w', automation_id, now(), 'next', 'done' from automation_run
      where tenant_id = ${db.tenantId} and contact_id = any(${poisonedIds}::bigint[])`;
    const listStates = async (of: (contactId: string) => boolean) => {
      const rows = await db.sql<{ contactId: string; state: string }[]>`
        select contact_id, state from automation_run where tenant_id = ${db.tenantId} order by contact_id`;
      return [...new Set(rows.filter(({ contactId }) => of(contactId)).map(({ state }) => state))];
    };
    const isPoisoned = (contactId: string) => poisonedIds.includes(contactId);
    await runAutomations(test, days(1));
    expect(await listStates((contactId) => !isPoisoned(contactId))).toEqual(["completed"]);
    expect(await listStates(isPoisoned)).toEqual(["waiting"]);
    await db.sql`
      delete from automation_pass where tenant_id = ${db.tenantId} and node = 'w'
        and run_id in (select id from automation_run where tenant_id = ${db.tenantId} and state = 'waiting')`;
    await runAutomations(test);
    expect(await listStates(isPoisoned)).toEqual(["waiting"]);
    await runAutomations(test, minutes(5));
    expect(await listStates(isPoisoned)).toEqual(["completed"]);
  });

  it("stops a run at a node that the newest graph does not have", async () => {
    const test = await company();
    const automation = await anActiveAutomation(test, waitGraph);
    await waitAt(test, automation, "gone");
    await runAutomations(test);
    expect(await listRuns(test)).toMatchObject([{ state: "stopped", node: "gone", reason: "node_removed" }]);
    expect(await getCounts(test, automation)).toMatchObject({ active: 0, completed: 0 });
  });

  it("ends a run at an output without an edge", async () => {
    const test = await company();
    const graph = aGraph({ t: ["manual"], g: ["goal", { name: "Here" }] }, ["t g"]);
    const automation = await anActiveAutomation(test, graph);
    await enter(test, automation);
    await runAutomations(test);
    expect(await listRuns(test)).toMatchObject([{ state: "completed", node: "g" }]);
    expect(await listPasses(test)).toEqual(["g next"]);
  });

  it("keeps the due time of who waits when the graph changes", async () => {
    const test = await company();
    const automation = await anActiveAutomation(test, waitGraph);
    await enter(test, automation);
    await runAutomations(test);
    const [t, w, end] = waitGraph.nodes;
    const longer = { ...w, config: { spec: { kind: "delay", amount: 9, unit: "days" } } };
    const graph = { ...waitGraph, nodes: [t, longer, end] };
    const body = { graph, baseVersion: 1, confirmRunning: true };
    await test.api.ok("saveAutomationGraph", { params: paramsOf(automation), body });
    await runAutomations(test, days(1));
    expect(await listPasses(test)).toEqual(["w next", "end -"]);
  });

  it("moves every run once with several workers", async () => {
    const test = await company();
    const automation = await anActiveAutomation(test, waitGraph);
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await test.aContact()).id));
    await enter(test, automation, ids);
    await Promise.all([1, 2, 3, 4].map(() => runAutomations(test)));
    await runAutomations(test, days(1));
    await Promise.all([1, 2, 3, 4].map(() => runAutomations(test)));
    expect(await listPasses(test)).toHaveLength(40);
    expect(await getCounts(test, automation)).toMatchObject({ active: 0, completed: 20 });
  });
});

describe("a condition with a deadline", () => {
  const graph = aGraph(
    {
      t: ["manual"],
      c: ["condition", { definition: inBrno, spec: { kind: "delay", amount: 3, unit: "days" } }],
      yes: ["end"],
      no: ["end"],
    },
    ["t c", "c yes yes", "c no no"],
  );

  it("holds at once, when the journal tells of the contact, or not before the deadline", async () => {
    const test = await company();
    const automation = await anActiveAutomation(test, graph);
    const [now, later, never] = [
      await test.aContact({ city: "Brno" }),
      await test.aContact({ city: "Praha" }),
      await test.aContact({ city: "Praha" }),
    ];
    await enter(test, automation, [now.id, later.id, never.id]);
    await runAutomations(test);
    expect(await listPasses(test)).toEqual(["c yes", "yes -"]);
    await test.runListeners();
    await runAutomations(test);
    await test.api.ok("updateContact", { params: { id: later.id }, body: { city: "Brno" } });
    await test.runListeners();
    await runAutomations(test, minutes(1));
    expect(await listPasses(test)).toEqual(["c yes", "yes -", "c yes", "yes -"]);
    await runAutomations(test, days(3) - minutes(2));
    expect(await listPasses(test)).toHaveLength(4);
    await runAutomations(test, hours(1));
    expect(await listPasses(test)).toEqual(["c yes", "yes -", "c yes", "yes -", "c no", "no -"]);
    expect(await getCounts(test, automation)).toMatchObject({
      active: 0,
      completed: 3,
      nodes: { c: { waiting: 0, passed: 3, outputs: { yes: 2, no: 1 } } },
    });
  });

  it("is looked at again after midnight for what the journal does not tell", async () => {
    const test = await company();
    const automation = await anActiveAutomation(test, graph);
    const { id } = await test.aContact({ city: "Praha" });
    await enter(test, automation, [id]);
    await runAutomations(test);
    const { db } = test.ctx;
    await db.sql`update contact set city = 'Brno' where tenant_id = ${db.tenantId} and id = ${id}`;
    await runAutomations(test, hours(26));
    expect(await listPasses(test)).toEqual(["c yes", "yes -"]);
  });
});
