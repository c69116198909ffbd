import type { TenantDb } from "../../db/tenant.ts";
import { setForceGenericPlan } from "../../db/generic-plan.ts";
import { attribute, keyOf } from "./attribute-events.ts";
import type { TrackedEvent } from "./event.ts";
import { insertAttributedEvents, lockMessages, type MessageKeys } from "./queries.ts";

/** Stores events of one company in one transaction: verdicts, journal, first times and link counts. */
export async function storeEvents(db: TenantDb, events: readonly TrackedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await db.pipelinedTransaction(async (inner) => {
    const [, messages] = await Promise.all([setForceGenericPlan(inner), lockMessages(inner, keysOf(events))]);
    return { last: insertAttributedEvents(inner, attribute(events, messages)) };
  });
}

function keysOf(events: readonly TrackedEvent[]): MessageKeys {
  const unique = [...new Map(events.map((event) => [keyOf(event), event])).values()];
  return {
    campaignIds: unique.map(({ campaignId }) => campaignId),
    contactIds: unique.map(({ contactId }) => contactId),
  };
}
