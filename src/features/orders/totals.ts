import type { TenantDb } from "../../db/tenant.ts";
import type { StateCategory } from "./states.ts";
import { addToTotals, recountTotals, type TotalKey } from "./totals.queries.ts";

/**
 * What an order adds to the totals of its contact by shop and currency. Totals are exact after every write: each write
 * names the contribution of every order before and after, under the lock of the contact's address or of all addresses.
 */
export type OrderContribution = {
  contactId: string | null;
  shopId: string;
  currency: string;
  meaning: StateCategory;
  total: string;
  createdAt: Date;
};

export type OrderContributionChange = { before: OrderContribution | undefined; after: OrderContribution };

type CountedContribution = OrderContribution & TotalKey;

const isCountedContribution = (contribution: OrderContribution | undefined): contribution is CountedContribution =>
  contribution !== undefined && contribution.contactId !== null && contribution.meaning === "completed";

const keyText = ({ contactId, shopId, currency }: TotalKey) => `${contactId} ${shopId} ${currency}`;

const isSameContribution = (left: CountedContribution, right: CountedContribution) =>
  keyText(left) === keyText(right) &&
  left.total === right.total &&
  left.createdAt.getTime() === right.createdAt.getTime();

/** Runs after the orders are written: new orders are added, totals that lost or changed an order are recounted. */
export async function applyOrderTotals(db: TenantDb, changes: readonly OrderContributionChange[]): Promise<void> {
  const recounted = new Map<string, TotalKey>();
  const grown: CountedContribution[] = [];
  for (const { before, after } of changes) {
    if (isCountedContribution(before) && isCountedContribution(after) && isSameContribution(before, after)) continue;
    if (isCountedContribution(before)) recounted.set(keyText(before), before);
    if (isCountedContribution(after)) grown.push(after);
  }
  const added = grown.filter((contribution) => !recounted.has(keyText(contribution)));
  if (added.length > 0) await addToTotals(db, added);
  if (recounted.size > 0) await recountTotals(db, [...recounted.values()]);
}
