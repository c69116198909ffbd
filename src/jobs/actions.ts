import { setTimeout as delay } from "node:timers/promises";
import { Value } from "typebox/value";
import type { Static, TObject } from "typebox";
import { inTransaction, type Context } from "../context.ts";
import { attributeEntries } from "../journal/journal.ts";
import * as queries from "./action-claims.queries.ts";
import type { ActionClaim } from "./action-claims.queries.ts";
import { doneNotification, type ActionType } from "./action-types.ts";
import { insertAction, insertNotification, type Action } from "./queries.ts";

/**
 * Long work of a company with visible progress. Each step is committed on its own, so that a killed run continues after
 * its last step; the action ends with a notification.
 */
export type ActionKind<Params extends TObject = TObject, Checkpoint extends TObject = TObject> = {
  /** Stored with the action; its notification is called after it. */
  readonly type: ActionType;
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
  /** Runs in the transaction that marks the action as failed after its last attempt. */
  onFailure?(ctx: Context, params: Static<Params>): Promise<void>;
};

export type ActionStep<Checkpoint> =
  | { readonly progress: number; readonly checkpoint: Checkpoint }
  /** The work is done; `result` goes into the notification. */
  | { readonly result: object };

export const defineAction = <Params extends TObject, Checkpoint extends TObject>(
  kind: ActionKind<Params, Checkpoint>,
): ActionKind<Params, Checkpoint> => kind;

/** Inside the caller's transaction: the action exists exactly when the change that needs it is committed. */
export async function requestAction<Params extends TObject>(
  ctx: Context,
  kind: Pick<ActionKind<Params>, "type" | "params">,
  params: Static<Params>,
): Promise<string> {
  return inTransaction(ctx, ({ db, clock }) => insertAction(db, { type: kind.type, params, at: clock.now() }));
}

/** An action of any kind for the worker: parameters are validated when they come back from the table. */
export type ActionRunner = {
  readonly type: ActionType;
  prepare?(ctx: Context, action: Action): Promise<void>;
  advance(ctx: Context, action: Action): Promise<ActionStep<object>>;
  onFailure?(ctx: Context, action: Action): Promise<void>;
};

export function actionRunner<Params extends TObject, Checkpoint extends TObject>(
  kind: ActionKind<Params, Checkpoint>,
): ActionRunner {
  return {
    type: kind.type,
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

const claimIntervalMs = 200;

/** Runs all remaining steps; while another worker holds the action, it waits for its lease or its end. */
export async function runAction(ctx: Context, runners: readonly ActionRunner[], actionId: string): Promise<void> {
  while (await queries.isActionUnfinished(ctx.db, actionId)) {
    const claim = await queries.claimAction(ctx.db, actionId, ctx.clock.now());
    if (claim === undefined) await delay(claimIntervalMs);
    else await runClaimed(ctx, runners, claim);
  }
}

async function runClaimed(ctx: Context, runners: readonly ActionRunner[], claim: ActionClaim): Promise<void> {
  try {
    while ((await runStep(ctx, runners, claim)) === "more");
  } catch (error) {
    await queries.releaseAction(ctx.db, claim, ctx.clock.now());
    throw error;
  }
}

type StepEnd = "more" | "over";

/** One step, in a transaction of its own. It is over when the action is finished or the claim was lost. */
export async function runStep(ctx: Context, runners: readonly ActionRunner[], claim: ActionClaim): Promise<StepEnd> {
  const runner = runners.find(({ type }) => type === claim.type);
  if (runner === undefined) throw new Error(`unknown action type ${claim.type}`);
  await prepare(ctx, runner, claim);
  return inTransaction(ctx, (inner) => advance(inner, runner, claim));
}

/** Shorter than the lease. */
const holdIntervalMs = 2000;

async function prepare(ctx: Context, runner: ActionRunner, claim: ActionClaim): Promise<void> {
  if (runner.prepare === undefined) return;
  const action = await queries.holdAction(ctx.db, claim, ctx.clock.now());
  if (action === undefined) return;
  const hold = setInterval(() => {
    // Without its lease the action is taken over, and the step that follows changes nothing.
    queries.holdAction(ctx.db, claim, ctx.clock.now()).catch(() => undefined);
  }, holdIntervalMs);
  try {
    await runner.prepare(ctx, action);
  } finally {
    clearInterval(hold);
  }
}

async function advance(ctx: Context, runner: ActionRunner, claim: ActionClaim): Promise<StepEnd> {
  const { db, clock } = ctx;
  const action = await queries.holdAction(db, claim, clock.now());
  if (action === undefined) return "over";
  if (action.assistant !== null) await attributeEntries(db, action.assistant);
  const step = await runner.advance(ctx, action);
  if ("progress" in step) {
    await queries.updateActionProgress(db, claim, { ...step, now: clock.now() });
    return "more";
  }
  await queries.finishAction(db, claim, { state: "done", at: clock.now() });
  await insertNotification(db, { type: doneNotification(action.type), params: step.result, at: clock.now() });
  return "over";
}

/** After the last attempt: marks the action as failed and notifies the company. */
export async function failAction(ctx: Context, runners: readonly ActionRunner[], claim: ActionClaim): Promise<void> {
  const at = ctx.clock.now();
  await inTransaction(ctx, async (inner) => {
    const action = await queries.holdAction(inner.db, claim, at);
    if (action === undefined) return;
    const runner = runners.find(({ type }) => type === action.type);
    await runner?.onFailure?.(inner, action);
    await queries.finishAction(inner.db, claim, { state: "failed", at });
    await insertNotification(inner.db, { type: `${doneNotification(action.type)}_failed`, params: {}, at });
  });
}
