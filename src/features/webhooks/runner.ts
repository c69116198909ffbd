import { inTransaction, type Context } from "../../context.ts";
import { insertNotification } from "../../jobs/queries.ts";
import { addMs, minutes } from "../../kernel/local-time.ts";
import { WrongDataKey } from "../../kernel/encryption.ts";
import { bodyOf } from "./body.ts";
import { callReceiver, type CallResult, type Receiver } from "./call.ts";
import { releaseWebhook, updateClaimed, type ClaimedChange, type ClaimedWebhook } from "./claims.queries.ts";
import { countNextItems, listWaitingItems, type CountedEntries, type WebhookItem } from "./items.queries.ts";
import { credentialsOf } from "./secrets.ts";

const runIntervalMs = 30_000;
export const maxItemsPerRun = 20;
const maxErrorsInRow = 10;
/** Longer than a call may take. */
export const leaseMs = minutes(1);
/** A run that lasts longer makes no further call: the rest belongs to the next run. */
const maxRunMs = 30_000;
const slowRunMs = 5000;
const maxCountedEntries = 10_000;

/** A run that begins this late keeps the rhythm of 30 seconds; otherwise the polls in between would add up. */
const maxLatenessMs = 5000;

/** One run of a claimed webhook. A worker that is killed here leaves it due after its lease. */
export async function runWebhook(ctx: Context, claimed: ClaimedWebhook, signal: AbortSignal): Promise<void> {
  const dueAt = nextDueAt(claimed.dueAt, ctx.clock.now());
  const run: Run = { claim: claimed, begunMs: performance.now(), signal };
  if ((await countWaiting(ctx, run)) && run.claim.active && run.claim.waiting > 0) await deliverWaiting(ctx, run);
  await releaseWebhook(ctx.db, run.claim, { dueAt, slow: elapsedMs(run) > slowRunMs });
}

const nextDueAt = (dueAt: Date, now: Date): Date =>
  addMs(now.getTime() - dueAt.getTime() > maxLatenessMs ? now : dueAt, runIntervalMs);

type Run = { claim: ClaimedWebhook; readonly begunMs: number; readonly signal: AbortSignal };

const elapsedMs = ({ begunMs }: Run): number => performance.now() - begunMs;

/** Every write extends the lease. False when the claim is not valid any more. */
async function record(ctx: Context, run: Run, change: Omit<ClaimedChange, "claimedUntil">): Promise<boolean> {
  const claimedUntil = addMs(ctx.clock.now(), leaseMs);
  const updated = await updateClaimed(ctx.db, run.claim, { ...change, claimedUntil });
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
function changeByCount({ waiting }: ClaimedWebhook, counted: CountedEntries): Omit<ClaimedChange, "claimedUntil"> {
  const { tx, id, items, firstTx, firstId, firstAt } = counted;
  if (tx === null || id === null) return {};
  const position = { countedTx: tx, countedId: id, waiting: waiting + items };
  if (waiting > 0) return position;
  if (firstTx === null || firstId === null) return { ...position, tx, entryId: id, done: maxPlace };
  return { ...position, tx: firstTx, entryId: firstId, done: 0, oldestWaitingAt: firstAt };
}

/** More than any entry has items. */
const maxPlace = 2_147_483_647;

async function deliverWaiting(ctx: Context, run: Run): Promise<void> {
  const { event, waiting: counted } = run.claim;
  const items = await listWaitingItems(ctx.db, event, { webhook: run.claim, limit: maxItemsPerRun + 1 });
  // Erased contacts and old partitions take their entries along.
  let waiting = items.length > maxItemsPerRun ? Math.max(counted, items.length) : items.length;
  if (waiting === 0) await record(ctx, run, { waiting, oldestWaitingAt: null });
  for (const [index, item] of items.slice(0, maxItemsPerRun).entries()) {
    if (run.signal.aborted || elapsedMs(run) > maxRunMs) return;
    const body = await bodyOf(ctx, event, item);
    const result = body === undefined ? undefined : await call(ctx, run.claim, body);
    if (result !== undefined && result.error !== null) return recordError(ctx, run, result, { item, waiting });
    waiting -= 1;
    const next = { waiting, oldestWaitingAt: items[index + 1]?.at ?? null };
    if (!(await recordDone(ctx, run, item, { ...next, ...outcomeOf(ctx, result) }))) return;
  }
}

/** The item of an erased contact is skipped without a call. */
const outcomeOf = ({ clock }: Context, result: CallResult | undefined) =>
  result === undefined ? {} : { lastResponseCode: result.status, lastCallAt: clock.now(), errorsInRow: 0 };

const recordDone = (
  ctx: Context,
  run: Run,
  { tx, id, place }: WebhookItem,
  change: Omit<ClaimedChange, "claimedUntil">,
): Promise<boolean> => record(ctx, run, { ...change, tx, entryId: id, done: place });

async function call(ctx: Context, claim: ClaimedWebhook, body: unknown): Promise<CallResult> {
  let credentials: Receiver["credentials"];
  try {
    credentials = credentialsOf(ctx, claim);
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
