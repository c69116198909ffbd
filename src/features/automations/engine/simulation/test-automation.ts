import type { Context } from "../../../../context.ts";
import { existing } from "../../../../kernel/accepts.ts";
import { validation } from "../../../../kernel/errors.ts";
import type { GraphNode } from "../../graph/graph.ts";
import type { Pass } from "../move-runs.ts";
import { isCouponPass, settleCoupons } from "./coupons.ts";
import { keepMatching } from "./event-matches.ts";
import { describePopulation } from "./population.ts";
import { listExistingContacts, listPopulation } from "./population.queries.ts";
import { openSimulation, simulate, triggerForNamed, type Simulation } from "./simulate.ts";

/** Contacts that are simulated together. */
const batchSize = 5000;

type NodeNumbers = {
  passed: number;
  outputs: Record<string, number>;
  sent: number;
  leftOut: Record<string, number>;
};

/** Sends the contacts that would enter through the whole graph and counts; nothing is written or sent. */
export async function testAutomation(ctx: Context, id: string, { contactIds }: { contactIds?: readonly string[] }) {
  const simulation = await openSimulation(ctx, id);
  const { graph, automation } = simulation;
  const numbers = new Map(graph.nodes.map((node) => [node.id, { passed: 0, outputs: {}, sent: 0, leftOut: {} }]));
  const unsettled: Pass[] = [];
  let entered = 0;
  for await (const entry of listEntries(ctx, simulation, contactIds)) {
    entered += entry.contactIds.length;
    for (const pass of await simulate(ctx, simulation, entry)) {
      if (isCouponPass(graph, pass)) unsettled.push(pass);
      else count(numbers, graph.find(pass.node), pass);
    }
  }
  for (const pass of await settleCoupons(ctx, graph, unsettled)) count(numbers, graph.find(pass.node), pass);
  return { version: automation.version, entered, nodes: Object.fromEntries(numbers) };
}

type Entry = { readonly trigger: GraphNode; readonly contactIds: readonly string[] };

async function* listEntries(
  ctx: Context,
  simulation: Simulation,
  contactIds: readonly string[] | undefined,
): AsyncGenerator<Entry> {
  if (contactIds !== undefined) {
    yield { trigger: triggerForNamed(simulation), contactIds: await requireContacts(ctx, contactIds) };
    return;
  }
  const { automation, triggers } = simulation;
  if (triggers.every(({ type }) => type === "manual")) throw validation("contactIds", { required: true });
  for (const trigger of triggers) {
    const population = await describePopulation(ctx, automation, trigger);
    if (population === undefined) continue;
    for (let after: string | undefined = "0"; after !== undefined;) {
      const next: string[] = await listPopulation(ctx.db, population, { after, limit: batchSize });
      const entering = await keepMatching(ctx, automation, { trigger, contactIds: next });
      if (entering.length > 0) yield { trigger, contactIds: entering };
      after = next.length < batchSize ? undefined : next.at(-1);
    }
  }
}

async function requireContacts(ctx: Context, contactIds: readonly string[]): Promise<readonly string[]> {
  const ids = [...new Set(contactIds)];
  const found = await listExistingContacts(ctx.db, ids);
  if (found.length < ids.length) throw validation("contactIds", existing("contact"));
  return found;
}

function count(numbers: ReadonlyMap<string, NodeNumbers>, node: GraphNode | undefined, pass: Pass): void {
  const own = numbers.get(pass.node);
  if (own === undefined || node === undefined) return;
  own.passed += 1;
  if (pass.output !== null) own.outputs[pass.output] = (own.outputs[pass.output] ?? 0) + 1;
  if (pass.reason !== null) own.leftOut[pass.reason] = (own.leftOut[pass.reason] ?? 0) + 1;
  else if (node.type === "email") own.sent += 1;
}
