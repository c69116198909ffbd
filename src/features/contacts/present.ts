import type { Static } from "typebox";
import type { GridRecord } from "./grid.ts";
import type { ActivityRecord, FullRecord } from "./queries.ts";
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
    lists: row.lists.map((list) => ({ ...list, changedAt: new Date(list.changedAt).toISOString() })),
    orders: [],
    orderTotals: [],
  };
}
