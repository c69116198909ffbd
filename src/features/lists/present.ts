import type { Static } from "typebox";
import { isoFromPostgresJson } from "../../kernel/local-time.ts";
import type { ListRecord, ListRowRecord } from "./queries.ts";
import type { List, ListRow } from "./shapes.ts";

export function presentListRow(row: ListRowRecord): Static<typeof ListRow> {
  const { active, unconfirmed, unsubscribed, bounced, complained, blacklisted } = row;
  return {
    id: row.id,
    name: row.name,
    publicName: row.publicName,
    shopId: row.shopId,
    systemKind: row.systemKind,
    locked: row.systemKind !== null,
    manualMembers: row.systemKind === null,
    tags: row.tags,
    counts: {
      total: row.total,
      byBucket: { active, unconfirmed, unsubscribed, bounced, complained, blacklisted },
    },
    createdAt: isoFromPostgresJson(row.createdAt),
    notifyOnUnsubscribe: row.notifyOnUnsubscribe,
    notifyOnAdd: row.notifyOnAdd,
    note: row.note,
  };
}

export const presentList = (row: ListRecord): Static<typeof List> => ({
  ...presentListRow({ ...row, createdAt: row.createdAt.toISOString() }),
  signatureHtml: row.signatureHtml,
  senderEmail: row.senderEmail,
  senderName: row.senderName,
  replyTo: row.replyTo,
});
