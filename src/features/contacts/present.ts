import type { Static } from "typebox";
import { iso, isoFromPostgresJson } from "../../kernel/local-time.ts";
import { decimalText } from "../../kernel/money.ts";
import type { ActivityRecord } from "./activities.queries.ts";
import type { ContactDetailRecord } from "./contact-detail.queries.ts";
import type { ContactRowJson, ContactRowRecord } from "./contact-pages.queries.ts";
import type { ExportedOrderRecord } from "./contact-orders.queries.ts";
import type { ContactActivity, Contact, ContactRow, ExportedOrder } from "./shapes.ts";

export const presentContactRow = (row: ContactRowRecord): Static<typeof ContactRow> => ({
  ...row,
  blacklistedAt: iso(row.blacklistedAt),
  createdAt: row.createdAt.toISOString(),
});

const isoOrNull = (time: string | null): string | null => (time === null ? null : isoFromPostgresJson(time));

export const presentContactJson = (row: ContactRowJson): Static<typeof ContactRow> => ({
  ...row,
  blacklistedAt: isoOrNull(row.blacklistedAt),
  createdAt: isoFromPostgresJson(row.createdAt),
});

type ActivityEntry = Omit<ActivityRecord, "at" | "emailCampaignId" | "emailAutomationId">;

/** The detail of a timeline entry: its result or its subject. */
function activityTitle({ type, payload, subject }: ActivityEntry): string {
  const about = payload["title"] ?? payload["to"];
  const title = type.startsWith("email_") ? (about ?? subject) : (about ?? payload["reason"]);
  return typeof title === "string" ? title : "";
}

const presentEntry = (entry: ActivityEntry, at: string): Static<typeof ContactActivity> => ({
  id: entry.id,
  type: entry.type,
  at,
  title: activityTitle(entry),
  ...(entry.actor === null ? {} : { actor: entry.actor }),
});

export const presentActivity = (row: ActivityRecord) => presentEntry(row, row.at.toISOString());

/** With what it is about: the object that its payload names, or the sender of its e-mail. */
export const presentDetailedActivity = (row: ActivityRecord): Static<typeof ContactActivity> => {
  const about = activityObject(row);
  const { url } = row.payload;
  return {
    ...presentActivity(row),
    ...(about === undefined ? {} : { about }),
    ...(row.type === "email_clicked" && typeof url === "string" ? { url } : {}),
  };
};

const objectIds = [
  ["list", "listId"],
  ["order", "orderId"],
  ["form", "formId"],
  ["survey", "surveyId"],
  ["automation", "automationId"],
] as const;

function activityObject({ type, payload, emailCampaignId, emailAutomationId }: ActivityRecord) {
  if (type.startsWith("email_")) {
    if (emailCampaignId !== null) return { kind: "campaign" as const, id: emailCampaignId };
    return emailAutomationId === null ? undefined : { kind: "automation" as const, id: emailAutomationId };
  }
  for (const [kind, field] of objectIds) {
    const id = payload[field];
    if (typeof id === "string") return { kind, id };
  }
  return undefined;
}

export const presentContact = (row: ContactDetailRecord): Static<typeof Contact> => ({
  ...row,
  blacklistedAt: isoOrNull(row.blacklistedAt),
  createdAt: isoFromPostgresJson(row.createdAt),
  updatedAt: isoOrNull(row.updatedAt),
  statusAt: isoFromPostgresJson(row.statusAt),
  consentAt: isoOrNull(row.consentAt),
  lastSentAt: isoOrNull(row.lastSentAt),
  lastOpenAt: isoOrNull(row.lastOpenAt),
  lastClickAt: isoOrNull(row.lastClickAt),
  suppressedAt: isoOrNull(row.suppressedAt),
  engagementAt: isoOrNull(row.engagementAt),
  recentActivities: row.recentActivities.map((entry) => presentEntry(entry, isoFromPostgresJson(entry.at))),
  lists: row.lists.map((list) => ({ ...list, changedAt: isoFromPostgresJson(list.changedAt) })),
  orders: row.orders.map((order) => ({
    ...order,
    total: decimalText(order.total),
    createdAt: isoFromPostgresJson(order.createdAt),
  })),
  orderTotals: row.orderTotals.map((sum) => ({
    ...sum,
    total: decimalText(sum.total),
    firstAt: isoFromPostgresJson(sum.firstAt),
    lastAt: isoFromPostgresJson(sum.lastAt),
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
