import { inTransaction, type Context } from "../../../context.ts";
import { entryError } from "../../../journal/entry-fault.ts";
import type { RetryOutcome } from "../../../journal/listener.ts";
import { deleteParked, recordParkedFailure, type ParkedEntry } from "../../../journal/parked.queries.ts";
import { findParkedItem } from "../../webhooks/parked-items.ts";
import { endpointReader, groupItems, makeItems, UnmadeItem } from "./enqueue.ts";
import { wakeEndpoint } from "../queries.ts";
import * as queries from "./enqueue.queries.ts";

const readerPrefix = endpointReader("");

export const isParkedEndpointItem = ({ reader }: ParkedEntry): boolean => reader.startsWith(readerPrefix);

/** Writes the delivery of the item, which is then sent like any other. */
export async function retryEndpointItem(ctx: Context, entry: ParkedEntry): Promise<RetryOutcome> {
  try {
    return await inTransaction(ctx, (inner) => enqueueParked(inner, entry));
  } catch (error) {
    if (!(error instanceof UnmadeItem)) throw error;
    await recordParkedFailure(ctx.db, entry, entryError(error.fault));
    return "parked";
  }
}

async function enqueueParked(ctx: Context, entry: ParkedEntry): Promise<RetryOutcome> {
  const { db, clock } = ctx;
  const id = entry.reader.slice(readerPrefix.length);
  const endpoint = await queries.findParkedTarget(db, id);
  const item = endpoint && (await findParkedItem(db, entry, endpoint));
  await deleteParked(db, entry);
  if (endpoint === undefined || item === undefined) return "gone";
  const deliveries = groupItems(await makeItems(ctx, [item]), endpoint.batchSize);
  const at = clock.now();
  if (deliveries.length > 0) await queries.insertDeliveries(db, id, { deliveries, at });
  await wakeEndpoint(db, id, at);
  return "processed";
}
