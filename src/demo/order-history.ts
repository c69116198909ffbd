import { orderJournalEntries } from "../features/orders/history.ts";
import type { OrderWrite } from "../features/orders/queries.ts";
import type { NewJournalEntry } from "../journal/entry.ts";
import type { DemoOrder } from "./orders.ts";

/** How an order went, as it would have been written down while it happened. */
export function createOrderEntries(order: DemoOrder, now: OrderWrite & { id: string }): NewJournalEntry[] {
  const fresh = { ...now, state: order.firstState, meaning: "new" as const, paidAt: null };
  const paid = { ...fresh, paidAt: now.paidAt };
  return [
    ...orderJournalEntries({ before: undefined, after: fresh }, now.createdAt),
    ...(now.paidAt === null ? [] : orderJournalEntries({ before: fresh, after: paid }, now.paidAt)),
    ...(order.changedAt === null ? [] : orderJournalEntries({ before: paid, after: now }, order.changedAt)),
  ];
}
