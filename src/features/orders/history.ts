import { orderCreated, orderMoved, orderPaid, orderStateChanged } from "../../journal/events.ts";
import type { NewJournalEntry } from "../../journal/entry.ts";
import type { StateCategory } from "./states.ts";

type JournaledOrder = {
  readonly id: string;
  readonly contactId: string | null;
  readonly shopId: string;
  readonly state: string;
  readonly meaning: StateCategory;
  readonly currency: string;
  readonly total: string;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
};

type OrderChange = {
  readonly before: Pick<JournaledOrder, "state" | "paidAt" | "contactId" | "createdAt"> | undefined;
  readonly after: JournaledOrder;
};

/** Journal entries of a changed order, without an address. */
export function orderJournalEntries({ before, after }: OrderChange, at: Date): NewJournalEntry[] {
  const { id: orderId, contactId, shopId, state, meaning, currency, total, createdAt, paidAt } = after;
  const amounts = { currency, total, createdAt: createdAt.toISOString(), title: `${total} ${currency}` };
  const entries: NewJournalEntry[] = [];
  if (before === undefined) {
    entries.push(orderCreated.entry({ contactId, at, payload: { orderId, shopId, state, meaning, ...amounts } }));
  } else if (before.state !== state) {
    const payload = { orderId, shopId, from: before.state, state, meaning, title: state };
    entries.push(orderStateChanged.entry({ contactId, at, payload }));
  }
  if (before !== undefined && isMoved(before, after)) {
    entries.push(orderMoved.entry({ contactId: null, at, payload: { orderId } }));
  }
  if (paidAt !== null && (before?.paidAt ?? null) === null) {
    entries.push(
      orderPaid.entry({ contactId, at, payload: { orderId, shopId, paidAt: paidAt.toISOString(), ...amounts } }),
    );
  }
  return entries;
}

const isMoved = (before: Pick<JournaledOrder, "contactId" | "createdAt">, after: JournaledOrder): boolean =>
  before.contactId !== after.contactId || before.createdAt.getTime() !== after.createdAt.getTime();
