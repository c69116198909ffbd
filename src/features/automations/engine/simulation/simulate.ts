import type { Context } from "../../../../context.ts";
import { validation } from "../../../../kernel/errors.ts";
import { checkGraph } from "../../graph/check.ts";
import { findTrigger } from "../../grammar.ts";
import type { GraphNode } from "../../graph/graph.ts";
import { findStoredSecrets } from "../../secrets.ts";
import { getAutomationRecord, getStoredGraph } from "../../service.ts";
import type { RunningAutomation } from "../claim.queries.ts";
import { compileGraph, type CompiledGraph } from "../compiled-graph.ts";
import type { SimulatedState } from "../executor.ts";
import { getBehaviour } from "../executors.ts";
import { lockForSteps } from "../locks.ts";
import { moveRuns, type Pass } from "../move-runs.ts";
import { loadCondition } from "../steps/condition.ts";
import type { LoadedCondition } from "../steps/condition.sql.ts";
import { nodesWithEffect } from "./effects.ts";
import { limitLockWaits } from "./simulate.queries.ts";

export type Simulation = {
  readonly automation: RunningAutomation;
  readonly graph: CompiledGraph;
  readonly triggers: readonly GraphNode[];
  /** Nodes whose changes later steps decide by. */
  readonly effects: readonly GraphNode[];
  readonly state: SimulatedState;
};

/** The newest graph of the automation, which has to be complete. */
export async function openSimulation(ctx: Context, id: string): Promise<Simulation> {
  const row = await getAutomationRecord(ctx, id);
  const graph = await getStoredGraph(ctx, row);
  const secrets = await findStoredSecrets(ctx, id);
  const { issues } = await checkGraph(ctx, graph, { shopId: row.shopId, use: "show", secrets });
  if (issues.length > 0) throw validation("graph", { issues });
  const compiled = compileGraph(graph);
  return {
    automation: { id, shopId: row.shopId, version: row.version, isTransactional: row.transactional },
    graph: compiled,
    effects: nodesWithEffect(compiled),
    state: { conditions: await loadConditions(ctx, compiled), newLabels: new Set(), starts: new Map() },
    triggers: graph.nodes.filter(({ type }) => findTrigger(type) !== undefined),
  };
}

async function loadConditions(ctx: Context, { nodes }: CompiledGraph): Promise<SimulatedState["conditions"]> {
  const conditions = new Map<string, LoadedCondition>();
  for (const node of nodes) if (node.type === "condition") conditions.set(node.id, await loadCondition(ctx, node));
  return conditions;
}

/** The trigger for contacts that are named: by hand where the graph allows it. */
export const triggerForNamed = ({ triggers }: Simulation): GraphNode => {
  const trigger = triggers.find(({ type }) => type === "manual") ?? triggers[0];
  if (trigger === undefined) throw new Error("a complete graph has a trigger");
  return trigger;
};

/** Contacts whose changes one transaction holds; their rows are locked for some tenths of a second. */
const groupSize = 500;

type Entering = { readonly trigger: GraphNode; readonly contactIds: readonly string[] };

/**
 * What contacts that enter now would pass, decided by the steps of the engine. Waits move the time of a contact forward.
 * Where a step decides by what an earlier one changed, the changes are written and rolled back. Steps of coupons are passed;
 * `settleCoupons` finds those that get none. The contact's id stands for the id of its run.
 */
export async function simulate(ctx: Context, simulation: Simulation, entering: Entering): Promise<readonly Pass[]> {
  if (simulation.effects.length === 0) return moveAll(ctx, simulation, entering);
  const { trigger, contactIds } = entering;
  const groups: (readonly Pass[])[] = [];
  for (let at = 0; at < contactIds.length; at += groupSize) {
    const group = { trigger, contactIds: contactIds.slice(at, at + groupSize) };
    groups.push(await ctx.db.rolledBack((db) => moveGroup({ ...ctx, db }, simulation, group)));
  }
  return groups.flat();
}

async function moveGroup(ctx: Context, simulation: Simulation, group: Entering): Promise<readonly Pass[]> {
  await limitLockWaits(ctx.db);
  await lockForSteps(ctx.db, simulation.effects, group.contactIds);
  return moveAll(ctx, simulation, group);
}

async function moveAll(
  ctx: Context,
  { automation, graph, effects, state }: Simulation,
  { trigger, contactIds }: Entering,
): Promise<readonly Pass[]> {
  const at = ctx.clock.now();
  const runs = contactIds.map((contactId) => ({
    runId: contactId,
    contactId,
    arrivedAt: at,
    waited: null,
    node: trigger.id,
  }));
  const entered = runs.map((run): Pass => ({
    run,
    node: trigger.id,
    at,
    output: "next",
    result: "done",
    reason: null,
  }));
  const first = graph.next(trigger.id, "next");
  if (first === undefined) return entered;
  const { passes } = await moveRuns(
    graph,
    runs.map((run) => ({ ...run, node: first })),
    {
      now: ({ arrivedAt }) => arrivedAt,
      execute: (node, group) => {
        const { simulate: decide, effect } = getBehaviour(node.type);
        const act = effects.includes(node) ? (effect?.apply ?? decide) : decide;
        return act(ctx, { automation, node, runs: group, beforeCommit: () => undefined }, state);
      },
    },
  );
  return [...entered, ...passes];
}
