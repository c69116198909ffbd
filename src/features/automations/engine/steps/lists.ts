import type { Context } from "../../../../context.ts";
import {
  addMembers,
  changeMembers,
  listSkippedMembers,
  lockListsForShare,
} from "../../../contacts/memberships/queries.ts";
import { contactIdsOf, failed, passed, runIdsOf, skipped, type Executor, type Step } from "../executor.ts";
import { unbindRunsFromList } from "../exits.queries.ts";

/** Undefined for an e-shop list, which takes no members by hand, and for a deleted one. */
async function findOpenList({ db }: Context, { node }: Step): Promise<string | undefined> {
  const lists = await lockListsForShare(db, [String(node.config["listId"])]);
  return lists.find(({ isLocked }) => !isLocked)?.id;
}

const noList = ({ runs }: Step) => runs.map(() => failed("list"));

/** A contact that left the list or opted out is not added again. */
export const simulateAddition: Executor = async (ctx, step) => {
  const listId = await findOpenList(ctx, step);
  if (listId === undefined) return noList(step);
  const left = new Set(await listSkippedMembers(ctx.db, { listId, contactIds: contactIdsOf(step) }));
  return step.runs.map(({ contactId }) => (left.has(contactId) ? skipped("opted_out") : passed()));
};

export const addToList: Executor = async (ctx, step) => {
  const outcomes = await simulateAddition(ctx, step);
  const listId = await findOpenList(ctx, step);
  if (listId === undefined) return outcomes;
  await addMembers(ctx.db, { listIds: [listId], contactIds: contactIdsOf(step), at: ctx.clock.now() });
  return outcomes;
};

/** Removing and unsubscribing always succeed: afterwards the contact is not a member. */
export const simulateRemoval: Executor = async (ctx, step) =>
  (await findOpenList(ctx, step)) === undefined ? noList(step) : step.runs.map(() => passed());

const endMemberships =
  (state: "removed" | "unsubscribed"): Executor =>
  async (ctx, step) => {
    const listId = await findOpenList(ctx, step);
    if (listId === undefined) return noList(step);
    await changeMembers(ctx.db, {
      listId,
      contactIds: contactIdsOf(step),
      state,
      at: ctx.clock.now(),
      journalPayload: { reason: "automation" },
    });
    await unbindRunsFromList(ctx.db, runIdsOf(step), listId);
    return step.runs.map(() => passed());
  };

export const removeFromList = endMemberships("removed");
export const unsubscribeFromList = endMemberships("unsubscribed");
