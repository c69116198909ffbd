import { inTransaction, type Context } from "../../../context.ts";
import { ApiError, requireFound, validation } from "../../../kernel/errors.ts";
import { prepareTriggers } from "../entry/triggers.ts";
import { checkGraph, type CheckedGraph } from "../graph/check.ts";
import { lockAutomation, updateAutomationStatus, type AutomationRecord } from "../queries.ts";
import { namedObjects } from "../references.ts";
import { listNodesWithPassword } from "../secrets.queries.ts";
import { getAutomation, getStoredGraph } from "../service.ts";
import { requireTransition, type AutomationAction } from "../transitions.ts";
import { dropRetries, stopRetries } from "../webhooks/calls.queries.ts";
import { saveContentUses } from "../write-graph.ts";

/** Contacts that waited while it was paused go on; what fell due happens once. */
export const activateAutomation = (ctx: Context, id: string) =>
  changeStatus(ctx, id, { action: "activate", check: rejectIssues });

export const pauseAutomation = (ctx: Context, id: string) =>
  changeStatus(ctx, id, { action: "pause", check: () => undefined });

type StatusChange = { readonly action: AutomationAction; readonly check: (checked: CheckedGraph) => void };

/** Waits for moves in progress: nothing happens after a pause was answered. */
const changeStatus = (ctx: Context, id: string, { action, check }: StatusChange) =>
  inTransaction(ctx, async (inner) => {
    const before = requireFound(await lockAutomation(inner.db, id), "automation");
    const status = requireTransition(before.status, action);
    const checked = await checkStoredGraph(inner, before);
    check(checked);
    await updateAutomationStatus(inner.db, id, { status, updatedAt: inner.clock.now() });
    if (status === "active") {
      await prepareTriggers(inner, id);
      await dropRetries(inner.db, id);
    } else await stopRetries(inner.db, id, inner.clock.now());
    await saveContentUses(inner, { ...before, status }, namedObjects(checked));
    return getAutomation(inner, id);
  });

/** Locks what the graph names against deletion. */
async function checkStoredGraph(ctx: Context, automation: AutomationRecord): Promise<CheckedGraph> {
  const graph = await getStoredGraph(ctx, automation);
  const passwords = new Set(await listNodesWithPassword(ctx.db, automation.id));
  return checkGraph(ctx, graph, { shopId: automation.shopId, use: "save", passwords });
}

function rejectIssues({ issues }: CheckedGraph): void {
  if (issues.length === 0) return;
  if (issues.every(({ code }) => code === "not_implemented")) throw new ApiError("not_implemented", "sms");
  throw validation("graph", { issues });
}
