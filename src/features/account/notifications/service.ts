import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import * as marks from "../../../jobs/notifications.queries.ts";
import { validation } from "../../../kernel/errors.ts";
import { pageOf, type Paging } from "../../../kernel/schema.ts";
import type { NotificationChoice } from "../shapes.ts";
import * as queries from "./queries.ts";

const presentNotification = (row: queries.NotificationRecord) => ({ ...row, at: row.at.toISOString() });

type ListQuery = queries.NotificationFilters & Paging & { sort?: string };

export async function listNotifications(ctx: Context, query: ListQuery) {
  const { page, pageSize, offset } = pageOf(query);
  if (query.sort?.includes(",") === true) throw validation("sort");
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
  return { changed: await marks.updateNotificationsRead(ctx.db, selectedIds(choice), ctx.clock.now()) };
}

export async function markNotificationsUnread(ctx: Context, choice: Choice) {
  return { changed: await marks.updateNotificationsUnread(ctx.db, selectedIds(choice)) };
}

export async function deleteNotifications(ctx: Context, choice: Choice) {
  return { changed: await marks.deleteNotifications(ctx.db, selectedIds(choice)) };
}

/** Requires either `ids` or `all`; with both or neither the caller's intent is unclear. */
function selectedIds({ ids, all = false }: Choice): marks.NotificationIds {
  if (all === (ids !== undefined)) throw validation("ids");
  return ids;
}
