import { Type, type Static } from "typebox";
import type { Context } from "../../context.ts";
import type { SqlNode } from "../../db/sql-node.ts";
import { actionTypes } from "../../jobs/action-types.ts";
import { defineAction, type ActionStep } from "../../jobs/actions.ts";
import { notFound } from "../../kernel/errors.ts";
import { addMs } from "../../kernel/local-time.ts";
import { Count, Flag, Id, OneOf, Time } from "../../kernel/schema.ts";
import { lockAllAddressesForStep, type AddressLock } from "../contacts/address-lock.ts";
import { deleteMemberContacts } from "../contacts/deletion.queries.ts";
import type { DeleteMode } from "./shapes.ts";
import { joinByOr, isNeverUsed, usedElsewhere } from "./used-elsewhere.sql.ts";
import * as queries from "./queries.ts";
import { allExist, countListMembers, applyLateChanges, transferMembers } from "./transfer.queries.ts";
import { afterListsDeleted } from "./list-hooks.ts";
import { anyApprovedMail, anyContactUse, statementsOfDeletion } from "../contacts/contact-hooks.ts";

/** Unsubscriptions wait for the lock of a batch. */
const transferSizes = { first: 1000, max: 20_000 };
const deletionSizes = { first: 200, max: 2000 };

const TransferParams = Type.Object({ listId: Id, name: Type.String(), sourceIds: Type.Array(Id), deleteSources: Flag });
const TransferCheckpoint = Type.Object({
  contactId: Type.String(),
  seen: Count,
  total: Count,
  deleted: Count,
  /** Contacts in one source that were removed from another. */
  leftOut: Type.Optional(Count),
  /** Changes to the sources after this time may be missing in the copied members. */
  since: Type.Optional(Time),
  isSettled: Type.Optional(Flag),
  stepSize: Type.Optional(Count),
});
type TransferParams = Static<typeof TransferParams>;
type TransferCheckpoint = Static<typeof TransferCheckpoint>;

/** Clocks of several machines may differ by this much. */
const clockSkewMs = 5000;

/**
 * Copies members in order of contact, one batch per step; then applies changes made to the sources since the start, in one
 * step; then deletes unwanted sources, one per step.
 */
async function runTransferStep(
  ctx: Context,
  params: TransferParams,
  checkpoint?: TransferCheckpoint,
): Promise<ActionStep<TransferCheckpoint>> {
  const { db } = ctx;
  const { listId, name, sourceIds } = params;
  const lock = await lockAllAddressesForStep(ctx, checkpoint?.stepSize, transferSizes);
  const at = ctx.clock.now();
  const done = checkpoint ?? (await startTransfer(ctx, params, at));
  if (done.isSettled !== true && done.deleted === 0) {
    if (!(await allExist(db, [listId, ...sourceIds]))) throw notFound("list");
    return (await transferNextBatch(ctx, params, done, lock)) ?? finishTransfer(ctx, params, done, at);
  }
  const sourceId = params.deleteSources ? sourceIds[done.deleted] : undefined;
  if (sourceId !== undefined) {
    await queries.deleteList(db, sourceId);
    return { progress: 99, checkpoint: { ...done, deleted: done.deleted + 1 } };
  }
  const members = await countListMembers(db, [listId]);
  return { result: { listId, name, sources: sourceIds.length, members, skipped: { removed: done.leftOut ?? 0 } } };
}

/** Locks the sources, so that the first batch sees every running change and later changes have a later time. */
async function startTransfer({ db }: Context, { sourceIds }: TransferParams, at: Date): Promise<TransferCheckpoint> {
  await queries.lockListsForUpdate(db, sourceIds);
  const since = addMs(at, -clockSkewMs).toISOString();
  return { contactId: "0", seen: 0, total: await countListMembers(db, sourceIds), deleted: 0, since };
}

async function transferNextBatch(
  { db, clock }: Context,
  { sourceIds, listId }: TransferParams,
  done: TransferCheckpoint,
  lock: AddressLock,
): Promise<ActionStep<TransferCheckpoint> | undefined> {
  const perSource = Math.max(1, Math.floor(lock.size / sourceIds.length));
  const moved = await transferMembers(db, { sourceIds, listId, after: done.contactId, perSource, at: clock.now() });
  if (moved === undefined) return undefined;
  const seen = done.seen + moved.seen;
  return {
    progress: Math.min(99, Math.round((seen / Math.max(1, done.total)) * 100)),
    checkpoint: {
      ...done,
      contactId: moved.lastId,
      seen,
      leftOut: (done.leftOut ?? 0) + moved.leftOut,
      stepSize: lock.nextSize(moved.seen),
    },
  };
}

/** Hides unwanted sources in the same step, so that contacts cannot unsubscribe from them afterwards. */
async function finishTransfer(
  ctx: Context,
  params: TransferParams,
  done: TransferCheckpoint,
  at: Date,
): Promise<ActionStep<TransferCheckpoint>> {
  const { db } = ctx;
  const { sourceIds, listId, deleteSources } = params;
  await queries.lockListsForUpdate(db, [listId, ...sourceIds]);
  const later = await applyLateChanges(db, { sourceIds, listId, since: done.since ?? "-infinity", at });
  if (deleteSources) {
    await queries.markListsDeleted(db, sourceIds, at);
    await afterListsDeleted(ctx, sourceIds);
  }
  return { progress: 99, checkpoint: { ...done, leftOut: (done.leftOut ?? 0) + later, isSettled: true } };
}

/** The same within the request, for a small list. */
export async function copyMembersInline(ctx: Context, params: TransferParams): Promise<void> {
  let done: TransferCheckpoint | undefined;
  for (;;) {
    const step = await runTransferStep(ctx, params, done);
    if ("result" in step) return;
    done = step.checkpoint;
  }
}

export const runListMerge = defineAction({
  type: actionTypes.mergeLists,
  params: TransferParams,
  checkpoint: TransferCheckpoint,
  step: runTransferStep,
});

export const runListCopy = defineAction({
  type: actionTypes.copyList,
  params: TransferParams,
  checkpoint: TransferCheckpoint,
  step: runTransferStep,
});

/** A condition on `contact c`: the deletion of the list keeps the contact. */
export async function isKeptBy(ctx: Context, listId: string, mode: Exclude<DeleteMode, "list">): Promise<SqlNode> {
  const isKept = mode === "keep_used" ? usedElsewhere(ctx.db.tenantId, listId, await anyContactUse(ctx)) : isNeverUsed;
  return joinByOr(isKept, await anyApprovedMail(ctx));
}

/** Empties a list that is already hidden and deletes its contacts: all, or those that nothing else uses. */
export const runListDeletion = defineAction({
  type: actionTypes.deleteList,
  params: Type.Object({ listId: Id, name: Type.String(), mode: OneOf(["with_contacts", "keep_used"]) }),
  checkpoint: Type.Object({
    contactId: Type.String(),
    seen: Count,
    deleted: Count,
    stepSize: Type.Optional(Count),
  }),
  step: async (ctx, { listId, name, mode }, done = { contactId: "0", seen: 0, deleted: 0 }) => {
    const { db, clock } = ctx;
    const lock = await lockAllAddressesForStep(ctx, done.stepSize, deletionSizes);
    const list = { listId, after: done.contactId, limit: lock.size, at: clock.now() };
    const isKept = await isKeptBy(ctx, listId, mode);
    const batch = await deleteMemberContacts(db, list, isKept, statementsOfDeletion(ctx, db.tenantId, list.at));
    if (batch === undefined) {
      await queries.deleteList(db, listId);
      const contacts = { contactsDeleted: done.deleted, contactsKept: done.seen - done.deleted };
      return { result: { listId, name, mode, ...contacts } };
    }
    const seen = done.seen + batch.seen;
    const left = await countListMembers(db, [listId]);
    return {
      progress: Math.min(99, Math.round((seen / Math.max(1, seen + left)) * 100)),
      checkpoint: {
        contactId: batch.lastId,
        seen,
        deleted: done.deleted + batch.deleted,
        stepSize: lock.nextSize(batch.seen),
      },
    };
  },
});
