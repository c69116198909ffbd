import type { Context } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { entryError, isFaultOfEntry } from "../../journal/entry-fault.ts";
import { deleteParked, insertParked, recordParkedFailure, type ParkedEntry } from "../../journal/parked.queries.ts";
import type { RetryOutcome } from "../../journal/listener.ts";
import { composeBody } from "./body.ts";
import { callReceiver } from "./call.ts";
import type { FiredEvent } from "./events.ts";
import { listWaitingItems, type WebhookItem } from "./items.queries.ts";
import { findParkedTarget } from "./queries.ts";
import { decryptCredentials } from "./secrets.ts";

/** Runs that fail to make the body of the same item before the webhook passes it. */
export const maxBodyFailures = 5;

const readerPrefix = "webhook ";

/** The name under which a webhook parks items. */
export const webhookReader = (webhookId: string): string => `${readerPrefix}${webhookId}`;

/** A body, undefined for a contact that does not exist any more, or what is wrong with the entry. */
export type MadeBody = { readonly body: unknown } | { readonly error: unknown };

export async function makeBody(ctx: Context, event: FiredEvent, item: WebhookItem): Promise<MadeBody> {
  try {
    return { body: await composeBody(ctx, event, item) };
  } catch (error) {
    if (!isFaultOfEntry(error)) throw error;
    return { error };
  }
}

/** To be called in the transaction in which the reader passes the item. */
export const parkItem = (
  { db, clock }: Context,
  reader: string,
  { item: { tx, id, place, type }, error }: { readonly item: WebhookItem; readonly error: unknown },
): Promise<void> =>
  insertParked(db, {
    ...entryError(error),
    reader,
    tx,
    id,
    place,
    type,
    attempts: maxBodyFailures,
    parkedAt: clock.now(),
  });

export const isParkedItem = ({ reader }: ParkedEntry): boolean => reader.startsWith(readerPrefix);

/** The item of a parked entry; undefined if it fires none of the events any more. */
export async function findParkedItem(
  db: TenantDb,
  { tx, id, place }: ParkedEntry,
  { events, begun }: { readonly events: readonly FiredEvent[]; readonly begun: string },
): Promise<WebhookItem | undefined> {
  const reader = { tx, entryId: id, done: place - 1, countedTx: tx, countedId: id, begun };
  const [item] = await listWaitingItems(db, events, { reader, limit: 1 });
  return item?.place === place ? item : undefined;
}

/**
 * Calls the webhook with the item, outside of its order. Like every call, it is repeated when the process dies before the
 * answer is recorded.
 */
export async function retryItem(ctx: Context, entry: ParkedEntry): Promise<RetryOutcome> {
  const { db } = ctx;
  const webhook = await findParkedTarget(db, entry.reader.slice(readerPrefix.length));
  const item = webhook && (await findParkedItem(db, entry, { events: [webhook.event], begun: webhook.begun }));
  if (webhook === undefined || item === undefined) {
    await deleteParked(db, entry);
    return "gone";
  }
  const made = await makeBody(ctx, webhook.event, item);
  if ("error" in made) {
    await recordParkedFailure(db, entry, entryError(made.error));
    return "parked";
  }
  if (made.body !== undefined) {
    const { url } = webhook;
    const { error } = await callReceiver(
      ctx,
      { url, credentials: decryptCredentials(ctx, webhook) },
      { body: made.body },
    );
    if (error !== null) {
      await recordParkedFailure(db, entry, { errorClass: "call", errorMessage: error });
      return "parked";
    }
  }
  await deleteParked(db, entry);
  return "processed";
}
