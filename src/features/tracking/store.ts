import type { TenantDb } from "../../db/tenant.ts";
import { decide, keyOf } from "./decide.ts";
import type { TrackedEvent } from "./event.ts";
import { insertDecided, listClicks, lockMessages, type MessageKeys } from "./queries.ts";

/** Stores events of one company: verdicts, journal, first times and counts of links, all or none of it. */
export async function storeEvents(db: TenantDb, events: readonly TrackedEvent[]): Promise<void> {
  if (events.length === 0) return;
  const clicks = events.filter(({ link }) => link !== null);
  await db.transactionEndingIn(async (inner) => {
    const messages = await lockMessages(inner, keysOf(events));
    // Read after the lock, so that clicks of another process are seen.
    const clicked = clicks.length === 0 ? [] : await listClicks(inner, keysOf(clicks));
    return { last: insertDecided(inner, decide(events, messages, clicked)) };
  });
}

function keysOf(events: readonly TrackedEvent[]): MessageKeys {
  const unique = [...new Map(events.map((event) => [keyOf(event), event])).values()];
  return {
    campaignIds: unique.map(({ campaignId }) => campaignId),
    contactIds: unique.map(({ contactId }) => contactId),
  };
}
