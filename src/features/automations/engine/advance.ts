import { inTransaction, type Context } from "../../../context.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import {
  claimRuns,
  listDueContacts,
  lockRunningAutomation,
  type ClaimedRun,
  type ClaimedRuns,
  type RunningAutomation,
} from "./claim.queries.ts";
import { loadCompiledGraph, type CompiledGraph } from "./compiled-graph.ts";
import { computeCountChanges } from "./count-changes.ts";
import { getBehaviour } from "./executors.ts";
import { lockForSteps, locksContacts } from "./locks.ts";
import { moveRuns, stopped, type WaitingRun } from "./move-runs.ts";
import { addCounts, insertPasses, updatePositions } from "./record.queries.ts";
import type { BeforeCommit } from "./step.ts";

/** Runs that one transaction moves. */
export const claimSize = 2000;

type AdvanceOptions = {
  readonly limit?: number;
  /** Called before the runs are moved, also where that fails. */
  readonly onClaim?: (runs: readonly ClaimedRun[]) => void;
};

/**
 * Moves the due runs of one automation through all steps that need no waiting. One transaction: a worker that is killed
 * leaves everything as it was. Returns how many runs it moved.
 */
export const advanceAutomation = (
  ctx: Context,
  automationId: string,
  { limit = claimSize, onClaim }: AdvanceOptions = {},
): Promise<number> =>
  inTransaction(ctx, async (inner) => {
    const automation = await lockRunningAutomation(inner.db, automationId);
    if (automation === undefined) return 0;
    const graph = await loadCompiledGraph(inner.db, automationId, automation.version);
    const now = inner.clock.now();
    const { isTransactional } = automation;
    const claimed = await claim(inner.db, graph, { automationId, now, limit, isTransactional });
    onClaim?.(claimed);
    if (claimed.length > 0) await moveClaimed(inner, { automation, graph, claimed, now });
    return claimed.length;
  });

/** Contacts are locked only where a step changes them. */
async function claim(db: TenantDb, graph: CompiledGraph, due: Omit<ClaimedRuns, "contactIds">): Promise<ClaimedRun[]> {
  if (!locksContacts(graph)) return claimRuns(db, { ...due, contactIds: undefined });
  const contactIds = await listDueContacts(db, due);
  if (contactIds.length === 0) return [];
  await lockForSteps(db, graph.nodes, contactIds);
  return claimRuns(db, { ...due, contactIds });
}

type Claim = {
  readonly automation: RunningAutomation;
  readonly graph: CompiledGraph;
  readonly claimed: readonly ClaimedRun[];
  readonly now: Date;
};

async function moveClaimed(ctx: Context, { automation, graph, claimed, now }: Claim): Promise<void> {
  const { db } = ctx;
  const last: (() => Promise<void>)[] = [];
  const beforeCommit: BeforeCommit = (work) => last.push(work);
  const staying = claimed.filter(({ exit }) => exit === null);
  const moved = await moveRuns(graph, staying.map(toWaitingRun), {
    now: () => now,
    execute: (node, runs) => getBehaviour(node.type).execute(ctx, { automation, node, runs, beforeCommit }),
  });
  const ended = claimed.flatMap((run) => (run.exit === null ? [] : [stopped(toWaitingRun(run), run.exit)]));
  const moves = { ...moved, positions: [...moved.positions, ...ended] };
  await insertPasses(db, { automationId: automation.id, passes: moves.passes, at: now });
  await updatePositions(db, moves.positions, now);
  await addCounts(db, automation.id, computeCountChanges(claimed, moves));
  for (const work of last) await work();
}

const toWaitingRun = ({ runId, contactId, node, state, arrivedAt, dueAt, deadlineAt }: ClaimedRun): WaitingRun => ({
  runId,
  contactId,
  node,
  arrivedAt,
  waited: state === "waiting" ? { until: deadlineAt ?? dueAt } : null,
});
