import { inTransaction, type Context } from "../../../context.ts";
import { insertNotification } from "../../../jobs/queries.ts";
import { addMs, minutes } from "../../../kernel/local-time.ts";
import { bodyOfMessage } from "../payload.ts";
import { callEndpoint, type Attempt } from "./call.ts";
import { releaseEndpoint, type ClaimedEndpoint } from "./claims.queries.ts";
import { enqueueNext } from "./enqueue.ts";
import * as queries from "./outcomes.queries.ts";
import { failingLimitMs, nextAttemptAt } from "./schedule.ts";

/** Longer than a run: it reads for 10 seconds, calls for 30 and waits 15 for the last answers. */
export const leaseMs = minutes(2);
const maxReadMs = 10_000;
const maxRunMs = 40_000;
/** Calls at the same time. */
const maxCalls = 4;

type RunOptions = { readonly signal: AbortSignal; readonly intervalMs: number };

/** One run of a claimed endpoint. What a killed worker had in flight is sent again, with the same webhook-id. */
export async function runEndpoint(ctx: Context, claimed: ClaimedEndpoint, options: RunOptions): Promise<void> {
  const begunAt = ctx.clock.now();
  const begunMs = performance.now();
  const isOver = (limitMs: number) => options.signal.aborted || performance.now() - begunMs > limitMs;
  let hasMore = true;
  let claim = claimed;
  while (hasMore && !isOver(maxReadMs)) {
    const enqueued = await enqueueNext(ctx, claim);
    if (enqueued.cursor === undefined) break;
    claim = { ...claim, ...enqueued.cursor };
    hasMore = enqueued.hasMore;
  }
  while (!isOver(maxRunMs) && (await sendDue(ctx, claim)));
  await releaseEndpoint(ctx.db, claim, hasMore ? begunAt : addMs(begunAt, options.intervalMs));
}

/** Sends the next due deliveries side by side. False when there is nothing more to send now. */
async function sendDue(ctx: Context, claim: ClaimedEndpoint): Promise<boolean> {
  const due = await queries.listDueDeliveries(ctx.db, claim, { now: ctx.clock.now(), limit: maxCalls });
  await Promise.all(due.map((delivery) => send(ctx, claim, delivery)));
  return due.length === maxCalls;
}

async function send(ctx: Context, claim: ClaimedEndpoint, delivery: queries.DueDelivery): Promise<void> {
  const attempt = await callEndpoint(ctx, claim, { id: delivery.messageId, body: bodyOfMessage(delivery) });
  await inTransaction(ctx, (inner) => record(inner, claim, { delivery, attempt }));
}

type Sent = { readonly delivery: queries.DueDelivery; readonly attempt: Attempt };

/** An attempt that does not count for its delivery does not count for the endpoint. */
async function record(ctx: Context, claim: ClaimedEndpoint, { delivery, attempt }: Sent): Promise<void> {
  const { db, clock } = ctx;
  const at = clock.now();
  const { status } = attempt;
  const call = { ...attempt, url: claim.url, calledAt: at };
  if (attempt.error === null) {
    if (await queries.recordAttempt(db, delivery, { ...call, state: "succeeded", dueAt: null }))
      await queries.recordSuccess(db, claim, { at, status });
    return;
  }
  const next = nextAttemptAt(delivery.attempts + 1, at);
  const state = next === undefined ? "failed" : "pending";
  if (!(await queries.recordAttempt(db, delivery, { ...call, state, dueAt: next ?? null }))) return;
  const failingSince = await queries.recordFailure(db, claim, { at, status });
  const isFailing = failingSince !== undefined && at.getTime() - failingSince.getTime() >= failingLimitMs;
  if (status === gone) await disable(ctx, claim, "gone");
  else if (next === undefined && isFailing) await disable(ctx, claim, "failing");
}

/** The receiver wants no more calls. */
const gone = 410;

async function disable({ db, clock }: Context, claim: ClaimedEndpoint, reason: "gone" | "failing"): Promise<void> {
  if (!(await queries.disableEndpoint(db, claim, reason))) return;
  const params = { endpointId: claim.id, reason };
  await insertNotification(db, { type: "webhook_endpoint_disabled", params, at: clock.now() });
}
