import type { TenantDb } from "../../../../db/tenant.ts";
import { findTrigger } from "../../grammar.ts";
import type { Graph, GraphNode } from "../../graph/graph.ts";
import { admitContacts, previewAdmission, type Admission } from "../../entry/admit.ts";
import { findAutomation } from "../../queries.ts";
import { findVersion } from "../../versions.queries.ts";
import { passed, skipped, type Executor, type Simulator } from "../executor.ts";
import type { Outcome, RunAtNode } from "../move-runs.ts";
import { findDepths } from "./start-automation.queries.ts";

/** By hand where the other automation allows it, else by its first trigger. */
const findStart = ({ nodes }: Graph): GraphNode | undefined =>
  nodes.find(({ type }) => type === "manual") ?? nodes.find(({ type }) => findTrigger(type) !== undefined);

/** Undefined where the other automation is not active. */
async function findTarget(db: TenantDb, { config }: GraphNode) {
  const target = await findAutomation(db, String(config["automationId"]));
  const graph = target?.status === "active" ? (await findVersion(db, target.id, target.version))?.graph : undefined;
  const trigger = graph === undefined ? undefined : findStart(graph);
  return target === undefined || trigger === undefined ? undefined : { id: target.id, trigger };
}

/** A chain of automations that start each other ends here; it is probably a loop. */
const maxDepth = 10;

/** The re-entry rule of the other automation decides who enters. */
export const startAutomation: Executor = async ({ clock, db }, { node, runs }) => {
  const target = await findTarget(db, node);
  if (target === undefined) return runs.map(() => skipped("inactive"));
  const ids = runs.map(({ runId }) => runId);
  const depths = await findDepths(db, ids);
  const outcomes = new Map<string, Outcome>();
  for (const depth of new Set(depths.values())) {
    if (depth >= maxDepth) continue;
    const group = runs.filter(({ runId }) => depths.get(runId) === depth);
    const trigger = target.trigger.id;
    const admission = { automationId: target.id, trigger, at: clock.now(), cause: { depth: depth + 1 } };
    for (const [runId, outcome] of await admitRuns(db, group, admission)) outcomes.set(runId, outcome);
  }
  return ids.map((id) => outcomes.get(id) ?? skipped("loop"));
};

async function admitRuns(
  db: TenantDb,
  runs: readonly RunAtNode[],
  admission: Omit<Admission, "contactIds">,
): Promise<(readonly [runId: string, Outcome])[]> {
  const contactIds = runs.map(({ contactId }) => contactId);
  const { added, alreadyIn } = await admitContacts(db, { ...admission, contactIds });
  const entered = countByContact(added);
  const inside = new Set(alreadyIn);
  return runs.map(({ runId, contactId }) => {
    const left = entered.get(contactId) ?? 0;
    entered.set(contactId, left - 1);
    if (left > 0) return [runId, passed()];
    return [runId, skipped(inside.has(contactId) ? "already_in" : "limit")];
  });
}

function countByContact(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/**
 * By the runs of now and by what the simulation started. Whether a run that it started is over later is not known: it counts
 * as over once time has passed.
 */
export const simulateStart: Simulator = async ({ db }, { node, runs }, { starts }) => {
  const target = await findTarget(db, node);
  if (target === undefined) return runs.map(() => skipped("inactive"));
  const keyOf = (contactId: string) => `${target.id} ${contactId}`;
  const startedBefore = (contactId: string) => starts.get(keyOf(contactId)) ?? [];
  const contactIds = runs.map(({ contactId }) => contactId);
  const earlier = runs.map(({ contactId, arrivedAt }) => {
    const started = startedBefore(contactId);
    const running = started.filter((at) => at.getTime() === arrivedAt.getTime()).length;
    return { contactId, running, ever: started.length, recent: 0 };
  });
  const { reentry } = target.trigger.config;
  const { added, alreadyIn } = await previewAdmission(db, { automationId: target.id, contactIds, reentry, earlier });
  const [entering, inside] = [new Set(added), new Set(alreadyIn)];
  return runs.map(({ contactId, arrivedAt }) => {
    if (!entering.has(contactId)) return skipped(inside.has(contactId) ? "already_in" : "limit");
    starts.set(keyOf(contactId), [...startedBefore(contactId), arrivedAt]);
    return passed();
  });
};
