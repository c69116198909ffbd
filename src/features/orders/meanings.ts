import type { TenantDb } from "../../db/tenant.ts";
import { decimalText } from "../../kernel/money.ts";
import * as queries from "./queries.ts";
import { defaultStates, meaningsBy, type Meaning, type StateMeaning } from "./states.ts";
import { bookTotals } from "./totals.ts";

export async function findStates(db: TenantDb): Promise<readonly StateMeaning[]> {
  const states = await queries.listStates(db);
  return states.length === 0 ? defaultStates : states;
}

export const findMeanings = async (db: TenantDb): Promise<(state: string) => Meaning> =>
  meaningsBy(await findStates(db));

/**
 * Brings the next orders and the totals of their buyers in step with what the words mean now. Undefined at the end.
 * To be run under the lock of all addresses: orders are written under it too, so that none keeps an old meaning.
 */
export async function refreshMeanings(
  db: TenantDb,
  after: { id: string; limit: number },
): Promise<{ lastId: string; changed: number } | undefined> {
  const meaningOf = await findMeanings(db);
  const batch = await queries.listMeanings(db, after);
  const last = batch.at(-1);
  if (last === undefined) return undefined;
  const changes = batch.flatMap((order) => {
    const before = { ...order, total: decimalText(order.total) };
    const meaning = meaningOf(order.state);
    return meaning === order.meaning ? [] : [{ before, after: { ...before, meaning } }];
  });
  await queries.updateMeanings(
    db,
    changes.map((change) => change.after),
  );
  await bookTotals(db, changes);
  return { lastId: last.id, changed: changes.length };
}
