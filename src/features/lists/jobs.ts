import { Type, type Static } from "typebox";
import type { Context } from "../../context.ts";
import { fragmentOf, part, type Part } from "../../db/statement.ts";
import { defineAction, type Step } from "../../jobs/actions.ts";
import { notFound } from "../../kernel/errors.ts";
import { addMs } from "../../kernel/local-time.ts";
import { Count, Flag, Id, OneOf, Time } from "../../kernel/schema.ts";
import { lockAllAddresses } from "../contacts/queries.ts";
import { deleteMembers, isInOtherList } from "./deletion.ts";
import * as queries from "./queries.ts";
import { areThere, countMembers, settleMembers, transferMembers } from "./transfer.ts";

/** A batch takes a fraction of a second, since whoever wants to unsubscribe waits for it. */
const transferBatch = 20_000;
const deletionBatch = 2000;

const TransferParams = Type.Object({ listId: Id, name: Type.String(), sourceIds: Type.Array(Id), deleteSources: Flag });
const TransferPlace = Type.Object({
  contactId: Type.String(),
  seen: Count,
  total: Count,
  deleted: Count,
  /** In one source, but removed from another. */
  leftOut: Type.Optional(Count),
  /** Before this the sources were as the first batch saw them. */
  since: Type.Optional(Time),
  isSettled: Type.Optional(Flag),
});
type Params = Static<typeof TransferParams>;
type Place = Static<typeof TransferPlace>;

/** Processes on several machines may see different times. */
const clockSkewMs = 5000;

/**
 * Members first, a batch a step, in order of contact; then whatever changed in the sources behind it, of all of them in
 * one step; then, one a step, the sources that are no longer wanted. Runs under the lock of all addresses.
 */
async function advance(ctx: Context, params: Params, place?: Place): Promise<Step<Place>> {
  const { db } = ctx;
  const { listId, name, sourceIds } = params;
  const at = ctx.clock.now();
  const done = place ?? (await start(ctx, params, at));
  if (done.isSettled !== true && done.deleted === 0) {
    if (!(await areThere(db, [listId, ...sourceIds]))) throw notFound("list");
    return (await bringBatch(ctx, params, done, at)) ?? settle(ctx, params, done, at);
  }
  const over = params.deleteSources ? sourceIds[done.deleted] : undefined;
  if (over !== undefined) {
    await queries.deleteList(db, over);
    return { progress: 99, checkpoint: { ...done, deleted: done.deleted + 1 } };
  }
  const members = await countMembers(db, [listId]);
  return { result: { listId, name, sources: sourceIds.length, members, skipped: { removed: done.leftOut ?? 0 } } };
}

/** Waits for those who change members now: what they do, the first batch sees; what comes later has a later time. */
async function start({ db }: Context, { sourceIds }: Params, at: Date): Promise<Place> {
  await queries.lockLists(db, sourceIds);
  const since = addMs(at, -clockSkewMs).toISOString();
  return { contactId: "0", seen: 0, total: await countMembers(db, sourceIds), deleted: 0, since };
}

async function bringBatch(
  { db }: Context,
  { sourceIds, listId }: Params,
  done: Place,
  at: Date,
): Promise<Step<Place> | undefined> {
  const perSource = Math.max(1000, Math.floor(transferBatch / sourceIds.length));
  const moved = await transferMembers(db, { sourceIds, listId, after: done.contactId, perSource, at });
  if (moved === undefined) return undefined;
  const seen = done.seen + moved.seen;
  return {
    progress: Math.min(99, Math.round((seen / Math.max(1, done.total)) * 100)),
    checkpoint: { ...done, contactId: moved.lastId, seen, leftOut: (done.leftOut ?? 0) + moved.leftOut },
  };
}

/** Sources that are no longer wanted are hidden with it: nobody says no in them afterwards. */
async function settle({ db }: Context, params: Params, done: Place, at: Date): Promise<Step<Place>> {
  const { sourceIds, listId, deleteSources } = params;
  await queries.lockLists(db, [listId, ...sourceIds]);
  const later = await settleMembers(db, { sourceIds, listId, since: done.since ?? "-infinity", at });
  if (deleteSources) await queries.markListsDeleted(db, sourceIds, at);
  return { progress: 99, checkpoint: { ...done, leftOut: (done.leftOut ?? 0) + later, isSettled: true } };
}

async function transferStep(ctx: Context, params: Params, place?: Place): Promise<Step<Place>> {
  await lockAllAddresses(ctx.db);
  return advance(ctx, params, place);
}

/** The same without a job, for a list of few members. */
export async function copyAtOnce(ctx: Context, params: Params): Promise<void> {
  await lockAllAddresses(ctx.db);
  let done: Place | undefined;
  for (;;) {
    const step = await advance(ctx, params, done);
    if ("result" in step) return;
    done = step.checkpoint;
  }
}

export const listMerge = defineAction({
  type: "list_merged",
  params: TransferParams,
  checkpoint: TransferPlace,
  step: transferStep,
});

export const listCopy = defineAction({
  type: "list_copied",
  params: TransferParams,
  checkpoint: TransferPlace,
  step: transferStep,
});

/** Whether the contact `c` is in a segment; segments are to the right of lists and bring the answer themselves. */
export type SegmentQuestion = (ctx: Context) => Promise<Part>;

/** Empties a list that is hidden already, deleting its contacts: all of them, or those that nothing else uses. */
export const listDeletionAsking = (isInSegment: SegmentQuestion) =>
  defineAction({
    type: "list_deleted",
    params: Type.Object({ listId: Id, name: Type.String(), mode: OneOf(["with_contacts", "keep_used"]) }),
    checkpoint: Type.Object({ contactId: Type.String(), seen: Count, deleted: Count }),
    step: async (ctx, { listId, name, mode }, done = { contactId: "0", seen: 0, deleted: 0 }) => {
      const { db, clock } = ctx;
      await lockAllAddresses(db);
      const inSegment = mode === "keep_used" ? await isInSegment(ctx) : part`false`;
      const isKept =
        mode === "keep_used" ? db.sql`${isInOtherList(db, listId)} or ${fragmentOf(db.sql, inSegment)}` : db.sql`false`;
      const list = { listId, after: done.contactId, limit: deletionBatch, at: clock.now() };
      const batch = await deleteMembers(db, list, isKept);
      if (batch === undefined) {
        await queries.deleteList(db, listId);
        const contacts = { contactsDeleted: done.deleted, contactsKept: done.seen - done.deleted };
        return { result: { listId, name, mode, ...contacts } };
      }
      const seen = done.seen + batch.seen;
      const left = await countMembers(db, [listId]);
      return {
        progress: Math.min(99, Math.round((seen / Math.max(1, seen + left)) * 100)),
        checkpoint: { contactId: batch.lastId, seen, deleted: done.deleted + batch.deleted },
      };
    },
  });
