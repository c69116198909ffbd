import { randomUUID } from "node:crypto";
import { inTransaction, type Context } from "../../../context.ts";
import { firedEvents, type FiredEvent } from "../../webhooks/events.ts";
import { listWaitingItems, type WebhookItem } from "../../webhooks/items.queries.ts";
import { makeBody, maxBodyFailures, parkItem } from "../../webhooks/parked-items.ts";
import type { StoredItem } from "../payload.ts";
import { allPlaces } from "../queries.ts";
import { moveCursor, type ClaimedEndpoint, type Cursor } from "./claims.queries.ts";
import * as queries from "./enqueue.queries.ts";

const maxScannedEntries = 10_000;
const maxItemsAtOnce = 100;
/** What a receiver does not take is not read further ahead. */
const maxWaiting = 1000;

export type Enqueued = {
  /** Undefined when the claim is not valid any more. */
  readonly cursor: Cursor | undefined;
  /** There may be more to read. */
  readonly hasMore: boolean;
};

/** The name under which an endpoint parks items. */
export const endpointReader = (id: string): string => `webhook_endpoint ${id}`;

/** Ends the transaction, which the failed statement may have aborted. */
export class UnmadeItem extends Error {
  readonly item: WebhookItem;
  readonly fault: unknown;
  /** Items before it. */
  readonly before: number;

  constructor({ item, fault, before }: Pick<UnmadeItem, "item" | "fault" | "before">) {
    super("the item cannot be made");
    this.item = item;
    this.fault = fault;
    this.before = before;
  }
}

/** Reads on, at most to the first item that cannot be made; once that is the next one, it is tried in some runs and then parked. */
export async function enqueueNext(ctx: Context, claim: ClaimedEndpoint, limit = maxItemsAtOnce): Promise<Enqueued> {
  try {
    return await enqueueItems(ctx, claim, limit);
  } catch (error) {
    if (!(error instanceof UnmadeItem)) throw error;
    const { before } = error;
    return before > 0 ? enqueueNext(ctx, claim, before) : recordUnmade(ctx, claim, error);
  }
}

/**
 * Reads the next entries of the journal and writes their deliveries, in one transaction with the cursor: nothing is missed or
 * written twice. The people are kept until it ends, so that an erasure finds every copy of their data.
 */
const enqueueItems = (ctx: Context, claim: ClaimedEndpoint, limit: number): Promise<Enqueued> =>
  inTransaction(ctx, async (inner) => {
    const { db, clock } = inner;
    const cursor = toCursor(claim);
    if ((await queries.countWaiting(db, claim.id)) >= maxWaiting) return { cursor, hasMore: false };
    const scanned = await queries.scanEntries(db, claim, maxScannedEntries);
    if (scanned.tx === null || scanned.id === null) return { cursor, hasMore: false };
    const reader = { ...claim, countedTx: scanned.tx, countedId: scanned.id };
    const items = await listWaitingItems(db, claim.events, { reader, limit });
    const isCut = items.length === limit;
    const next = cursorAfter(
      items,
      isCut ? undefined : { tx: scanned.tx, entryId: scanned.id, done: allPlaces, failures: 0 },
    );
    if (next !== undefined && !(await moveCursor(db, claim, next))) return { cursor: undefined, hasMore: false };
    const stored = await makeItems(inner, items);
    const deliveries = groupItems(stored, claim.batchSize);
    if (deliveries.length > 0) await queries.insertDeliveries(db, claim.id, { deliveries, at: clock.now() });
    return { cursor: next, hasMore: isCut || scanned.entries === maxScannedEntries };
  });

const toCursor = ({ tx, entryId, done, failures }: ClaimedEndpoint): Cursor => ({ tx, entryId, done, failures });

/** The cursor stays before the item until its last attempt, which parks the item and passes it in one transaction. */
async function recordUnmade(ctx: Context, claim: ClaimedEndpoint, { item, fault }: UnmadeItem): Promise<Enqueued> {
  const failures = claim.failures + 1;
  const isParked = failures >= maxBodyFailures;
  const cursor = isParked ? toPosition(item) : { ...toCursor(claim), failures };
  return inTransaction(ctx, async (inner) => {
    if (!(await moveCursor(inner.db, claim, cursor))) return { cursor: undefined, hasMore: false };
    if (isParked) await parkItem(inner, endpointReader(claim.id), { item, error: fault });
    return { cursor, hasMore: isParked };
  });
}

const toPosition = ({ tx, id, place }: WebhookItem): Cursor => ({ tx, entryId: id, done: place, failures: 0 });

function cursorAfter(items: readonly WebhookItem[], whole: Cursor | undefined): Cursor | undefined {
  const last = items.at(-1);
  if (whole !== undefined || last === undefined) return whole;
  return toPosition(last);
}

/** To be called in the transaction that writes the deliveries. Items of people who do not exist any more are left out. */
export async function makeItems(ctx: Context, items: readonly WebhookItem[]): Promise<StoredItem[]> {
  await queries.keepPeople(ctx.db, peopleIn(items));
  const stored: StoredItem[] = [];
  for (const [index, item] of items.entries()) {
    for (const event of item.events) {
      const made = await makeBody(ctx, event, item);
      if ("error" in made) throw new UnmadeItem({ item, fault: made.error, before: index });
      if (made.body !== undefined) stored.push(storedItem(event, item, made.body));
    }
  }
  return stored;
}

const peopleIn = (items: readonly WebhookItem[]): queries.People => ({
  contactIds: items.flatMap(({ contactId }) => contactId ?? []),
  letterIds: items.flatMap(({ payload }) => idIn(payload["letterId"])),
  testIds: items.flatMap(({ payload }) => idIn(payload["testId"])),
});

/** What is no id makes no body. */
const idIn = (value: unknown): string[] => (typeof value === "string" && /^\d{1,18}$/.test(value) ? [value] : []);

const storedItem = (event: FiredEvent, { id, place, at, contactId }: WebhookItem, body: unknown): StoredItem => ({
  id: `msg_${id}_${place}_${firedEvents.indexOf(event)}`,
  type: event,
  timestamp: at.toISOString(),
  data: unwrapBody(body),
  contactId,
});

/** Contacts are lists of one in account webhooks. */
export const unwrapBody = (body: unknown): unknown => (Array.isArray(body) ? body[0] : body);

export function groupItems(items: readonly StoredItem[], batchSize: number): queries.NewDelivery[] {
  if (batchSize === 1) return items.map((item) => ({ messageId: item.id, isBatch: false, items: [item] }));
  const count = Math.ceil(items.length / batchSize);
  return Array.from({ length: count }, (_, index) => ({
    messageId: `batch_${randomUUID()}`,
    isBatch: true,
    items: items.slice(index * batchSize, (index + 1) * batchSize),
  }));
}
