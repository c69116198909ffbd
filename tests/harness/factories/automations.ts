import { AutomationEngine } from "../../../src/features/automations/engine/engine.ts";
import { EntryScheduler } from "../../../src/features/automations/entry/scheduler.ts";
import { testWorker, type TestCompany } from "./company.ts";

let count = 0;

export const anAutomation = ({ api, shopId }: TestCompany, fields: Record<string, unknown> = {}) =>
  api.ok("createAutomation", { body: { name: `Automation ${(count += 1)}`, shopId, ...fields } });

export const paramsOf = ({ id }: { id: string }) => ({ automation_id: id });

/** A complete graph: added by hand, one day of waiting, the end. */
export const waitGraph = {
  nodes: [
    { id: "t", type: "manual", config: {} },
    { id: "w", type: "wait", config: { spec: { kind: "delay", amount: 1, unit: "days" } }, position: { x: 10, y: 20 } },
    { id: "end", type: "end", config: {} },
  ],
  edges: [
    { id: "t: next → w", from: "t", output: "next", to: "w" },
    { id: "w: next → end", from: "w", output: "next", to: "end" },
  ],
};

/** Writes the status directly: no operation activates an automation yet. */
export async function setStatus({ ctx }: TestCompany, { id }: { id: string }, status: string): Promise<void> {
  await ctx.db.sql`update automation set status = ${status} where tenant_id = ${ctx.db.tenantId} and id = ${id}`;
}

/** Writes a run that waits at the node, with its counters, as the engine would. */
export async function waitAt(
  { ctx, aContact }: TestCompany,
  { id }: { id: string },
  node: string,
  contactId?: string,
): Promise<string> {
  const { tenantId } = ctx.db;
  const at = ctx.clock.now();
  const contact = contactId ?? (await aContact()).id;
  await ctx.db.sql`
    insert into automation_run (tenant_id, automation_id, contact_id, trigger, version, state, node, arrived_at, due_at,
      entered_at)
    values (${tenantId}, ${id}, ${contact}, 't', 1, 'waiting', ${node}, ${at}, ${at}, ${at})`;
  await ctx.db.sql`
    insert into automation_count (tenant_id, automation_id, node, output, measure, shard, n)
    values (${tenantId}, ${id}, '', '', 'entered', 1, 1), (${tenantId}, ${id}, '', '', 'active', 1, 1),
      (${tenantId}, ${id}, ${node}, '', 'waiting', 1, 1)
    on conflict (tenant_id, automation_id, node, output, measure, shard) do update set n = automation_count.n + 1`;
  return contact;
}

/** An active automation with the graph. */
export async function anActiveAutomation(test: TestCompany, graph: object, fields: Record<string, unknown> = {}) {
  const automation = await anAutomation(test, { graph, ...fields });
  return test.api.ok("activateAutomation", { params: paramsOf(automation) });
}

/** Adds contacts by hand; new ones without ids. */
export async function enter(test: TestCompany, automation: { id: string }, contactIds?: readonly string[]) {
  const ids = contactIds ?? [(await test.aContact()).id];
  await test.api.ok("addAutomationContacts", { params: paramsOf(automation), body: { contactIds: ids } });
  return ids;
}

type Config = Record<string, unknown>;

/** Nodes by key, and edges as `from to` or `from output to`. */
export const aGraph = (nodes: Record<string, readonly [type: string, config?: Config]>, edges: readonly string[]) => ({
  nodes: Object.entries(nodes).map(([id, [type, config = {}]]) => ({ id, type, config })),
  edges: edges.map((edge, index) => {
    const [from = "", output = "", to] = edge.split(" ");
    return to === undefined
      ? { id: `e${index}`, from, output: "next", to: output }
      : { id: `e${index}`, from, output, to };
  }),
});

/** Moves the clock and all due runs, as a worker would. */
export async function runAutomations(test: TestCompany, ms = 0): Promise<void> {
  test.clock.advance(ms);
  const engine = new AutomationEngine(testWorker(test.app));
  while (await engine.advance());
}

/** A graph with one trigger `t`, a day of waiting and the end. */
export const startedBy = (type: string, config: Config = {}) => {
  const wait = { spec: { kind: "delay", amount: 1, unit: "days" } };
  return aGraph({ t: [type, config], w: ["wait", wait] }, ["t w"]);
};

/** Contacts that entered, in this order. */
export async function enteredOf({ ctx: { db } }: TestCompany, { id }: { id: string }): Promise<string[]> {
  const rows = await db.sql<{ contactId: string }[]>`
    select contact_id from automation_run where tenant_id = ${db.tenantId} and automation_id = ${id} order by id`;
  return rows.map(({ contactId }) => contactId);
}

/** Moves the clock and starts runs by segments, dates and carts, as a worker would. */
export async function runEntries(test: TestCompany, ms = 0): Promise<void> {
  test.clock.advance(ms);
  await test.runListeners();
  const scheduler = new EntryScheduler(testWorker(test.app));
  while (await scheduler.runOnce());
}
