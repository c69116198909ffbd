import type { Context } from "../../../context.ts";
import { findListsWithNotices } from "../../lists/notices/queries.ts";
import type { ContactChange, Reaction } from "./reaction.ts";

/** Lists that notify the company of contacts that join or leave. Those of a quiet import join without a signal and a notice. */
export async function findListNotices({ db }: Context, change: ContactChange): Promise<Reaction[]> {
  const { signals = [], leftListIds = [], contactIds } = change;
  const joined = signals.filter(({ trigger }) => trigger === "list_added");
  if (joined.length + leftListIds.length === 0) return [];
  const leaving = leftListIds === "all" ? (contactIds ?? []) : [];
  const lists = await findListsWithNotices(db, leaving);
  const isLeft = (list: (typeof lists)[number]): boolean =>
    leftListIds === "all" ? contactIds === undefined || list.unsubscribed.length > 0 : leftListIds.includes(list.id);
  return lists
    .filter(
      (list) =>
        (list.notifyOnAdd && joined.some(({ matches }) => matches({ listIds: [list.id] }))) ||
        (list.notifyOnUnsubscribe && isLeft(list)),
    )
    .map(({ id, name }) => ({ by: "list", id, name, effects: ["sends"] }));
}
