import type { Static } from "typebox";
import type { ActivityRecord, AddedContact, ContactRecord, FullRecord, GridRecord, NewContact } from "./queries.ts";
import type { Activity, Contact, ContactRow } from "./shapes.ts";

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export const presentRow = (row: GridRecord): Static<typeof ContactRow> => ({
  ...row,
  blacklistedAt: iso(row.blacklistedAt),
  createdAt: row.createdAt.toISOString(),
});

/** A word for the time line: what the event led to, or what it was about. */
function titleOf(payload: Record<string, unknown>): string {
  const title = payload["title"] ?? payload["to"] ?? payload["reason"];
  return typeof title === "string" ? title : "";
}

export const presentActivity = (row: ActivityRecord): Static<typeof Activity> => ({
  id: row.id,
  type: row.type,
  at: row.at.toISOString(),
  title: titleOf(row.payload),
});

/** Lists and orders are told by their own features; a contact is in none until they exist. */
export function presentContact(row: FullRecord): Static<typeof Contact> {
  return {
    ...row,
    blacklistedAt: iso(row.blacklistedAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: iso(row.updatedAt),
    statusAt: row.statusAt.toISOString(),
    consentAt: iso(row.consentAt),
    lastSentAt: iso(row.lastSentAt),
    lastOpenAt: iso(row.lastOpenAt),
    lastClickAt: iso(row.lastClickAt),
    suppressedAt: iso(row.suppressedAt),
    engagementAt: iso(row.engagementAt),
    stats90d: { received: row.received, opened: row.opened, clicked: row.clicked, bestHour: row.bestHour },
    recentActivities: row.recentActivities.map((entry) => presentActivity({ ...entry, at: new Date(entry.at) })),
    lists: [],
    orders: [],
    orderTotals: [],
  };
}

/** A contact of this moment: all that has happened to it is its creation, so that nothing needs to be read again. */
export function presentNewContact(
  contact: NewContact,
  customFields: ContactRecord["customFields"],
  added: AddedContact,
): Static<typeof Contact> {
  const at = contact.createdAt.toISOString();
  return presentContact({
    ...contact,
    ...added,
    customFields,
    sources: [{ source: contact.source, at }],
    updatedAt: null,
    consentWeak: false,
    softBounces: 0,
    lastSentAt: null,
    lastOpenAt: null,
    lastClickAt: null,
    engagementAt: null,
    editedFields: [],
    recentActivities: [{ id: added.journalId, type: "contact_created", at, payload: { to: contact.status } }],
    received: 0,
    opened: 0,
    clicked: 0,
    bestHour: null,
  });
}
