import type { NewEntry } from "../../journal/entry.ts";
import type { Meaning } from "./states.ts";

type Told = {
  readonly id: string;
  readonly contactId: string | null;
  readonly shopId: string;
  readonly state: string;
  readonly meaning: Meaning;
  readonly currency: string;
  readonly total: string;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
};

type Change = { readonly before: Pick<Told, "state" | "paidAt"> | undefined; readonly after: Told };

/** What the buyer's history says of a change: facts of the order without any address. */
export function entriesOf({ before, after }: Change, at: Date): NewEntry[] {
  const { id: orderId, contactId, shopId, state, meaning, currency, total, createdAt, paidAt } = after;
  const worth = { currency, total, createdAt, title: `${total} ${currency}` };
  const entries: NewEntry[] = [];
  if (before === undefined) {
    entries.push({ type: "order_created", contactId, at, payload: { orderId, shopId, state, meaning, ...worth } });
  } else if (before.state !== state) {
    const payload = { orderId, shopId, from: before.state, state, meaning, title: state };
    entries.push({ type: "order_state", contactId, at, payload });
  }
  if (paidAt !== null && (before?.paidAt ?? null) === null) {
    entries.push({ type: "order_paid", contactId, at, payload: { orderId, shopId, paidAt, ...worth } });
  }
  return entries;
}
