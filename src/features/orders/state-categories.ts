import type { TenantDb } from "../../db/tenant.ts";
import { decimalText } from "../../kernel/money.ts";
import * as queries from "./queries.ts";
import { defaultStates, categoryLookup, type StateCategory, type OrderStateMapping } from "./states.ts";
import { applyOrderTotals } from "./totals.ts";

export async function findOrderStates(db: TenantDb): Promise<readonly OrderStateMapping[]> {
  const states = await queries.listOrderStates(db);
  return states.length === 0 ? defaultStates : states;
}

export const findCategoryLookup = async (db: TenantDb): Promise<(state: string) => StateCategory> =>
  categoryLookup(await findOrderStates(db));

/**
 * Updates the categories of the next orders and the totals of their buyers. Undefined at the end. Runs under the lock
 * of all addresses, as writes of orders do, so that no order keeps an old category.
 */
export async function refreshStateCategories(
  db: TenantDb,
  after: { id: string; limit: number; at: Date },
): Promise<{ lastId: string; seen: number; changed: number } | undefined> {
  const lookUpCategory = await findCategoryLookup(db);
  const batch = await queries.listCategorizedOrders(db, after);
  const last = batch.at(-1);
  if (last === undefined) return undefined;
  const changes = batch.flatMap((order) => {
    const before = { ...order, total: decimalText(order.total) };
    const meaning = lookUpCategory(order.state);
    return meaning === order.meaning ? [] : [{ before, after: { ...before, meaning } }];
  });
  await queries.updateStateCategories(
    db,
    changes.map((change) => change.after),
    after.at,
  );
  await applyOrderTotals(db, changes);
  return { lastId: last.id, seen: batch.length, changed: changes.length };
}
