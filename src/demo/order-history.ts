import { entriesOf } from "../features/orders/history.ts";
import type { OrderContent } from "../features/orders/queries.ts";
import type { NewEntry } from "../journal/entry.ts";
import type { DemoOrder } from "./orders.ts";

/** How an order went, as it would have been written down while it happened. */
export function tellOrder(order: DemoOrder, now: OrderContent & { id: string }): NewEntry[] {
  const fresh = { ...now, state: order.firstState, meaning: "new" as const, paidAt: null };
  const paid = { ...fresh, paidAt: now.paidAt };
  return [
    ...entriesOf({ before: undefined, after: fresh }, now.createdAt),
    ...(now.paidAt === null ? [] : entriesOf({ before: fresh, after: paid }, now.paidAt)),
    ...(order.changedAt === null ? [] : entriesOf({ before: paid, after: now }, order.changedAt)),
  ];
}
