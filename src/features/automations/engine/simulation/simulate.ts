import type { Context } from "../../../../context.ts";
import { validation } from "../../../../kernel/errors.ts";
import { checkGraph } from "../../graph/check.ts";
import { findTrigger } from "../../grammar.ts";
import type { GraphNode } from "../../graph/graph.ts";
import { listNodesWithPassword } from "../../secrets.queries.ts";
import { getAutomationRecord, getStoredGraph } from "../../service.ts";
import type { RunningAutomation } from "../claim.queries.ts";
import { compileGraph, type CompiledGraph } from "../compiled-graph.ts";
import { behaviourOf } from "../executors.ts";
import { moveRuns, type Pass } from "../move-runs.ts";

export type Simulation = {
  readonly automation: RunningAutomation;
  readonly graph: CompiledGraph;
  readonly triggers: readonly GraphNode[];
};

/** The newest graph of the automation, which has to be complete. */
export async function openSimulation(ctx: Context, id: string): Promise<Simulation> {
  const row = await getAutomationRecord(ctx, id);
  const graph = await getStoredGraph(ctx, row);
  const passwords = new Set(await listNodesWithPassword(ctx.db, id));
  const { issues } = await checkGraph(ctx, graph, { shopId: row.shopId, use: "show", passwords });
  if (issues.length > 0) throw validation("graph", { issues });
  return {
    automation: { id, shopId: row.shopId, version: row.version, isTransactional: row.transactional },
    graph: compileGraph(graph),
    triggers: graph.nodes.filter(({ type }) => findTrigger(type) !== undefined),
  };
}

/** The trigger for contacts that are named: by hand where the graph allows it. */
export const triggerForNamed = ({ triggers }: Simulation): GraphNode => {
  const trigger = triggers.find(({ type }) => type === "manual") ?? triggers[0];
  if (trigger === undefined) throw new Error("a complete graph has a trigger");
  return trigger;
};

/**
 * What contacts that enter now would pass, decided by the steps of the engine without effects. Waits move the time of a
 * contact forward; conditions are decided by current data. The contact's id stands for the id of its run.
 */
export async function simulate(
  ctx: Context,
  { automation, graph }: Simulation,
  { trigger, contactIds }: { readonly trigger: GraphNode; readonly contactIds: readonly string[] },
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
      execute: (node, group) =>
        behaviourOf(node.type).simulate(ctx, { automation, node, runs: group, beforeCommit: () => undefined }),
    },
  );
  return [...entered, ...passes];
}
