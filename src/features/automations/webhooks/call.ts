import { inTransaction, type Context } from "../../../context.ts";
import { insertNotification } from "../../../jobs/queries.ts";
import { actionFailed } from "../../../journal/events.ts";
import { appendEntries } from "../../../journal/journal.ts";
import { backoffMs, backoffs } from "../../../kernel/backoff.ts";
import { WrongDataKey } from "../../../kernel/encryption.ts";
import { addMs } from "../../../kernel/local-time.ts";
import { OutboundError, type OutboundRequest } from "../../../net/outbound.ts";
import { findMergeValues } from "../merge-values.ts";
import { decryptSecrets } from "../secrets.ts";
import * as queries from "./calls.queries.ts";
import { webhookRequest } from "./request.ts";

const maxRetries = 5;

/** One attempt of a claimed call. A worker that is killed here leaves the call due after its lease. */
export async function makeCall(ctx: Context, call: queries.ClaimedCall): Promise<void> {
  const prepared = await prepareRequest(ctx, call);
  if (prepared === "dropped") {
    await queries.deleteCall(ctx.db, call);
    return;
  }
  if (prepared === "paused") {
    await giveUpOrWait(ctx, call);
    return;
  }
  const result = "error" in prepared ? prepared : await send(ctx, prepared);
  await inTransaction(ctx, (inner) => recordResult(inner, call, result));
}

/** The automation was paused after the claim: a first attempt waits until it is active again, further ones are not made. */
async function giveUpOrWait({ db, clock }: Context, call: queries.ClaimedCall): Promise<void> {
  if (call.attempts > 0) await queries.stopClaimedCall(db, call);
  else await queries.rescheduleCall(db, call, { attempts: 0, dueAt: clock.now() });
}

/** A removed node or a deleted contact ends the attempts. */
async function prepareRequest(
  ctx: Context,
  call: queries.ClaimedCall,
): Promise<OutboundRequest | queries.AttemptResult | "dropped" | "paused"> {
  const { db, clock } = ctx;
  const { contactId } = call;
  const found = await queries.findCalledNode(db, call);
  if (found === undefined || found.node === null) return "dropped";
  const values = await findMergeValues(db, { contactId, shopId: found.shopId, now: clock.now() });
  if (values === undefined) return "dropped";
  if (!found.isActive) return "paused";
  try {
    return webhookRequest(found.node.config, values, await decryptSecrets(ctx, call.automationId, call.node));
  } catch (error) {
    if (error instanceof WrongDataKey) return { status: null, error: "data_key" };
    throw error;
  }
}

async function send({ outbound }: Context, request: OutboundRequest): Promise<queries.AttemptResult> {
  try {
    const { status } = await outbound.send(request);
    return { status, error: null };
  } catch (error) {
    return { status: null, error: error instanceof OutboundError ? error.reason : "connection" };
  }
}

const isSuccess = ({ status }: queries.AttemptResult): boolean => status !== null && status >= 200 && status < 300;

async function recordResult(
  { db, clock }: Context,
  call: queries.ClaimedCall,
  result: queries.AttemptResult,
): Promise<void> {
  const at = clock.now();
  const { automationId, node, contactId, attempts } = call;
  const isStopped = !isSuccess(result) && attempts < maxRetries && !(await queries.lockIfActive(db, automationId));
  const isLast = isSuccess(result) || attempts >= maxRetries || isStopped;
  const isOwn = isLast
    ? await queries.deleteCall(db, call)
    : await queries.rescheduleCall(db, call, {
        attempts: attempts + 1,
        dueAt: addMs(at, backoffMs(backoffs.webhookCall, attempts + 1)),
      });
  if (!isOwn) return;
  const succeeded = isSuccess(result) ? 1 : 0;
  const failed = isLast && !isStopped ? 1 - succeeded : 0;
  await queries.addResult(db, { automationId, node, succeeded, failed, stopped: isStopped ? 1 : 0, ...result, at });
  if (failed === 0) return;
  await appendEntries(db, [actionFailed.entry({ contactId, at, payload: { automationId, node, kind: "other" } })]);
  const name = await queries.markNotified(db, call, at);
  if (name === undefined) return;
  const params = { automationId, name, node, ...result };
  await insertNotification(db, { type: "automation_webhook_failed", params, at });
}
