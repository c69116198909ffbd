import { inTransaction, type Context } from "../../../context.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { conflict, requireFound } from "../../../kernel/errors.ts";
import { addMs, days, iso } from "../../../kernel/local-time.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { bodyOfMessage } from "../payload.ts";
import { findEndpoint } from "../service.ts";
import * as queries from "./queries.ts";

const keptDays = 7;
const deletedAtOnce = 1000;

const present = (row: queries.DeliveryRecord) => ({
  id: row.id,
  messageId: row.messageId,
  types: row.types,
  items: row.itemCount,
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: iso(row.dueAt),
  createdAt: row.createdAt.toISOString(),
  calledAt: iso(row.calledAt),
  status: row.status,
  error: row.error,
  ms: row.ms,
  redacted: row.isRedacted,
});

type DeliveryQuery = Paging & { readonly state?: queries.DeliveryState };

export async function listDeliveries(ctx: Context, endpointId: string, query: DeliveryQuery) {
  await findEndpoint(ctx, endpointId);
  const { page, pageSize, offset } = toPage(query);
  const filter = { endpointId, state: query.state };
  const [rows, total] = await Promise.all([
    queries.listDeliveries(ctx.db, filter, { offset, pageSize }),
    queries.countDeliveries(ctx.db, filter),
  ]);
  return { items: rows.map(present), total, page, pageSize };
}

const find = async ({ db }: Context, key: queries.DeliveryKey): Promise<queries.DeliveryDetail> =>
  requireFound(await queries.findDelivery(db, key), "delivery");

export async function getDelivery(ctx: Context, key: queries.DeliveryKey) {
  await findEndpoint(ctx, key.endpointId);
  const row = await find(ctx, key);
  return {
    ...present(row),
    batch: row.isBatch,
    request: {
      url: row.url,
      headers: row.requestHeaders,
      body: row.items.length === 0 ? "" : bodyOfMessage(row),
    },
    answer: { headers: row.responseHeaders, body: row.responseBody },
  };
}

export const resendDelivery = (ctx: Context, key: queries.DeliveryKey) =>
  inTransaction(ctx, async (inner) => {
    const { active } = await findEndpoint(inner, key.endpointId);
    await find(inner, key);
    if (!active) throw conflict("inactive");
    if (!(await queries.requeueDelivery(inner.db, key, inner.clock.now()))) throw conflict("redacted");
    return present(await find(inner, key));
  });

/** Nightly. */
export async function deleteOldDeliveries(db: TenantDb, now: Date): Promise<void> {
  const before = addMs(now, -days(keptDays));
  while ((await queries.deleteDeliveriesBefore(db, before, deletedAtOnce)) === deletedAtOnce);
}
