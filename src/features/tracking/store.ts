import type { TenantDb } from "../../db/tenant.ts";
import { setPlanByAverage } from "../../db/planning.ts";
import { decide, keyOf } from "./decide.ts";
import type { TrackedEvent } from "./event.ts";
import { insertDecided, lockMessages, type MessageKeys } from "./queries.ts";

/** Stores events of one company: verdicts, journal, first times and counts of links, all or none of it. */
export async function storeEvents(db: TenantDb, events: readonly TrackedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await db.transactionEndingIn(async (inner) => {
    const [, messages] = await Promise.all([setPlanByAverage(inner), lockMessages(inner, keysOf(events))]);
    return { last: insertDecided(inner, decide(events, messages)) };
  });
}

function keysOf(events: readonly TrackedEvent[]): MessageKeys {
  const unique = [...new Map(events.map((event) => [keyOf(event), event])).values()];
  return {
    campaignIds: unique.map(({ campaignId }) => campaignId),
    contactIds: unique.map(({ contactId }) => contactId),
  };
}
