import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { accepts } from "../../kernel/accepts.ts";
import { conflict, requireFound, validation } from "../../kernel/errors.ts";
import { findTrigger } from "./grammar.ts";
import { checkGraph, fitsTransactional, rejectErrors } from "./graph/check.ts";
import type { Graph } from "./graph/graph.ts";
import { lockAutomation, updateAutomationVersion, type AutomationRecord } from "./queries.ts";
import { listOccupiedNodes, listUsedTriggers } from "./runs.queries.ts";
import { findStoredSecrets } from "./secrets.ts";
import { getAutomation, getStoredGraph } from "./service.ts";
import type { GraphSave } from "./shapes.ts";
import { writeGraph } from "./write-graph.ts";

/** Refused in this order: 400, version, confirm, waiting. */
export async function saveGraph(ctx: Context, id: string, save: Static<typeof GraphSave>) {
  return inTransaction(ctx, async (inner) => {
    const { db, clock } = inner;
    const before = requireFound(await lockAutomation(db, id), "automation");
    const secrets = await findStoredSecrets(inner, id);
    const checked = await checkGraph(inner, save.graph, { shopId: before.shopId, use: "save", secrets });
    rejectErrors(checked);
    if (before.status === "active" && checked.incomplete.length > 0) {
      throw validation("graph", { issues: checked.incomplete });
    }
    if (before.transactional && !fitsTransactional(checked.graph))
      throw validation("transactional", accepts.transactional);
    if (before.version !== save.baseVersion) throw conflict("version", { current: before.version });
    if (before.status === "active" && save.confirmRunning !== true) throw conflict("confirm");
    await rejectIfOccupied(inner, before, checked.graph);
    const version = before.version + 1;
    await writeGraph(inner, { id, status: before.status, version }, checked);
    await updateAutomationVersion(db, id, { version, updatedAt: clock.now() });
    return getAutomation(inner, id);
  });
}

/** Contacts must not stand at a node that is removed. A trigger that becomes a step, which they would pass again, is removed. */
async function rejectIfOccupied(ctx: Context, before: AutomationRecord, graph: Graph): Promise<void> {
  const kept = new Map(graph.nodes.map(({ id, type }) => [id, isTrigger(type)]));
  const { nodes: old } = await getStoredGraph(ctx, before);
  const removed = old.filter(({ id, type }) => kept.get(id) !== isTrigger(type)).map(({ id }) => id);
  const nodes = removed.length === 0 ? [] : await listOccupiedNodes(ctx.db, before.id, removed);
  const entries = removed.filter((id) => kept.get(id) === false);
  if (entries.length > 0) nodes.push(...(await listUsedTriggers(ctx.db, before.id, entries)));
  if (nodes.length > 0) throw conflict("waiting", { nodes });
}

const isTrigger = (type: string): boolean => findTrigger(type) !== undefined;
