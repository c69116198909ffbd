import type { Static } from "typebox";
import { isoOfJson } from "../../kernel/local-time.ts";
import { decimalText } from "../../kernel/money.ts";
import type { GridJson, GridRecord } from "./grid.ts";
import type { ExportedOrderRecord } from "./orders.ts";
import type { ActivityRecord, FullRecord } from "./queries.ts";
import type { Activity, Contact, ContactRow, ExportedOrder } from "./shapes.ts";

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export const presentRow = (row: GridRecord): Static<typeof ContactRow> => ({
  ...row,
  blacklistedAt: iso(row.blacklistedAt),
  createdAt: row.createdAt.toISOString(),
});

export const presentJson = (row: GridJson): Static<typeof ContactRow> => ({
  ...row,
  blacklistedAt: row.blacklistedAt === null ? null : isoOfJson(row.blacklistedAt),
  createdAt: isoOfJson(row.createdAt),
});

/** A word for the time line: what the event led to, or what it was about. */
function titleOf({ type, payload, subject }: ActivityRecord): string {
  const about = payload["title"] ?? payload["to"];
  const title = type.startsWith("email_") ? (about ?? subject) : (about ?? payload["reason"]);
  return typeof title === "string" ? title : "";
}

export const presentActivity = (row: ActivityRecord): Static<typeof Activity> => ({
  id: row.id,
  type: row.type,
  at: row.at.toISOString(),
  title: titleOf(row),
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
  };
}

export const presentExportedOrder = (row: ExportedOrderRecord): Static<typeof ExportedOrder> => ({
  ...row,
  total: decimalText(row.total),
  createdAt: row.createdAt.toISOString(),
  paidAt: iso(row.paidAt),
  completedAt: iso(row.completedAt),
  items: row.items.map((item) => ({ ...item, price: item.price === null ? null : decimalText(item.price) })),
});
