import { inTransaction, type Context } from "../../context.ts";
import { insertNotification } from "../../jobs/queries.ts";
import { addMs, minutes } from "../../kernel/local-time.ts";
import { WrongDataKey } from "../../kernel/encryption.ts";
import { callReceiver, type CallResult, type Receiver } from "./call.ts";
import { releaseWebhook, updateClaimed, type ClaimedChange, type ClaimedWebhook } from "./claims.queries.ts";
import { countNextItems, listWaitingItems, type CountedEntries, type WebhookItem } from "./items.queries.ts";
import { makeBody, maxBodyFailures, parkItem, webhookReader } from "./parked-items.ts";
import { decryptCredentials } from "./secrets.ts";

export const maxItemsPerRun = 20;
const maxErrorsInRow = 10;
/** Longer than a call may take. */
export const leaseMs = minutes(1);
/** A run that lasts longer makes no further call: the rest belongs to the next run. */
const maxRunMs = 30_000;
const slowRunMs = 5000;
const maxCountedEntries = 10_000;

/** A run that begins this late does not catch up with the interval; otherwise the polls in between would add up. */
const maxLatenessMs = 5000;

/** One run of a claimed webhook. A worker that is killed here leaves it due after its lease. */
export async function runWebhook(
  ctx: Context,
  claimed: ClaimedWebhook,
  { signal, intervalMs }: { readonly signal: AbortSignal; readonly intervalMs: number },
): Promise<void> {
  const dueAt = addMs(nextRunBase(claimed.dueAt, ctx.clock.now()), intervalMs);
  const run: Run = { claim: claimed, begunMs: performance.now(), signal };
  if ((await countWaiting(ctx, run)) && run.claim.active && run.claim.waiting > 0) await deliverWaiting(ctx, run);
  await releaseWebhook(ctx.db, run.claim, { dueAt, slow: elapsedMs(run) > slowRunMs });
}

const nextRunBase = (dueAt: Date, now: Date): Date => (now.getTime() - dueAt.getTime() > maxLatenessMs ? now : dueAt);

type Run = { claim: ClaimedWebhook; readonly begunMs: number; readonly signal: AbortSignal };

const elapsedMs = ({ begunMs }: Run): number => performance.now() - begunMs;

/** Every write extends the lease. False when the claim is not valid any more. */
async function record(ctx: Context, run: Run, change: ClaimedChange): Promise<boolean> {
  const leaseUntil = addMs(ctx.clock.now(), leaseMs);
  const updated = await updateClaimed(ctx.db, run.claim, { ...change, leaseUntil });
  run.claim = updated ?? run.claim;
  return updated !== undefined;
}

/** Counts the items of new entries, so that no entry is read twice to find that nothing waits. */
async function countWaiting(ctx: Context, run: Run): Promise<boolean> {
  while (!run.signal.aborted) {
    const { claim } = run;
    const counted = await countNextItems(ctx.db, claim.event, { webhook: claim, limit: maxCountedEntries });
    if (counted.tx === null || counted.id === null) return true;
    if (!(await record(ctx, run, changeByCount(claim, counted)))) return false;
    if (counted.entries < maxCountedEntries) return true;
  }
  return false;
}

/** Where nothing waited, the cursor moves to the first entry that fires the event, or behind all of them. */
function changeByCount({ waiting }: ClaimedWebhook, counted: CountedEntries): ClaimedChange {
  const { tx, id, items, firstTx, firstId, firstAt } = counted;
  if (tx === null || id === null) return {};
  const position = { countedTx: tx, countedId: id, waiting: waiting + items };
  if (waiting > 0) return position;
  if (firstTx === null || firstId === null) return { ...position, tx, entryId: id, done: maxPosition };
  return { ...position, tx: firstTx, entryId: firstId, done: 0, oldestWaitingAt: firstAt };
}

/** More than any entry has items. */
const maxPosition = 2_147_483_647;

async function deliverWaiting(ctx: Context, run: Run): Promise<void> {
  const { event, waiting: counted } = run.claim;
  const items = await listWaitingItems(ctx.db, [event], { reader: run.claim, limit: maxItemsPerRun + 1 });
  // Erased contacts and old partitions take their entries along.
  let waiting = items.length > maxItemsPerRun ? Math.max(counted, items.length) : items.length;
  if (waiting === 0) await record(ctx, run, { waiting, oldestWaitingAt: null });
  for (const [index, item] of items.slice(0, maxItemsPerRun).entries()) {
    if (run.signal.aborted || elapsedMs(run) > maxRunMs) return;
    const made = await makeBody(ctx, event, item);
    const next = { waiting: waiting - 1, oldestWaitingAt: items[index + 1]?.at ?? null };
    if ("error" in made) {
      if (!(await recordFailedBody(ctx, run, { item, error: made.error, next }))) return;
      waiting -= 1;
      continue;
    }
    const result = made.body === undefined ? undefined : await call(ctx, run.claim, made.body);
    if (result !== undefined && result.error !== null) return recordError(ctx, run, result, { item, waiting });
    waiting -= 1;
    if (!(await recordDone(ctx, run, item, { ...next, ...toOutcome(ctx, result) }))) return;
  }
}

/** The item of an erased contact is skipped without a call. */
const toOutcome = ({ clock }: Context, result: CallResult | undefined) =>
  result === undefined ? {} : { lastResponseCode: result.status, lastCallAt: clock.now(), errorsInRow: 0 };

type FailedBody = {
  readonly item: WebhookItem;
  readonly error: unknown;
  /** What waits behind the item. */
  readonly next: Pick<ClaimedChange, "waiting" | "oldestWaitingAt">;
};

/** The next runs try the same item; in the end it is parked and passed in one transaction. Returns whether it was passed. */
async function recordFailedBody(ctx: Context, run: Run, { item, error, next }: FailedBody): Promise<boolean> {
  const failures = run.claim.failures + 1;
  if (failures < maxBodyFailures) {
    await record(ctx, run, { failures });
    return false;
  }
  return inTransaction(ctx, async (inner) => {
    const isPassed = await recordDone(inner, run, item, next);
    if (isPassed) await parkItem(inner, webhookReader(run.claim.id), { item, error });
    return isPassed;
  });
}

const recordDone = (ctx: Context, run: Run, { tx, id, place }: WebhookItem, change: ClaimedChange): Promise<boolean> =>
  record(ctx, run, { ...change, failures: 0, tx, entryId: id, done: place });

async function call(ctx: Context, claim: ClaimedWebhook, body: unknown): Promise<CallResult> {
  let credentials: Receiver["credentials"];
  try {
    credentials = decryptCredentials(ctx, claim);
  } catch (error) {
    if (error instanceof WrongDataKey) return { status: null, error: "network" };
    throw error;
  }
  return callReceiver(ctx, { url: claim.url, credentials }, { body });
}

/** The same item is sent again in the next run. The tenth error in a row switches the webhook off. */
const recordError = (
  ctx: Context,
  run: Run,
  { status }: CallResult,
  { item, waiting }: { readonly item: WebhookItem; readonly waiting: number },
): Promise<void> =>
  inTransaction(ctx, async (inner) => {
    const at = inner.clock.now();
    const { id, event, errorsInRow } = run.claim;
    const errors = errorsInRow + 1;
    const active = errors < maxErrorsInRow;
    const isRecorded = await record(inner, run, {
      errorsInRow: errors,
      active,
      lastResponseCode: status,
      lastCallAt: at,
      waiting,
      oldestWaitingAt: item.at,
    });
    if (!isRecorded || active) return;
    await insertNotification(inner.db, { type: "webhook_disabled", params: { webhookId: id, event, errors }, at });
  });
