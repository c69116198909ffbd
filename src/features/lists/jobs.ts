import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { defineAction, type Step } from "../../jobs/actions.ts";
import { Count, Flag, Id, OneOf } from "../../kernel/schema.ts";
import { lockAllAddresses } from "../contacts/queries.ts";
import { deleteMembers, isUsedElsewhere } from "./deletion.ts";
import * as queries from "./queries.ts";
import { countMembers, deleteRemovedMembers, transferMembers } from "./transfer.ts";

/** A batch takes a fraction of a second, since whoever wants to unsubscribe waits for it. */
const transferBatch = 10_000;
const deletionBatch = 2000;

const TransferParams = Type.Object({ listId: Id, name: Type.String(), sourceIds: Type.Array(Id), deleteSources: Flag });
const TransferPlace = Type.Object({ source: Count, contactId: Type.String(), seen: Count });
type Transfer = { listId: string; name: string; sourceIds: readonly string[]; deleteSources: boolean };
type TransferState = { source: number; contactId: string; seen: number };

/** One source after another, a batch a step; a source that was deleted meanwhile has no members left to bring. */
async function transferStep(
  ctx: Context,
  params: Transfer,
  done: TransferState = { source: 0, contactId: "0", seen: 0 },
): Promise<Step<TransferState>> {
  const { db } = ctx;
  const { listId, name, sourceIds } = params;
  await lockAllAddresses(db);
  const isThere = (await queries.findList(db, listId)) !== undefined;
  const from = sourceIds[done.source];
  if (isThere && from !== undefined) return bringBatch(ctx, params, done, from);
  const over = params.deleteSources && isThere ? sourceIds[done.source - sourceIds.length] : undefined;
  if (over !== undefined) {
    await queries.deleteList(db, over);
    return { progress: 99, checkpoint: { ...done, source: done.source + 1 } };
  }
  await deleteRemovedMembers(db, listId);
  return { result: { listId, name, sources: sourceIds.length, members: await countMembers(db, [listId]) } };
}

async function bringBatch(ctx: Context, params: Transfer, done: TransferState, from: string) {
  const way = { from, to: params.listId, after: done.contactId, limit: transferBatch, at: ctx.clock.now() };
  const moved = await transferMembers(ctx.db, way);
  const seen = done.seen + (moved?.count ?? 0);
  return moved === undefined || moved.count < transferBatch
    ? progressOf(ctx, params, { source: done.source + 1, contactId: "0", seen })
    : progressOf(ctx, params, { source: done.source, contactId: moved.lastId, seen });
}

/** The same without a job, for a list of few members. */
export async function copyAtOnce(ctx: Context, params: Transfer): Promise<void> {
  let done: TransferState | undefined;
  for (;;) {
    const step = await transferStep(ctx, params, done);
    if ("result" in step) return;
    done = step.checkpoint;
  }
}

async function progressOf(ctx: Context, { sourceIds }: Transfer, checkpoint: TransferState) {
  const total = Math.max(1, await countMembers(ctx.db, sourceIds));
  return { progress: Math.min(99, Math.round((checkpoint.seen / total) * 100)), checkpoint };
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

/** Empties a list that is hidden already, deleting its contacts: all of them, or those that nothing else uses. */
export const listDeletion = defineAction({
  type: "list_deleted",
  params: Type.Object({ listId: Id, name: Type.String(), mode: OneOf(["with_contacts", "keep_used"]) }),
  checkpoint: Type.Object({ contactId: Type.String(), seen: Count, deleted: Count }),
  step: async ({ db, clock }, { listId, name, mode }, done = { contactId: "0", seen: 0, deleted: 0 }) => {
    await lockAllAddresses(db);
    const isKept = mode === "keep_used" ? isUsedElsewhere(db, listId) : db.sql`false`;
    const list = { listId, after: done.contactId, limit: deletionBatch, at: clock.now() };
    const batch = await deleteMembers(db, list, isKept);
    if (batch === undefined) {
      await queries.deleteList(db, listId);
      return { result: { listId, name, mode, contactsDeleted: done.deleted, contactsKept: done.seen - done.deleted } };
    }
    const seen = done.seen + batch.seen;
    const left = await countMembers(db, [listId]);
    return {
      progress: Math.min(99, Math.round((seen / Math.max(1, seen + left)) * 100)),
      checkpoint: { contactId: batch.lastId, seen, deleted: done.deleted + batch.deleted },
    };
  },
});
