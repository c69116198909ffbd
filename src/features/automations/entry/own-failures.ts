import type { TenantDb } from "../../../db/tenant.ts";
import type { Graph } from "../graph/graph.ts";
import { lockActiveGraph } from "./admit.queries.ts";
import type { TriggerEntry } from "./signals.ts";
import type { ActiveTrigger } from "./triggers.queries.ts";

/**
 * Whether a step failed that the trigger itself leads to. Such a failure does not start the trigger again: a step that always
 * fails would start it for ever.
 */
export async function findOwnFailures(
  db: TenantDb,
  entries: readonly TriggerEntry[],
  triggers: readonly ActiveTrigger[],
): Promise<(trigger: ActiveTrigger, entry: TriggerEntry) => boolean> {
  const failed = new Set(
    entries.flatMap((entry) => (entry.type === "action_failed" ? [entry.payload.automationId] : [])),
  );
  const reachable = new Map<string, ReadonlySet<string>>();
  for (const { type, automationId, node } of triggers) {
    if (type !== "action_failed" || !failed.has(automationId)) continue;
    const found = await lockActiveGraph(db, automationId);
    if (found !== undefined) reachable.set(`${automationId} ${node}`, nodesBehind(found.graph, node));
  }
  return ({ automationId, node }, entry) =>
    entry.type === "action_failed" &&
    entry.payload.automationId === automationId &&
    reachable.get(`${automationId} ${node}`)?.has(entry.payload.node) === true;
}

function nodesBehind({ edges }: Graph, start: string): ReadonlySet<string> {
  const behind = new Set([start]);
  for (const node of behind) {
    for (const { from, to } of edges) if (from === node) behind.add(to);
  }
  return behind;
}
