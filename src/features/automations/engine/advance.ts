import { inTransaction, type Context } from "../../../context.ts";
import { claimRuns, lockRunningAutomation, type ClaimedRun, type RunningAutomation } from "./claim.queries.ts";
import { loadCompiledGraph } from "./compiled-graph.ts";
import { countChangesOf } from "./count-changes.ts";
import { behaviourOf } from "./executors.ts";
import { moveRuns, type StandingRun } from "./move-runs.ts";
import { addCounts, insertPasses, updatePositions } from "./record.queries.ts";

/** Runs that one transaction moves. */
export const claimSize = 2000;

/**
 * Moves the due runs of one automation through all steps that need no waiting. One transaction: a worker that is killed
 * leaves everything as it was. Returns how many runs it moved.
 */
export const advanceAutomation = (ctx: Context, automationId: string, limit = claimSize): Promise<number> =>
  inTransaction(ctx, async (inner) => {
    const automation = await lockRunningAutomation(inner.db, automationId);
    if (automation === undefined) return 0;
    const claim = { automationId, now: inner.clock.now(), limit };
    const claimed = await claimRuns(inner.db, { ...claim, contactIds: undefined });
    if (claimed.length > 0) await moveClaimed(inner, automation, claimed, claim.now);
    return claimed.length;
  });

async function moveClaimed(
  ctx: Context,
  automation: RunningAutomation,
  claimed: readonly ClaimedRun[],
  now: Date,
): Promise<void> {
  const { db } = ctx;
  const graph = await loadCompiledGraph(db, automation.id, automation.version);
  const moves = await moveRuns(graph, claimed.map(standingRun), {
    now: () => now,
    execute: (node, runs) => behaviourOf(node.type).execute(ctx, { automation, node, runs }),
  });
  await insertPasses(db, { automationId: automation.id, passes: moves.passes, at: now });
  await updatePositions(db, moves.positions, now);
  await addCounts(db, automation.id, countChangesOf(claimed, moves));
}

const standingRun = ({ runId, contactId, node, state, arrivedAt, dueAt, deadlineAt }: ClaimedRun): StandingRun => ({
  runId,
  contactId,
  node,
  arrivedAt,
  waited: state === "waiting" ? { until: deadlineAt ?? dueAt } : null,
});
