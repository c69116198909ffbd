import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import * as marks from "../../../jobs/notifications.queries.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import type { NotificationChoice } from "../shapes.ts";
import * as queries from "./queries.ts";

const presentNotification = (row: queries.NotificationRecord) => ({ ...row, at: row.at.toISOString() });

type ListQuery = queries.NotificationFilters & Paging & { sort?: string };

export async function listNotifications(ctx: Context, query: ListQuery) {
  const { page, pageSize, offset } = toPage(query);
  if (query.sort?.includes(",") === true) throw validation("sort", { allowed: ["at", "-at"] });
  const isOldestFirst = query.sort === "at";
  const [rows, total, unread] = await Promise.all([
    queries.listNotifications(ctx.db, { ...query, limit: pageSize, offset, isOldestFirst }),
    queries.countNotifications(ctx.db, query),
    queries.countNotifications(ctx.db, { read: false }),
  ]);
  return { items: rows.map(presentNotification), total, page, pageSize, unread };
}

type Choice = Static<typeof NotificationChoice>;

export async function markNotificationsRead(ctx: Context, choice: Choice) {
  const ids = selectedIds(choice);
  return { changed: await ctx.db.transaction((db) => marks.updateNotificationsRead(db, ids, ctx.clock.now())) };
}

export async function markNotificationsUnread(ctx: Context, choice: Choice) {
  const ids = selectedIds(choice);
  return { changed: await ctx.db.transaction((db) => marks.updateNotificationsUnread(db, ids)) };
}

export async function deleteNotifications(ctx: Context, choice: Choice) {
  const ids = selectedIds(choice);
  return { changed: await ctx.db.transaction((db) => marks.deleteNotifications(db, ids)) };
}

/** Requires either `ids` or `all`; with both or neither the caller's intent is unclear. */
function selectedIds({ ids, all = false }: Choice): marks.NotificationIds {
  if (all === (ids !== undefined)) throw validation("ids", accepts.withoutOther);
  return ids;
}
