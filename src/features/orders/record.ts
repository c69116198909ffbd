import { inTransaction, type Context } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import * as journal from "../../journal/journal.ts";
import { addressFingerprint } from "../../kernel/crypto.ts";
import { decimalText } from "../../kernel/money.ts";
import { findOrInsertCustomers, type Buyer } from "../contacts/creation/customers.ts";
import { linkOrdersOf } from "../contacts/orders.ts";
import { lockAddresses, lockAllAddresses } from "../contacts/queries.ts";
import { entriesOf } from "./history.ts";
import { findMeanings } from "./meanings.ts";
import type { GivenOrder } from "./parse.ts";
import * as queries from "./queries.ts";
import type { OrderContent, OrderKey, OrderRecord } from "./queries.ts";
import { bookTotals, type Share } from "./totals.ts";

export const keyOf = ({ shopId, externalId }: OrderKey): string => `${shopId} ${externalId}`;

/** An order and what it was before; `before` is undefined when it is new. */
export type Recorded = { readonly before: OrderRecord | undefined; readonly after: OrderContent & { id: string } };

/** One order, under the locks of its buyer and of the buyer it had before, so that others are not held up. */
export async function recordOne(ctx: Context, order: GivenOrder): Promise<Recorded | undefined> {
  return inTransaction(ctx, async (inner) => {
    await queries.lockOrderKey(inner.db, order);
    const emails = [order.email, await queries.findEmailOf(inner.db, order)];
    await lockAddresses(inner.db, fingerprintsOf(ctx, emails));
    return (await write(inner, [order]))[0];
  });
}

const fingerprintsOf = ({ company }: Context, emails: readonly (string | null | undefined)[]): Buffer[] =>
  [...new Set(emails)].flatMap((email) =>
    typeof email === "string" ? [addressFingerprint(company.fingerprintKey, email)] : [],
  );

/** Many orders, each once, in a fixed number of statements under the lock of all addresses. */
export async function recordMany(ctx: Context, orders: readonly GivenOrder[]): Promise<Recorded[]> {
  if (orders.length === 0) return [];
  return inTransaction(ctx, async (inner) => {
    await lockAllAddresses(inner.db);
    return write(inner, orders);
  });
}

async function write(ctx: Context, orders: readonly GivenOrder[]): Promise<Recorded[]> {
  const { db } = ctx;
  const at = ctx.clock.now();
  const contactIds = await findBuyers(ctx, orders, at);
  const meaningOf = await findMeanings(db);
  const known = new Map((await queries.lockOrders(db, orders)).map((order) => [keyOf(order), order]));
  const contents = orders.map((given): OrderContent => {
    const before = known.get(keyOf(given));
    const contactId = contactIds.get(given.email) ?? null;
    return {
      ...given,
      contactId,
      // Only an erased address is nobody's: it is not kept here either.
      email: contactId === null ? null : given.email,
      meaning: meaningOf(given.state),
      createdAt: given.createdAt ?? before?.createdAt ?? at,
      paidAt: given.paidAt === undefined ? (before?.paidAt ?? null) : given.paidAt,
      completedAt: given.completedAt === undefined ? (before?.completedAt ?? null) : given.completedAt,
    };
  });
  const ids = await insertNew(
    db,
    contents.filter((order) => !known.has(keyOf(order))),
    at,
  );
  const recorded = contents.map((content): Recorded => {
    const before = known.get(keyOf(content));
    const id = before?.id ?? ids.get(keyOf(content));
    if (id === undefined) throw new Error("an order was neither known nor written");
    return { before, after: { ...content, id } };
  });
  const changed = recorded.filter(({ before, after }) => before === undefined || !isSame(before, after));
  await updateKnown(
    db,
    changed.filter(({ before }) => before !== undefined).map(({ after }) => after),
    at,
  );
  await queries.insertItems(
    db,
    changed.map(({ after }) => after),
  );
  await bookTotals(
    db,
    changed.map(({ before, after }) => ({ before: before && shareOf(before), after })),
  );
  await journal.append(
    db,
    changed.flatMap((order) => entriesOf(order, at)),
  );
  return recorded;
}

async function findBuyers(ctx: Context, orders: readonly GivenOrder[], at: Date): Promise<Map<string, string | null>> {
  const buyers = new Map<string, Buyer>();
  for (const { email, shopId } of orders) {
    if (buyers.has(email)) continue;
    buyers.set(email, { email, shopId, fingerprint: addressFingerprint(ctx.company.fingerprintKey, email) });
  }
  const contactIds = await findOrInsertCustomers(ctx.db, [...buyers.values()], { at, source: "order" });
  await linkOrdersOf(
    ctx.db,
    [...contactIds.values()].filter((id) => id !== null),
  );
  return contactIds;
}

async function insertNew(db: TenantDb, orders: readonly OrderContent[], at: Date): Promise<Map<string, string>> {
  if (orders.length === 0) return new Map();
  return new Map((await queries.insertOrders(db, orders, at)).map((row) => [keyOf(row), row.id]));
}

async function updateKnown(db: TenantDb, orders: readonly (OrderContent & { id: string })[], at: Date) {
  if (orders.length === 0) return;
  await queries.updateOrders(db, orders, at);
  await queries.deleteItems(
    db,
    orders.map(({ id }) => id),
  );
}

const shareOf = (order: OrderRecord): Share => ({ ...order, total: decimalText(order.total) });

/** Shops send orders again and again; one that says nothing new is not written. */
const isSame = (before: OrderRecord, after: OrderContent): boolean => contentText(before) === contentText(after);

const amountText = (amount: string | null) => (amount === null ? null : decimalText(amount));

const contentText = (order: OrderRecord | OrderContent): string =>
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
    order.items.map(({ code, name, quantity, price, category, brand }) => [
      code,
      name,
      Number(quantity),
      amountText(price),
      category,
      brand,
    ]),
  ]);
