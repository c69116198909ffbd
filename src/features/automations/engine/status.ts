import { inTransaction, type Context } from "../../../context.ts";
import { ApiError, requireFound, validation } from "../../../kernel/errors.ts";
import { requireBulkRecords } from "../../sending/bulk-records/service.ts";
import { prepareTriggers } from "../entry/triggers.ts";
import { checkGraph, type CheckedGraph } from "../graph/check.ts";
import { lockAutomation, updateAutomationStatus, type AutomationRecord } from "../queries.ts";
import { namedObjects } from "../references.ts";
import { findStoredSecrets } from "../secrets.ts";
import { getAutomation, getStoredGraph } from "../service.ts";
import { requireTransition, type AutomationAction } from "../transitions.ts";
import { dropRetries, stopRetries } from "../webhooks/calls.queries.ts";
import { saveContentUses } from "../write-graph.ts";

/** Contacts that waited while it was paused go on; what fell due happens once. */
export const activateAutomation = (ctx: Context, id: string) =>
  changeStatus(ctx, id, {
    action: "activate",
    check: async (inner, checked) => {
      rejectIssues(checked);
      const senderIds = namedObjects(checked).flatMap((object) => (object.kind === "sender" ? [object.id] : []));
      await requireBulkRecords(inner, senderIds);
    },
  });

export const pauseAutomation = (ctx: Context, id: string) =>
  changeStatus(ctx, id, { action: "pause", check: async () => undefined });

type StatusChange = {
  readonly action: AutomationAction;
  readonly check: (ctx: Context, checked: CheckedGraph) => Promise<void>;
};

/** Waits for moves in progress: nothing happens after a pause was answered. */
const changeStatus = (ctx: Context, id: string, { action, check }: StatusChange) =>
  inTransaction(ctx, async (inner) => {
    const before = requireFound(await lockAutomation(inner.db, id), "automation");
    const status = requireTransition(before.status, action);
    const checked = await checkStoredGraph(inner, before);
    await check(inner, checked);
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
  const secrets = await findStoredSecrets(ctx, automation.id);
  return checkGraph(ctx, graph, { shopId: automation.shopId, use: "save", secrets });
}

function rejectIssues({ issues }: CheckedGraph): void {
  if (issues.length === 0) return;
  if (issues.every(({ code }) => code === "not_implemented")) throw new ApiError("not_implemented", "sms");
  throw validation("graph", { issues });
}
