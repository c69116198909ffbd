import type { TenantDb } from "../../../../db/tenant.ts";
import { findTrigger } from "../../grammar.ts";
import type { Graph } from "../../graph/graph.ts";
import { admitContacts, type Admission } from "../../entry/admit.ts";
import { findAutomation } from "../../queries.ts";
import { findVersion } from "../../versions.queries.ts";
import { passed, skipped, type Executor } from "../executor.ts";
import type { Outcome, RunAtNode } from "../move-runs.ts";
import { findDepths } from "./start-automation.queries.ts";

/** By hand where the other automation allows it, else by its first trigger. */
const triggerOf = ({ nodes }: Graph): string | undefined =>
  (nodes.find(({ type }) => type === "manual") ?? nodes.find(({ type }) => findTrigger(type) !== undefined))?.id;

export const simulateStart: Executor = async ({ db }, { node, runs }) => {
  const target = await findAutomation(db, String(node.config["automationId"]));
  return runs.map(() => (target?.status === "active" ? passed() : skipped("inactive")));
};

/** A chain of automations that start each other ends here; it is probably a loop. */
const maxDepth = 10;

/** The re-entry rule of the other automation decides who enters. */
export const startAutomation: Executor = async ({ clock, db }, { node, runs }) => {
  const target = await findAutomation(db, String(node.config["automationId"]));
  const graph = target?.status === "active" ? (await findVersion(db, target.id, target.version))?.graph : undefined;
  const trigger = graph === undefined ? undefined : triggerOf(graph);
  if (target === undefined || trigger === undefined) return runs.map(() => skipped("inactive"));
  const ids = runs.map(({ runId }) => runId);
  const depths = await findDepths(db, ids);
  const outcomes = new Map<string, Outcome>();
  for (const depth of new Set(depths.values())) {
    if (depth >= maxDepth) continue;
    const group = runs.filter(({ runId }) => depths.get(runId) === depth);
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
