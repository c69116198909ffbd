import { inTransaction, type Context } from "../../../context.ts";
import { validation } from "../../../kernel/errors.ts";
import { pageOf, type Paging } from "../../../kernel/schema.ts";
import { presentRow } from "../../contacts/present.ts";
import {
  addMembers,
  changeMembers,
  listTargets,
  lockContacts,
  type MemberState,
} from "../../contacts/memberships/queries.ts";
import { getOpenList, getRecord } from "../service.ts";
import { listMembers } from "./queries.ts";

type MemberQuery = Paging & { sort?: string; q?: string; state?: MemberState };

export async function list(ctx: Context, listId: string, query: MemberQuery) {
  await getRecord(ctx, listId);
  const { page, pageSize, offset } = pageOf(query);
  const { total, rows } = await listMembers(ctx.db, listId, { ...query, limit: pageSize, offset });
  const items = rows.map(({ memberState, addedAt, changedAt, ...contact }) => ({
    ...presentRow(contact),
    memberState,
    addedAt: addedAt.toISOString(),
    changedAt: changedAt.toISOString(),
  }));
  return { items, total, page, pageSize };
}

export async function add(ctx: Context, listId: string, contactIds: readonly string[]) {
  return withMembers(ctx, listId, contactIds, ({ db, clock }, ids) =>
    addMembers(db, { listIds: [listId], contactIds: ids, at: clock.now() }),
  );
}

export async function remove(ctx: Context, listId: string, contactIds: readonly string[]) {
  return withMembers(ctx, listId, contactIds, async ({ db, clock }, ids) => {
    const { changed } = await changeMembers(db, { listId, contactIds: ids, state: "removed", at: clock.now() });
    return { removed: changed, notMember: ids.length - changed };
  });
}

export async function unsubscribe(ctx: Context, listId: string, contactIds: readonly string[]) {
  return withMembers(ctx, listId, contactIds, async ({ db, clock }, ids) => {
    const change = { listId, contactIds: ids, state: "unsubscribed", at: clock.now() } as const;
    const { changed, unchanged } = await changeMembers(db, change);
    return { unsubscribed: changed, alreadyUnsubscribed: unchanged, notMember: ids.length - changed - unchanged };
  });
}

/** An open list that stays, and contacts that do not change until the transaction ends. */
async function withMembers<Result>(
  ctx: Context,
  listId: string,
  contactIds: readonly string[],
  change: (ctx: Context, contactIds: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const ids = [...new Set(contactIds)];
  return inTransaction(ctx, async (inner) => {
    await listTargets(inner.db, [listId]);
    await getOpenList(inner, listId);
    if ((await lockContacts(inner.db, ids)).length < ids.length) throw validation("contactIds");
    return change(inner, ids);
  });
}
