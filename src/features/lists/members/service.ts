import { inTransaction, type Context } from "../../../context.ts";
import { existing } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { presentContactRow } from "../../contacts/present.ts";
import {
  addMembers,
  changeMembers,
  lockListsForShare,
  lockContacts,
  type MemberState,
} from "../../contacts/memberships/queries.ts";
import { getOpenList, getListRecord } from "../service.ts";
import { countMembersAmong, listMemberRecords } from "./queries.ts";

type MemberQuery = Paging & { sort?: string; q?: string; state?: MemberState };

export async function listListMembers(ctx: Context, listId: string, query: MemberQuery) {
  await getListRecord(ctx, listId);
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await listMemberRecords(ctx.db, listId, {
    ...query,
    limit: pageSize,
    offset,
    now: ctx.clock.now(),
  });
  const items = rows.map(({ memberState, addedAt, changedAt, ...contact }) => ({
    ...presentContactRow(contact),
    memberState,
    addedAt: addedAt.toISOString(),
    changedAt: changedAt.toISOString(),
  }));
  return { items, total, page, pageSize };
}

export async function addListMembers(ctx: Context, listId: string, contactIds: readonly string[]) {
  return withLockedContacts(ctx, listId, contactIds, ({ db, clock }, ids) =>
    addMembers(db, { listIds: [listId], contactIds: ids, at: clock.now() }),
  );
}

export async function previewRemoval(ctx: Context, listId: string, contactIds: readonly string[]) {
  await getOpenList(ctx, listId);
  const ids = [...new Set(contactIds)];
  const { contacts, members, unsubscribed } = await countMembersAmong(ctx.db, listId, ids);
  if (contacts < ids.length) throw validation("contactIds", existing("contact"));
  return { members, unsubscribed, notMember: contacts - members - unsubscribed };
}

export async function removeListMembers(ctx: Context, listId: string, contactIds: readonly string[]) {
  return withLockedContacts(ctx, listId, contactIds, async ({ db, clock }, ids) => {
    const { changed } = await changeMembers(db, { listId, contactIds: ids, state: "removed", at: clock.now() });
    return { removed: changed, notMember: ids.length - changed };
  });
}

export async function unsubscribeListMembers(ctx: Context, listId: string, contactIds: readonly string[]) {
  return withLockedContacts(ctx, listId, contactIds, async ({ db, clock }, ids) => {
    const change = { listId, contactIds: ids, state: "unsubscribed", at: clock.now() } as const;
    const { changed, unchanged } = await changeMembers(db, change);
    return { unsubscribed: changed, alreadyUnsubscribed: unchanged, notMember: ids.length - changed - unchanged };
  });
}

/** Locks a list that takes members and the contacts until the transaction ends. */
async function withLockedContacts<Result>(
  ctx: Context,
  listId: string,
  contactIds: readonly string[],
  change: (ctx: Context, contactIds: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const ids = [...new Set(contactIds)];
  return inTransaction(ctx, async (inner) => {
    await lockListsForShare(inner.db, [listId]);
    await getOpenList(inner, listId);
    if ((await lockContacts(inner.db, ids)).length < ids.length) throw validation("contactIds", existing("contact"));
    return change(inner, ids);
  });
}
