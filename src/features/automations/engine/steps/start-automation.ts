import { findTrigger } from "../../grammar.ts";
import type { Graph } from "../../graph/graph.ts";
import { admitContacts } from "../../entry/admit.ts";
import { findAutomation } from "../../queries.ts";
import { findVersion } from "../../versions.queries.ts";
import { passed, skipped, type Executor } from "../executor.ts";

/** By hand where the other automation allows it, else by its first trigger. */
const triggerOf = ({ nodes }: Graph): string | undefined =>
  (nodes.find(({ type }) => type === "manual") ?? nodes.find(({ type }) => findTrigger(type) !== undefined))?.id;

export const simulateStart: Executor = async ({ db }, { node, runs }) => {
  const target = await findAutomation(db, String(node.config["automationId"]));
  return runs.map(() => (target?.status === "active" ? passed() : skipped("inactive")));
};

/** The re-entry rule of the other automation decides who enters. */
export const startAutomation: Executor = async (ctx, step) => {
  const { clock, db } = ctx;
  const { node, runs } = step;
  const target = await findAutomation(db, String(node.config["automationId"]));
  const graph = target?.status === "active" ? (await findVersion(db, target.id, target.version))?.graph : undefined;
  const trigger = graph === undefined ? undefined : triggerOf(graph);
  if (target === undefined || trigger === undefined) return runs.map(() => skipped("inactive"));
  const contactIds = runs.map(({ contactId }) => contactId);
  const { added, alreadyIn } = await admitContacts(db, {
    automationId: target.id,
    trigger,
    contactIds,
    at: clock.now(),
  });
  const entered = countByContact(added);
  const inside = new Set(alreadyIn);
  return contactIds.map((contactId) => {
    const left = entered.get(contactId) ?? 0;
    entered.set(contactId, left - 1);
    if (left > 0) return passed();
    return skipped(inside.has(contactId) ? "already_in" : "limit");
  });
};

function countByContact(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
