import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { validation } from "../../../kernel/errors.ts";
import { pageOf, type Paging } from "../../../kernel/schema.ts";
import type { NotificationChoice } from "../shapes.ts";
import * as queries from "./queries.ts";

const present = (row: queries.NotificationRecord) => ({ ...row, at: row.at.toISOString() });

type ListQuery = queries.NotificationFilters & Paging & { sort?: string };

export async function list(ctx: Context, query: ListQuery) {
  const { page, pageSize, offset } = pageOf(query);
  if (query.sort?.includes(",") === true) throw validation("sort");
  const isOldestFirst = query.sort === "at";
  const [rows, total, unread] = await Promise.all([
    queries.listNotifications(ctx.db, { ...query, limit: pageSize, offset, isOldestFirst }),
    queries.countNotifications(ctx.db, query),
    queries.countNotifications(ctx.db, { read: false }),
  ]);
  return { items: rows.map(present), total, page, pageSize, unread };
}

type Choice = Static<typeof NotificationChoice>;

export async function markRead(ctx: Context, choice: Choice) {
  return { changed: await queries.updateRead(ctx.db, chosenIn(choice), ctx.clock.now()) };
}

export async function markUnread(ctx: Context, choice: Choice) {
  return { changed: await queries.updateUnread(ctx.db, chosenIn(choice)) };
}

export async function remove(ctx: Context, choice: Choice) {
  return { changed: await queries.deleteNotifications(ctx.db, chosenIn(choice)) };
}

/** Either some or all: a request that says both, or neither, might lose what nobody meant. */
function chosenIn({ ids, all = false }: Choice): queries.Chosen {
  if (all === (ids !== undefined)) throw validation("ids");
  return ids;
}
