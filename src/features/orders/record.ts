import { inTransaction, type Context } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import * as journal from "../../journal/journal.ts";
import { addressFingerprint } from "../../kernel/crypto.ts";
import { decimalText } from "../../kernel/money.ts";
import { findOrInsertCustomers, type Buyer } from "../contacts/creation/customers.ts";
import { lockAddresses, lockAllAddresses } from "../contacts/queries.ts";
import { orderJournalEntries } from "./history.ts";
import { findCategoryLookup } from "./state-categories.ts";
import type { ParsedOrder } from "./parse.ts";
import { customerFieldNames } from "./shapes.ts";
import * as queries from "./queries.ts";
import type { OrderWrite, OrderKey, OrderRecord } from "./queries.ts";
import type { StateCategory } from "./states.ts";
import { applyOrderTotals, type OrderContribution } from "./totals.ts";
import { orderHooks } from "./order-hooks.ts";

export const orderKeyText = ({ shopId, externalId }: OrderKey): string => `${shopId} ${externalId}`;

/** An order and its previous state; `before` is undefined for a new order. */
export type RecordedOrder = { readonly before: OrderRecord | undefined; readonly after: OrderWrite & { id: string } };

/** One order, under the locks of its buyer and its previous buyer only. */
export async function recordSingleOrder(ctx: Context, order: ParsedOrder): Promise<RecordedOrder | undefined> {
  return inTransaction(ctx, async (inner) => {
    await queries.lockOrderKey(inner.db, order);
    const emails = [order.email, await queries.findOrderEmail(inner.db, order)];
    await lockAddresses(inner.db, toFingerprints(ctx, emails));
    const [recorded] = await writeOrders(inner, [order]);
    if (recorded !== undefined) inner.db.created(recorded.after.id);
    return recorded;
  });
}

const toFingerprints = ({ company }: Context, emails: readonly (string | null | undefined)[]): Buffer[] =>
  [...new Set(emails)].flatMap((email) =>
    typeof email === "string" ? [addressFingerprint(company.fingerprintKey, email)] : [],
  );

/** Many orders, each once, in a fixed number of statements under the lock of all addresses. */
export async function recordOrderBatch(ctx: Context, orders: readonly ParsedOrder[]): Promise<RecordedOrder[]> {
  if (orders.length === 0) return [];
  return inTransaction(ctx, async (inner) => {
    await lockAllAddresses(inner.db);
    return writeOrders(inner, orders);
  });
}

async function writeOrders(ctx: Context, orders: readonly ParsedOrder[]): Promise<RecordedOrder[]> {
  const { db } = ctx;
  const at = ctx.clock.now();
  const contactIds = await findOrInsertBuyers(ctx, orders, at);
  const lookUpCategory = await findCategoryLookup(db);
  const existing = new Map((await queries.lockOrders(db, orders)).map((order) => [orderKeyText(order), order]));
  const contents = orders.map((parsed): OrderWrite => {
    const before = existing.get(orderKeyText(parsed));
    const contactId = contactIds.get(parsed.email) ?? null;
    const meaning = lookUpCategory(parsed.state);
    return {
      ...parsed,
      contactId,
      // Only an erased address has no contact; the order does not keep it either.
      email: contactId === null ? null : parsed.email,
      meaning,
      createdAt: parsed.createdAt ?? before?.createdAt ?? at,
      paidAt: parsed.paidAt === undefined ? (before?.paidAt ?? null) : parsed.paidAt,
      completedAt: parsed.completedAt === undefined ? completionTime(before, meaning, at) : parsed.completedAt,
      customer: contactId === null ? null : (parsed.customer ?? before?.customer ?? null),
    };
  });
  const ids = await insertNew(
    db,
    contents.filter((order) => !existing.has(orderKeyText(order))),
    at,
  );
  const recorded = contents.map((content): RecordedOrder => {
    const before = existing.get(orderKeyText(content));
    const id = before?.id ?? ids.get(orderKeyText(content));
    if (id === undefined) throw new Error("an order was neither found nor written");
    return { before, after: { ...content, id } };
  });
  const changed = recorded.filter(({ before, after }) => before === undefined || !isSame(before, after));
  await updateExisting(
    db,
    changed.filter(({ before }) => before !== undefined).map(({ after }) => after),
    at,
  );
  await queries.insertItems(
    db,
    changed.map(({ after }) => after),
  );
  await applyOrderTotals(
    db,
    changed.map(({ before, after }) => ({ before: before && toContribution(before), after })),
  );
  await journal.appendEntries(
    db,
    changed.flatMap((order) => orderJournalEntries(order, at)),
  );
  await passOnCoupons(ctx, changed, at);
  await passOnCustomers(ctx, changed);
  return recorded;
}

/** The codes of new orders, and of those that got another code. */
async function passOnCoupons(ctx: Context, changed: readonly RecordedOrder[], at: Date): Promise<void> {
  const paid = changed.flatMap(({ before, after: { id, shopId, contactId, couponCode } }) =>
    couponCode === null || couponCode === before?.couponCode ? [] : [{ orderId: id, shopId, contactId, couponCode }],
  );
  if (paid.length === 0) return;
  for (const { onCouponOrders } of orderHooks.in(ctx)) await onCouponOrders?.(ctx, paid, at);
}

async function passOnCustomers(ctx: Context, changed: readonly RecordedOrder[]): Promise<void> {
  const buyers = changed.flatMap(({ after: { contactId, customer } }) =>
    contactId === null || customer === null ? [] : [contactId],
  );
  if (buyers.length === 0) return;
  for (const { onCustomers } of orderHooks.in(ctx)) await onCustomers?.(ctx, [...new Set(buyers)]);
}

/** An order without a time of its own was completed when its state first meant so. */
function completionTime(before: OrderRecord | undefined, meaning: StateCategory, at: Date): Date | null {
  const isNewlyCompleted = meaning === "completed" && before?.meaning !== "completed";
  return before?.completedAt ?? (isNewlyCompleted ? at : null);
}

async function findOrInsertBuyers(
  ctx: Context,
  orders: readonly ParsedOrder[],
  at: Date,
): Promise<Map<string, string | null>> {
  const buyers = new Map<string, Buyer>();
  for (const { email, shopId } of orders) {
    if (buyers.has(email)) continue;
    buyers.set(email, { email, shopId, fingerprint: addressFingerprint(ctx.company.fingerprintKey, email) });
  }
  const contactIds = await findOrInsertCustomers(ctx, [...buyers.values()], { at, source: "order" });
  await queries.linkOrdersOfContacts(
    ctx.db,
    [...contactIds.values()].filter((id) => id !== null),
  );
  return contactIds;
}

async function insertNew(db: TenantDb, orders: readonly OrderWrite[], at: Date): Promise<Map<string, string>> {
  if (orders.length === 0) return new Map();
  return new Map((await queries.insertOrders(db, orders, at)).map((row) => [orderKeyText(row), row.id]));
}

async function updateExisting(db: TenantDb, orders: readonly (OrderWrite & { id: string })[], at: Date) {
  if (orders.length === 0) return;
  await queries.updateOrders(db, orders, at);
  await queries.deleteItems(
    db,
    orders.map(({ id }) => id),
  );
}

const toContribution = (order: OrderRecord): OrderContribution => ({ ...order, total: decimalText(order.total) });

/** Shops repeat orders; an unchanged order is not written. */
const isSame = (before: OrderRecord, after: OrderWrite): boolean => contentText(before) === contentText(after);

const amountText = (amount: string | null) => (amount === null ? null : decimalText(amount));

const contentText = (order: OrderRecord | OrderWrite): string =>
  JSON.stringify([
    order.email,
    order.contactId,
    order.state,
    order.meaning,
    order.currency,
    decimalText(order.total),
    amountText(order.totalWithoutVat),
    order.couponCode,
    order.createdAt,
    order.paidAt,
    order.completedAt,
    customerFieldNames.map((field) => order.customer?.[field] ?? null),
    order.items.map(({ code, name, quantity, price, category, brand }) => [
      code,
      name,
      Number(quantity),
      amountText(price),
      category,
      brand,
    ]),
  ]);
