import { Type } from "typebox";
import { Value } from "typebox/value";
import type { Static, TObject } from "typebox";
import { inTransaction, type Context } from "../context.ts";
import { attributeEntries } from "../journal/journal.ts";
import { minutes } from "../kernel/local-time.ts";
import { defineJob } from "./job.ts";
import * as queries from "./queries.ts";

/**
 * Long work of a company with visible progress. Each step is committed on its own, so that a killed run continues after
 * its last step; the action ends with a notification.
 */
export type ActionKind<Params extends TObject = TObject, Checkpoint extends TObject = TObject> = {
  /** Stored with the action; one of `actionTypes`. */
  readonly type: string;
  /** The notification when it is done; `_failed` is appended when it failed. */
  readonly notification: string;
  readonly params: Params;
  readonly checkpoint: Checkpoint;
  /**
   * Work before a step that must not run inside a transaction, such as a download. It runs again when the worker is killed.
   */
  prepare?(ctx: Context, params: Static<Params>): Promise<void>;
  /** One step, in a transaction of its own. */
  step(
    ctx: Context,
    params: Static<Params>,
    done: Static<Checkpoint> | undefined,
  ): Promise<ActionStep<Static<Checkpoint>>>;
  /** Runs in the transaction that marks the action as failed after its last retry. */
  onFailure?(ctx: Context, params: Static<Params>): Promise<void>;
};

export type ActionStep<Checkpoint> =
  | { readonly progress: number; readonly checkpoint: Checkpoint }
  /** The work is done; `result` goes into the notification. */
  | { readonly result: object };

export const defineAction = <Params extends TObject, Checkpoint extends TObject>(
  kind: ActionKind<Params, Checkpoint>,
): ActionKind<Params, Checkpoint> => kind;

const payload = Type.Object({ tenantId: Type.String(), actionId: Type.String() });

export const failedActionJob = defineJob({
  name: "action.failed",
  payload,
  retryLimit: 20,
  retryDelayS: 30,
  expireMinutes: 5,
});

export const actionJob = defineJob({
  name: "action",
  payload,
  deadLetter: failedActionJob.name,
  retryLimit: 5,
  retryDelayS: 10,
  expireMinutes: 60,
});

/** Inside the caller's transaction: the action is queued exactly when the change that needs it is committed. */
export async function requestAction<Params extends TObject>(
  ctx: Context,
  kind: Pick<ActionKind<Params>, "type" | "params">,
  params: Static<Params>,
): Promise<string> {
  return inTransaction(ctx, async ({ db, jobs, clock }) => {
    const before = await queries.countUnfinishedActions(db);
    const actionId = await queries.insertAction(db, { type: kind.type, params, at: clock.now() });
    // Lower the priority per unfinished action of the company.
    await jobs.send(db, actionJob, { tenantId: db.tenantId, actionId }, -before);
    return actionId;
  });
}

/** An action of any kind for the worker: parameters are validated when they come back from the table. */
export type ActionRunner = {
  readonly type: string;
  readonly notification: string;
  prepare?(ctx: Context, action: queries.Action): Promise<void>;
  advance(ctx: Context, action: queries.Action): Promise<ActionStep<object>>;
  onFailure?(ctx: Context, action: queries.Action): Promise<void>;
};

export function actionRunner<Params extends TObject, Checkpoint extends TObject>(
  kind: ActionKind<Params, Checkpoint>,
): ActionRunner {
  return {
    type: kind.type,
    notification: kind.notification,
    ...(kind.prepare === undefined
      ? {}
      : { prepare: async (ctx, action) => kind.prepare?.(ctx, Value.Parse(kind.params, action.params)) }),
    advance: (ctx, action) =>
      kind.step(
        ctx,
        Value.Parse(kind.params, action.params),
        action.checkpoint === null ? undefined : Value.Parse(kind.checkpoint, action.checkpoint),
      ),
    onFailure: async (ctx, action) => kind.onFailure?.(ctx, Value.Parse(kind.params, action.params)),
  };
}

/** Runs all remaining steps. */
export async function runAction(ctx: Context, runners: readonly ActionRunner[], actionId: string): Promise<void> {
  while (!(await isFinishedAfterStep(ctx, runners, actionId)));
}

/** Well below the time after which the queue expires the job. */
const maxSliceMs = minutes(actionJob.expireMinutes / 3);

/** Runs steps until the time slice is over and another action waits; then queues itself behind the next one. */
export async function runTimeSlice(
  ctx: Context,
  runners: readonly ActionRunner[],
  actionId: string,
  sliceMs = 2000,
): Promise<void> {
  const startedAt = performance.now();
  while (!(await isFinishedAfterStep(ctx, runners, actionId))) {
    const ms = performance.now() - startedAt;
    if (ms < sliceMs) continue;
    const waiting = await queries.findNextQueued(ctx.db, actionId);
    if (waiting === undefined && ms < maxSliceMs) continue;
    await ctx.jobs.send(ctx.db, actionJob, { tenantId: ctx.db.tenantId, actionId }, waiting?.priority);
    return;
  }
}

async function isFinishedAfterStep(ctx: Context, runners: readonly ActionRunner[], actionId: string): Promise<boolean> {
  await prepare(ctx, runners, actionId);
  return inTransaction(ctx, (inner) => advance(inner, runners, actionId));
}

/** Shorter than the time after which an action counts as stalled. */
const touchIntervalMs = 2000;

async function prepare(ctx: Context, runners: readonly ActionRunner[], actionId: string): Promise<void> {
  const type = await queries.findActionType(ctx.db, actionId);
  const runner = runners.find((each) => each.type === type);
  if (runner?.prepare === undefined) return;
  const action = await queries.startAction(ctx.db, actionId, ctx.clock.now());
  if (action === undefined) return;
  const touch = setInterval(() => {
    // When the action cannot be touched, it counts as stalled and is queued again.
    queries.startAction(ctx.db, actionId, ctx.clock.now()).catch(() => undefined);
  }, touchIntervalMs);
  try {
    await runner.prepare(ctx, action);
  } finally {
    clearInterval(touch);
  }
}

async function advance(ctx: Context, runners: readonly ActionRunner[], actionId: string): Promise<boolean> {
  const action = await queries.startAction(ctx.db, actionId, ctx.clock.now());
  if (action === undefined) return true;
  const runner = runners.find(({ type }) => type === action.type);
  if (runner === undefined) throw new Error(`unknown action type ${action.type}`);
  if (action.assistant !== null) await attributeEntries(ctx.db, action.assistant);
  const step = await runner.advance(ctx, action);
  if ("progress" in step) {
    await queries.updateActionProgress(ctx.db, actionId, step);
    return false;
  }
  await queries.finishAction(ctx.db, actionId, { state: "done", at: ctx.clock.now() });
  await queries.insertNotification(ctx.db, { type: runner.notification, params: step.result, at: ctx.clock.now() });
  return true;
}

/** After the last retry: marks the action as failed and notifies the company. */
export async function failAction(ctx: Context, runners: readonly ActionRunner[], actionId: string): Promise<void> {
  const at = ctx.clock.now();
  await inTransaction(ctx, async (inner) => {
    const action = await queries.startAction(inner.db, actionId, at);
    if (action === undefined) return;
    const runner = runners.find(({ type }) => type === action.type);
    await runner?.onFailure?.(inner, action);
    await queries.finishAction(inner.db, actionId, { state: "failed", at });
    await queries.insertNotification(inner.db, {
      type: `${runner?.notification ?? action.type}_failed`,
      params: {},
      at,
    });
  });
}
