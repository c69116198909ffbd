import type { TenantDb } from "../../../db/tenant.ts";
import type { JournalCursor } from "../../../journal/journal.ts";
import { lockContacts } from "../../contacts/memberships/queries.ts";
import { asList } from "../graph/config-field.ts";
import { resolveTime } from "../time/resolve.ts";
import { parseTimeSpec } from "../time/spec.ts";
import { admitGroups, groupByTrigger } from "./admissions.ts";
import {
  deleteCarts,
  listContactsWithDueCarts,
  takeDueCarts,
  upsertCarts,
  type Cart,
  type CartKey,
} from "./carts.queries.ts";
import { isFresh, type EntryFacts, type TriggerEntry } from "./signals.ts";
import type { ActiveTrigger } from "./triggers.queries.ts";

const maxCartsPerClaim = 1000;

/** Starts runs for carts that are abandoned by now. Returns whether there may be more. */
export const claimCarts = (db: TenantDb, now: Date): Promise<boolean> =>
  db.transaction(async (inner) => {
    const contactIds = await listContactsWithDueCarts(inner, { now, limit: maxCartsPerClaim });
    // A contact that was deleted meanwhile is not locked; its cart is taken all the same.
    await lockContacts(inner, contactIds);
    const carts = await takeDueCarts(inner, contactIds, now);
    await admitGroups(inner, groupByTrigger(carts), now);
    return contactIds.length === maxCartsPerClaim;
  });

/** What the entries do to the carts of contacts: the last one decides. */
type CartChange = { readonly key: CartKey; readonly dueAt: Date | null; readonly event: JournalCursor };

export async function applyCartEntries(
  db: TenantDb,
  entries: readonly TriggerEntry[],
  { facts, triggers }: { readonly facts: EntryFacts; readonly triggers: readonly ActiveTrigger[] },
): Promise<void> {
  const changes = new Map<string, CartChange>();
  for (const entry of entries) {
    for (const trigger of triggers) {
      const change = cartChange(entry, trigger, facts);
      if (change === undefined) continue;
      const { automationId, node, contactId } = change.key;
      changes.set(`${automationId} ${node} ${contactId}`, change);
    }
  }
  const all = [...changes.values()];
  const started = all.flatMap(({ key, dueAt, event }): Cart[] => (dueAt === null ? [] : [{ ...key, dueAt, event }]));
  await deleteCarts(
    db,
    all.filter(({ dueAt }) => dueAt === null).map(({ key }) => key),
  );
  await upsertCarts(db, started);
}

function cartChange(entry: TriggerEntry, trigger: ActiveTrigger, facts: EntryFacts): CartChange | undefined {
  const { contactId, at } = entry;
  if (trigger.type !== "cart_abandoned" || contactId === null || at < trigger.activeSince) return undefined;
  const cursor = { tx: entry.tx, id: entry.id };
  const key = { automationId: trigger.automationId, node: trigger.node, contactId };
  if (entry.type === "order_created") {
    const isOwn = entry.payload.shopId === trigger.shopId && isFresh(entry.payload.createdAt, at);
    return isOwn ? { key, dueAt: null, event: cursor } : undefined;
  }
  if (entry.type !== "contact_event" || entry.payload.kind !== "cart") return undefined;
  const { shopId = trigger.shopId, happenedAt, eventId } = entry.payload;
  const event = facts.events.get(eventId);
  if (event === undefined || shopId !== trigger.shopId || !isFresh(happenedAt, at)) return undefined;
  const dueAt = asList(event.data["items"]).length === 0 ? null : abandonedAt(trigger, event.at);
  return { key, dueAt, event: cursor };
}

function abandonedAt({ config, timeZone }: ActiveTrigger, base: Date): Date | null {
  const parsed = parseTimeSpec(config["after"], ["delay"]);
  return "problems" in parsed ? null : resolveTime(parsed.spec, { base, timeZone, fieldValue: null });
}
