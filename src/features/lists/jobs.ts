import { Type, type Static } from "typebox";
import type { Context } from "../../context.ts";
import { fragmentOf, part, type Part } from "../../db/statement.ts";
import { defineAction, type Step } from "../../jobs/actions.ts";
import { Count, Flag, Id, OneOf } from "../../kernel/schema.ts";
import { lockAllAddresses } from "../contacts/queries.ts";
import { deleteMembers, isInOtherList } from "./deletion.ts";
import * as queries from "./queries.ts";
import { countMembers, transferMembers } from "./transfer.ts";

/** A batch takes a fraction of a second, since whoever wants to unsubscribe waits for it. */
const transferBatch = 20_000;
const deletionBatch = 2000;

const TransferParams = Type.Object({ listId: Id, name: Type.String(), sourceIds: Type.Array(Id), deleteSources: Flag });
const TransferPlace = Type.Object({ contactId: Type.String(), seen: Count, total: Count, deleted: Count });
type Params = Static<typeof TransferParams>;
type Place = Static<typeof TransferPlace>;

/** Members first, a batch a step, in order of contact; then, one a step, the sources that are no longer wanted. */
async function transferStep(ctx: Context, params: Params, place?: Place): Promise<Step<Place>> {
  const { db } = ctx;
  const { listId, name, sourceIds } = params;
  await lockAllAddresses(db);
  const done = place ?? { contactId: "0", seen: 0, total: await countMembers(db, sourceIds), deleted: 0 };
  const isThere = (await queries.findList(db, listId)) !== undefined;
  const moved = isThere && done.deleted === 0 ? await bringBatch(ctx, params, done) : undefined;
  if (moved !== undefined) return moved;
  const over = isThere && params.deleteSources ? sourceIds[done.deleted] : undefined;
  if (over !== undefined) {
    await queries.deleteList(db, over);
    return { progress: 99, checkpoint: { ...done, deleted: done.deleted + 1 } };
  }
  return { result: { listId, name, sources: sourceIds.length, members: await countMembers(db, [listId]) } };
}

async function bringBatch(ctx: Context, { sourceIds, listId }: Params, done: Place): Promise<Step<Place> | undefined> {
  const perSource = Math.max(1000, Math.floor(transferBatch / sourceIds.length));
  const way = { sourceIds, listId, after: done.contactId, perSource, at: ctx.clock.now() };
  const moved = await transferMembers(ctx.db, way);
  if (moved === undefined) return undefined;
  const seen = done.seen + moved.seen;
  return {
    progress: Math.min(99, Math.round((seen / Math.max(1, done.total)) * 100)),
    checkpoint: { ...done, contactId: moved.lastId, seen },
  };
}

/** The same without a job, for a list of few members. */
export async function copyAtOnce(ctx: Context, params: Params): Promise<void> {
  let done: Place | undefined;
  for (;;) {
    const step = await transferStep(ctx, params, done);
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
