import type { Static } from "typebox";
import { isoOfJson } from "../../kernel/local-time.ts";
import { decimalText } from "../../kernel/money.ts";
import type { ActivityRecord } from "./activities.ts";
import type { FullRecord } from "./full.ts";
import type { GridJson, GridRecord } from "./grid.ts";
import type { ExportedOrderRecord } from "./orders.ts";
import type { Activity, Contact, ContactRow, ExportedOrder } from "./shapes.ts";

export const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export const presentRow = (row: GridRecord): Static<typeof ContactRow> => ({
  ...row,
  blacklistedAt: iso(row.blacklistedAt),
  createdAt: row.createdAt.toISOString(),
});

const isoOrNull = (time: string | null): string | null => (time === null ? null : isoOfJson(time));

export const presentJson = (row: GridJson): Static<typeof ContactRow> => ({
  ...row,
  blacklistedAt: isoOrNull(row.blacklistedAt),
  createdAt: isoOfJson(row.createdAt),
});

type Entry = Omit<ActivityRecord, "at">;

/** A word for the time line: what the event led to, or what it was about. */
function titleOf({ type, payload, subject }: Entry): string {
  const about = payload["title"] ?? payload["to"];
  const title = type.startsWith("email_") ? (about ?? subject) : (about ?? payload["reason"]);
  return typeof title === "string" ? title : "";
}

const presentEntry = (entry: Entry, at: string): Static<typeof Activity> => ({
  id: entry.id,
  type: entry.type,
  at,
  title: titleOf(entry),
});

export const presentActivity = (row: ActivityRecord) => presentEntry(row, row.at.toISOString());

export const presentContact = (row: FullRecord): Static<typeof Contact> => ({
  ...row,
  blacklistedAt: isoOrNull(row.blacklistedAt),
  createdAt: isoOfJson(row.createdAt),
  updatedAt: isoOrNull(row.updatedAt),
  statusAt: isoOfJson(row.statusAt),
  consentAt: isoOrNull(row.consentAt),
  lastSentAt: isoOrNull(row.lastSentAt),
  lastOpenAt: isoOrNull(row.lastOpenAt),
  lastClickAt: isoOrNull(row.lastClickAt),
  suppressedAt: isoOrNull(row.suppressedAt),
  engagementAt: isoOrNull(row.engagementAt),
  recentActivities: row.recentActivities.map((entry) => presentEntry(entry, isoOfJson(entry.at))),
  lists: row.lists.map((list) => ({ ...list, changedAt: isoOfJson(list.changedAt) })),
  orders: row.orders.map((order) => ({
    ...order,
    total: decimalText(order.total),
    createdAt: isoOfJson(order.createdAt),
  })),
  orderTotals: row.orderTotals.map((sum) => ({
    ...sum,
    total: decimalText(sum.total),
    firstAt: isoOfJson(sum.firstAt),
    lastAt: isoOfJson(sum.lastAt),
  })),
});

export const presentExportedOrder = (row: ExportedOrderRecord): Static<typeof ExportedOrder> => ({
  ...row,
  total: decimalText(row.total),
  createdAt: row.createdAt.toISOString(),
  paidAt: iso(row.paidAt),
  completedAt: iso(row.completedAt),
  items: row.items.map((item) => ({ ...item, price: item.price === null ? null : decimalText(item.price) })),
});
