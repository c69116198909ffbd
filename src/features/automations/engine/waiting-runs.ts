import { Type, type Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { actionTypes, type ActionType } from "../../../jobs/action-types.ts";
import { defineAction, requestAction } from "../../../jobs/actions.ts";
import { Count, Id } from "../../../kernel/schema.ts";
import type { GraphNode } from "../graph/graph.ts";
import { getWaitingNode } from "./get-node.ts";
import { nextLookAt } from "./steps/condition.ts";
import { findWaitEnds } from "./steps/wait.ts";
import {
  countWaiting,
  lockWaitingRuns,
  updateDueTimes,
  type NewDueTime,
  type WaitingAt,
  type WaitingRun,
} from "./waiting-runs.queries.ts";

/** More are changed in the background. */
const maxInline = 10_000;
const batchSize = 5000;

/** The new times of runs that wait at the node. */
type NewTimes = (ctx: Context, node: GraphNode, runs: readonly WaitingRun[]) => Promise<readonly NewDueTime[]>;

/** Now; a condition is then decided by what holds now. Before the resumption of a paused automation nothing happens. */
const released: NewTimes = async ({ clock }, { type }, runs) => {
  const now = clock.now();
  return runs.map(({ runId }) => ({ runId, dueAt: now, deadlineAt: type === "condition" ? now : null }));
};

/** By the newest graph, counted from the arrival. A condition that lost its deadline is decided now. */
const rescheduled: NewTimes = async (ctx, node, runs) => {
  const now = ctx.clock.now();
  const ends = node.config["spec"] === undefined ? runs.map(() => now) : await findWaitEnds(ctx, node, runs);
  return runs.map(({ runId }, index) => {
    const end = ends[index] ?? now;
    if (node.type !== "condition") return { runId, dueAt: end, deadlineAt: null };
    return { runId, deadlineAt: end, dueAt: nextLookAt(runId, { now, deadlineAt: end, ...ctx.company }) };
  });
};

const Params = Type.Object({ automationId: Id, node: Type.String(), waiting: Count });
const Checkpoint = Type.Object({ after: Type.String(), changed: Count });
type Checkpoint = Static<typeof Checkpoint>;

const nothingChanged: Checkpoint = { after: "0", changed: 0 };

/** Undefined when no contact is left. */
async function changeNextBatch(
  ctx: Context,
  at: WaitingAt,
  { newTimes, done }: { readonly newTimes: NewTimes; readonly done: Checkpoint },
): Promise<Checkpoint | undefined> {
  const node = await getWaitingNode(ctx, at.automationId, at.node);
  const runs = await lockWaitingRuns(ctx.db, at, { after: done.after, limit: batchSize });
  const after = runs.at(-1)?.runId;
  if (after === undefined) return undefined;
  await updateDueTimes(ctx.db, await newTimes(ctx, node, runs));
  return { after, changed: done.changed + runs.length };
}

const changeAll = (ctx: Context, at: WaitingAt, newTimes: NewTimes): Promise<number> =>
  inTransaction(ctx, async (inner) => {
    let done = nothingChanged;
    for (;;) {
      const next = await changeNextBatch(inner, at, { newTimes, done });
      if (next === undefined) return done.changed;
      done = next;
    }
  });

const timesAction = (type: ActionType, newTimes: NewTimes, resultOf: (changed: number) => object) =>
  defineAction({
    type,
    params: Params,
    checkpoint: Checkpoint,
    step: async (ctx, { waiting, ...at }, done = nothingChanged) => {
      const next = await changeNextBatch(ctx, at, { newTimes, done });
      if (next === undefined) return { result: { ...at, ...resultOf(done.changed) } };
      return { progress: Math.min(99, Math.round((next.changed / Math.max(1, waiting)) * 100)), checkpoint: next };
    },
  });

export const runRelease = timesAction(actionTypes.releaseRuns, released, (changed) => ({ released: changed }));
export const runReschedule = timesAction(actionTypes.rescheduleRuns, rescheduled, (changed) => ({
  rescheduled: changed,
}));

export async function releaseRuns(ctx: Context, at: WaitingAt) {
  await getWaitingNode(ctx, at.automationId, at.node);
  const jobId = at.contactIds === undefined ? await requestIfMany(ctx, runRelease, at) : undefined;
  if (jobId !== undefined) return { status: 202 as const, body: { jobId } };
  return { status: 200 as const, body: { released: await changeAll(ctx, at, released) } };
}

export async function rescheduleRuns(ctx: Context, at: WaitingAt) {
  await getWaitingNode(ctx, at.automationId, at.node);
  const jobId = await requestIfMany(ctx, runReschedule, at);
  if (jobId !== undefined) return { status: 202 as const, body: { jobId } };
  return { status: 200 as const, body: { rescheduled: await changeAll(ctx, at, rescheduled) } };
}

async function requestIfMany(ctx: Context, action: typeof runRelease, { automationId, node }: WaitingAt) {
  const waiting = await countWaiting(ctx.db, { automationId, node });
  return waiting > maxInline ? requestAction(ctx, action, { automationId, node, waiting }) : undefined;
}
