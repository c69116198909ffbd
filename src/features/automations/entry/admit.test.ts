import { describe, expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { anAutomation, paramsOf, setStatus, waitGraph } from "../../../../tests/harness/factories/automations.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { admitContacts } from "./admit.ts";

const graphWith = (reentry: string) => ({
  ...waitGraph,
  nodes: waitGraph.nodes.map((node) => (node.id === "t" ? { ...node, config: { reentry } } : node)),
});

async function anActive(test: TestCompany, graph: object = waitGraph) {
  const automation = await anAutomation(test, { graph });
  await setStatus(test, automation, "active");
  return automation;
}

const addTo = ({ api }: TestCompany, automation: { id: string }, contactIds: readonly string[]) =>
  api.ok("addAutomationContacts", { params: paramsOf(automation), body: { contactIds: [...contactIds] } });

const finishRuns = ({ ctx: { db, clock } }: TestCompany) => db.sql`
  update automation_run set state = 'completed', due_at = null, finished_at = ${clock.now()}
  where tenant_id = ${db.tenantId}`;

const listRuns = async ({ ctx: { db } }: TestCompany) => [
  ...(await db.sql`
    select contact_id, trigger, version, state, node, arrived_at, due_at, entered_at, finished_at from automation_run
    where tenant_id = ${db.tenantId} order by id`),
];

describe("contacts that are added by hand", () => {
  it("stand at the node behind the trigger and are counted", async () => {
    holdClock();
    const test = await company();
    const automation = await anActive(test);
    const [one, two] = [await test.aContact(), await test.aContact()];
    expect(await addTo(test, automation, [one.id, two.id, one.id])).toEqual({ added: 2, alreadyIn: 0, skipped: 0 });
    const at = test.clock.now();
    const run = { trigger: "t", version: 1, state: "running", node: "w", arrivedAt: at, dueAt: at, enteredAt: at };
    expect(await listRuns(test)).toEqual([one, two].map(({ id }) => ({ contactId: id, ...run, finishedAt: null })));
    const editor = await test.api.ok("getAutomationEditor", { params: paramsOf(automation) });
    expect(editor.automation).toMatchObject({ entered: 2, active: 2 });
    expect(editor.counts.nodes["t"]).toEqual({ waiting: 0, passed: 2, outputs: { next: 2 } });
  });

  it("are through at once where the trigger leads nowhere", async () => {
    holdClock();
    const test = await company();
    const automation = await anActive(test, { nodes: [{ id: "t", type: "manual", config: {} }], edges: [] });
    const { id } = await test.aContact();
    expect(await addTo(test, automation, [id])).toEqual({ added: 1, alreadyIn: 0, skipped: 0 });
    expect(await listRuns(test)).toMatchObject([
      { state: "completed", node: "t", dueAt: null, finishedAt: test.clock.now() },
    ]);
    const { counts } = await test.api.ok("getAutomationEditor", { params: paramsOf(automation) });
    expect(counts).toMatchObject({ entered: 1, active: 0, completed: 1 });
  });

  it("enter again after the end by default", async () => {
    const test = await company();
    const automation = await anActive(test);
    const { id } = await test.aContact();
    await addTo(test, automation, [id]);
    expect(await addTo(test, automation, [id])).toEqual({ added: 0, alreadyIn: 1, skipped: 0 });
    await finishRuns(test);
    expect(await addTo(test, automation, [id])).toEqual({ added: 1, alreadyIn: 0, skipped: 0 });
  });

  it("enter once where the trigger says so", async () => {
    const test = await company();
    const automation = await anActive(test, graphWith("once"));
    const { id } = await test.aContact();
    await addTo(test, automation, [id]);
    await finishRuns(test);
    expect(await addTo(test, automation, [id])).toEqual({ added: 0, alreadyIn: 1, skipped: 0 });
  });

  it("enter any time up to ten concurrent runs where the trigger says so", async () => {
    const test = await company();
    const automation = await anActive(test, graphWith("always"));
    const { id } = await test.aContact();
    const mentioned = { automationId: automation.id, trigger: "t", contactIds: Array<string>(12).fill(id) };
    const admission = { ...mentioned, at: test.clock.now(), cause: "request" } as const;
    const { added, alreadyIn, skipped } = await admitContacts(test.ctx.db, admission);
    expect([added.length, alreadyIn.length, skipped.length]).toEqual([10, 0, 2]);
    expect(await addTo(test, automation, [id])).toEqual({ added: 0, alreadyIn: 0, skipped: 1 });
    await finishRuns(test);
    expect(await addTo(test, automation, [id])).toEqual({ added: 1, alreadyIn: 0, skipped: 0 });
  });

  it("enter once when two requests come at the same time", async () => {
    const test = await company();
    const automation = await anActive(test);
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await test.aContact()).id));
    const answers = await Promise.all(Array.from({ length: 6 }, () => addTo(test, automation, ids)));
    expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(5);
    expect(await listRuns(test)).toHaveLength(5);
  });

  it("are refused unless the automation is active, has a manual trigger and they exist", async () => {
    const test = await company();
    const { id } = await test.aContact();
    const draft = await anAutomation(test, { graph: waitGraph });
    const refused = (automation: { id: string }, contactIds: unknown) =>
      test.api.refused("addAutomationContacts", { params: paramsOf(automation), body: { contactIds } });
    const conflict = { status: 409, code: "conflict", params: {} };
    expect(await refused(draft, [id])).toEqual({ ...conflict, message: "status" });
    await setStatus(test, draft, "paused");
    expect(await refused(draft, [id])).toEqual({ ...conflict, message: "status" });
    const subscribed = await anActive(test, { nodes: [{ id: "t", type: "subscribed", config: {} }], edges: [] });
    expect(await refused(subscribed, [id])).toEqual({ ...conflict, message: "trigger" });
    const active = await anActive(test);
    const foreign = await company();
    const stranger = await foreign.aContact();
    for (const wrong of [[], [id, stranger.id], undefined, Array<string>(1001).fill(id)]) {
      expect(await refused(active, wrong)).toMatchObject({ status: 400, code: "validation", message: "contactIds" });
    }
    expect(await refused(await anActive(foreign), [id])).toMatchObject({ status: 404, message: "automation" });
    expect(await listRuns(test)).toEqual([]);
  });
});

it("admits nobody to an automation that is not active, lost the trigger, or for a deleted contact", async () => {
  const test = await company();
  const automation = await anActive(test);
  const { id } = await test.aContact();
  const gone = await test.aContact();
  await test.api.ok("deleteContact", { params: { id: gone.id } });
  const admit = (trigger: string, contactIds: readonly string[]) =>
    admitContacts(test.ctx.db, {
      automationId: automation.id,
      trigger,
      contactIds,
      at: test.clock.now(),
      cause: "request",
    });
  const nobody = { added: [], alreadyIn: [] };
  expect(await admit("other", [id])).toEqual({ ...nobody, skipped: [id] });
  expect(await admit("t", [gone.id])).toEqual({ ...nobody, skipped: [gone.id] });
  await setStatus(test, automation, "paused");
  expect(await admit("t", [id])).toEqual({ ...nobody, skipped: [id] });
});
