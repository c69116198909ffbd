import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { requestAction } from "../../jobs/actions.ts";
import * as journal from "../../journal/journal.ts";
import { accepts, existing } from "../../kernel/accepts.ts";
import { normalizeEmail } from "../../kernel/email.ts";
import { ApiError, notFound, validation } from "../../kernel/errors.ts";
import { decimalText } from "../../kernel/money.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { lockAllAddresses } from "../contacts/queries.ts";
import { requireShop } from "../contacts/shops.ts";
import type { orderRoutes } from "./contract.ts";
import { orderJournalEntries } from "./history.ts";
import { runOrderStatesChange } from "./jobs.ts";
import { countOrders, findStateSpellings, listOrderRecords, type OrderFilters } from "./order-list.queries.ts";
import { findOrderStates, refreshStateCategories } from "./state-categories.ts";
import { findOrdersByPaymentTimes, updatePaidTimes, type PaymentTime } from "./payments.queries.ts";
import { parseOptionalInstant, parseOrder, type ParsedOrder } from "./parse.ts";
import * as queries from "./queries.ts";
import { orderKeyText, recordOrderBatch, recordSingleOrder } from "./record.ts";
import type { BatchFailure, Order } from "./shapes.ts";
import { stateKey, type OrderStateMapping } from "./states.ts";

const amount = (text: string | null) => (text === null ? null : decimalText(text));

const presentOrder = (row: queries.OrderRecord): Static<typeof Order> => ({
  ...row,
  total: decimalText(row.total),
  totalWithoutVat: amount(row.totalWithoutVat),
  createdAt: row.createdAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  completedAt: row.completedAt?.toISOString() ?? null,
  items: row.items.map((item) => ({ ...item, price: amount(item.price) })),
});

type OrderQuery = Omit<OrderFilters, "states"> & { state?: string; sort?: string };

async function parseFilters(ctx: Context, { state = "", email, ...query }: OrderQuery): Promise<OrderFilters> {
  const address = email === undefined ? undefined : normalizeEmail(email);
  return {
    ...query,
    ...(address === undefined ? {} : { email: address }),
    ...(state.trim() === "" ? {} : { states: await findStateSpellings(ctx.db, state) }),
  };
}

export async function listOrders(ctx: Context, query: OrderQuery & Paging) {
  await requireShop(ctx.db, query.shop, "shop");
  const { page, pageSize, offset } = toPage(query);
  const { timeZone } = ctx.company;
  const filters = await parseFilters(ctx, query);
  const [total, rows] = await Promise.all([
    countOrders(ctx.db, filters, timeZone),
    listOrderRecords(ctx.db, { ...filters, limit: pageSize, offset }, timeZone),
  ]);
  return { items: rows.map(presentOrder), total, page, pageSize };
}

export async function getOrder(ctx: Context, id: string) {
  const order = await queries.findOrder(ctx.db, id);
  if (order === undefined) throw notFound("order");
  return presentOrder(order);
}

type RecordBody = Static<(typeof orderRoutes.records.recordOrders)["body"]>;

export async function recordOrders(ctx: Context, body: RecordBody) {
  if (body.orders !== undefined) return { status: 200 as const, body: await recordBatch(ctx, body.orders) };
  const order = parseOrder(body);
  const validateShopCurrency = shopCurrencyValidator(await queries.findShopCurrencies(ctx.db, [order.shopId]));
  validateShopCurrency(order);
  const recorded = await recordSingleOrder(ctx, order);
  if (recorded === undefined) throw new Error("an order was not recorded");
  const written = await getOrder(ctx, recorded.after.id);
  return recorded.before === undefined
    ? { status: 201 as const, body: written }
    : { status: 200 as const, body: written };
}

/** An order belongs to a shop of the company and is in a currency of that shop. */
const shopCurrencyValidator =
  (currencies: ReadonlyMap<string, readonly string[]>) =>
  ({ shopId, currency }: ParsedOrder): void => {
    const known = currencies.get(shopId);
    if (known === undefined) throw validation("shopId", existing("shop"));
    if (!known.includes(currency)) throw validation("currency", { allowed: known });
  };

type Failed = Static<typeof BatchFailure>;

/** Each order is handled alone: an invalid one is reported and does not reject the others. */
async function recordBatch(ctx: Context, values: readonly unknown[]) {
  const failed: Failed[] = [];
  const attempt = <Result>(index: number, run: () => Result): Result[] => {
    try {
      return [run()];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failed.push({ index, code: error.code, message: error.message });
      return [];
    }
  };
  const parsed = values.flatMap((value, index) => attempt(index, () => ({ index, order: parseOrder(value) })));
  const validateShopCurrency = shopCurrencyValidator(
    await queries.findShopCurrencies(ctx.db, [...new Set(parsed.map(({ order }) => order.shopId))]),
  );
  const valid = parsed.flatMap(({ index, order }) =>
    attempt(index, () => {
      validateShopCurrency(order);
      return order;
    }),
  );
  const recorded = await recordOrderBatch(ctx, mergeDuplicates(valid));
  const created = recorded.filter(({ before }) => before === undefined).length;
  return { created, updated: valid.length - created, failed: failed.sort((a, b) => a.index - b.index) };
}

/** The same order number twice in one request is handled as two requests: the later wins, times it omits are kept. */
function mergeDuplicates(orders: readonly ParsedOrder[]): ParsedOrder[] {
  const byKey = new Map<string, ParsedOrder>();
  for (const order of orders) {
    const earlier = byKey.get(orderKeyText(order));
    byKey.set(orderKeyText(order), {
      ...order,
      createdAt: order.createdAt ?? earlier?.createdAt,
      paidAt: order.paidAt === undefined ? earlier?.paidAt : order.paidAt,
      completedAt: order.completedAt === undefined ? earlier?.completedAt : order.completedAt,
    });
  }
  return [...byKey.values()];
}

type PaidBody = Static<(typeof orderRoutes.records.setOrdersPaid)["body"]>;

/** Sets late payment times. Only an order that was unpaid before gets a journal entry. */
export async function setOrdersPaid(ctx: Context, body: PaidBody) {
  const payments = body.orders.map(parsePaymentTime);
  const isApplied = body.apply === true;
  return inTransaction(ctx, async ({ db, clock }) => {
    if (isApplied) await lockAllAddresses(db);
    const found = await findOrdersByPaymentTimes(db, payments);
    const failed = found.flatMap(({ id, index }) =>
      id === null ? [{ index, code: "not_found", message: "order" }] : [],
    );
    const paidAtOf = (index: number) => payments[index]?.paidAt ?? null;
    const changes = found.flatMap((order) => {
      const paidAt = paidAtOf(order.index);
      if (order.id === null || paidAt === null || order.paidAt?.getTime() === paidAt.getTime()) return [];
      return [{ before: order, after: { ...order, id: order.id, total: decimalText(order.total), paidAt } }];
    });
    // The same order twice: the later entry wins.
    const written = [...new Map(changes.map((change) => [change.after.id, change])).values()];
    if (isApplied && written.length > 0) {
      const at = clock.now();
      const orders = written.map(({ after: { id, paidAt } }) => ({ id, paidAt }));
      await updatePaidTimes(db, orders, at);
      await journal.appendEntries(
        db,
        written.flatMap((change) => orderJournalEntries(change, at)),
      );
    }
    const changed = changes.length;
    return { applied: isApplied, changed, unchanged: found.length - changed - failed.length, failed };
  });
}

function parsePaymentTime(order: PaidBody["orders"][number], index: number): PaymentTime {
  const { id, shopId, externalId } = order;
  const paidAt = parseOptionalInstant(`orders.${index}.paidAt`, order.paidAt);
  if (paidAt === null || paidAt === undefined)
    throw validation(`orders.${index}.paidAt`, { required: true, ...accepts.time });
  if (id !== undefined) return { index, id, paidAt };
  if (shopId === undefined) throw validation(`orders.${index}.id`, accepts.orderKey);
  if (externalId === undefined) throw validation(`orders.${index}.externalId`, { required: true });
  return { index, shopId, externalId: externalId.trim(), paidAt };
}

export const listOrderStates = async (ctx: Context) => ({ items: [...(await findOrderStates(ctx.db))] });

/** Up to this many orders are updated within the request. */
const maxOrdersWithinRequest = 1000;

/**
 * Runs under the lock of all addresses like every write of orders: an order has either the old category and is updated,
 * or the new one.
 */
export async function replaceOrderStates(ctx: Context, mappings: readonly OrderStateMapping[]) {
  const states = mappings.map(({ state, meaning }) => ({ state: state.trim(), meaning }));
  const keys = states.map(({ state }) => stateKey(state));
  const repeated = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (repeated !== -1) throw validation(`items.${repeated}.state`, accepts.different);
  return inTransaction(ctx, async (inner) => {
    await lockAllAddresses(inner.db);
    await queries.replaceOrderStates(inner.db, states);
    const { items } = await listOrderStates(inner);
    if (await queries.hasMoreOrdersThan(inner.db, maxOrdersWithinRequest)) {
      return { status: 202 as const, body: { items, jobId: await requestAction(inner, runOrderStatesChange, {}) } };
    }
    await refreshStateCategories(inner.db, { id: "0", limit: maxOrdersWithinRequest, at: inner.clock.now() });
    return { status: 200 as const, body: { items } };
  });
}
