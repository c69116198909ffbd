import type { Context } from "../../../../context.ts";
import { listEventsOfContacts } from "../../../events/queries.ts";
import { matchesVisit, meetsConditions } from "../../entry/event-conditions.ts";
import type { GraphNode } from "../../graph/graph.ts";
import type { JsonObject } from "../../graph/json.ts";
import type { RunningAutomation } from "../claim.queries.ts";

const eventsAtOnce = 1000;

type Matches = (event: { readonly type: string; readonly name: string; readonly data: JsonObject }) => boolean;

/** Undefined for triggers without conditions on the data of events. */
function findCondition({ type, config }: GraphNode): Matches | undefined {
  if (type === "page_visit") return (event) => event.type === type && matchesVisit(event.data["url"], config);
  if (type !== "event" || config["conditions"] === undefined) return undefined;
  return (event) => event.name === config["name"] && meetsConditions(event.data, config["conditions"]);
}

/** Those of the contacts with a stored event that meets the conditions of the trigger, decided by the code of entry. */
export async function keepMatching(
  { db }: Context,
  { shopId }: RunningAutomation,
  { trigger, contactIds }: { readonly trigger: GraphNode; readonly contactIds: string[] },
): Promise<string[]> {
  const matches = findCondition(trigger);
  if (matches === undefined || contactIds.length === 0) return contactIds;
  const found = new Set<string>();
  for (let after: string | undefined = "0"; after !== undefined;) {
    const events = await listEventsOfContacts(db, { contactIds, shopId, after, limit: eventsAtOnce });
    for (const event of events) if (!found.has(event.contactId) && matches(event)) found.add(event.contactId);
    after = events.length < eventsAtOnce ? undefined : events.at(-1)?.id;
  }
  return contactIds.filter((id) => found.has(id));
}
