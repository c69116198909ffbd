import type { Context } from "../../../context.ts";
import { insertNotification } from "../../../jobs/queries.ts";
import { connectionHooks } from "./connection-hooks.ts";
import * as queries from "./health.queries.ts";
import { toPauseReason, toStateCode, type SessionFailure } from "./pause-reasons.ts";

type Acting = Pick<Context, "db" | "clock" | "hooks">;

/** The connection does not take messages: all workers see it, and the company is notified once. */
export async function pauseConnection({ db, clock }: Acting, id: string, failure: SessionFailure): Promise<void> {
  const reason = toPauseReason(failure);
  const code = toStateCode(failure);
  await db.transaction(async (inner) => {
    const now = clock.now();
    const paused = await queries.pauseConnection(inner, id, { reason, code, now });
    if (paused === undefined) return;
    const params = { connectionId: id, name: paused.name, reason, code };
    await insertNotification(inner, { type: "connection_paused", params, at: now });
  });
}

/** It takes messages again: those that wait for it are due. */
export async function liftPause(ctx: Acting, id: string): Promise<void> {
  await ctx.db.transaction(async (db) => {
    if (await queries.markWorking(db, id)) await releaseWaiting({ ...ctx, db }, id);
  });
}

export async function releaseWaiting(ctx: Acting, id: string): Promise<void> {
  for (const { released } of connectionHooks.in(ctx)) await released?.(ctx.db, id, ctx.clock.now());
}
