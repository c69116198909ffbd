import type { Context } from "../../../context.ts";
import { findPurpose } from "../../contacts/consents/queries.ts";
import { lockAllAddresses } from "../../contacts/queries.ts";
import { closeBatchSlice, openBatchSlice, type OpenedSlice, type BatchSlice } from "../rows/staging.queries.ts";
import type { ImportRun } from "../import-run.ts";
import { mappedFields } from "../validate-and-stage.ts";
import type { BatchContext } from "./batch.ts";
import {
  restoreOptedOutContacts,
  lockExistingLists,
  rejectErasedAddresses,
  rejectUnknownContacts,
  rejectUnknownContactsWithoutConsent,
} from "./staged-rows.queries.ts";
import { insertNewContacts } from "./new-contacts.queries.ts";
import { updateExistingContacts, type ApplyCounts } from "./existing-contacts.ts";
import { removeMembers, unsubscribeMembers } from "./list-members.queries.ts";
import { blacklistAll, unsubscribeAll } from "./opt-outs.queries.ts";

/**
 * Applies a slice of a batch by the mode of the import, in the transaction of the caller. Answers the counts per
 * outcome, and the last row of the slice unless it ends the batch.
 */
export async function applySlice(ctx: Context, run: ImportRun, slice: BatchSlice): Promise<ApplyCounts & OpenedSlice> {
  const { db } = ctx;
  const { record } = run;
  const opened = await openBatchSlice(db, slice, mappedFields(run.plan));
  const purpose = record.purposeId === null ? undefined : await findPurpose(db, record.purposeId);
  await lockAllAddresses(db);
  const listIds = record.listIds.length === 0 ? [] : await lockExistingLists(db, record.listIds);
  const batch: BatchContext = { ...run, at: ctx.clock.now(), listIds, purpose };
  await rejectErasedAddresses(db, batch);
  const counts = await applyMode(ctx, batch);
  await closeBatchSlice(db, slice, opened.lastRow);
  return { ...counts, ...opened };
}

async function applyMode(ctx: Context, batch: BatchContext): Promise<ApplyCounts> {
  const { db } = ctx;
  switch (batch.record.mode) {
    case "upsert": {
      if (batch.record.kind === "shoptet_newsletter") await rejectUnknownContactsWithoutConsent(db, batch);
      await restoreOptedOutContacts(ctx, batch);
      const counts = await updateExistingContacts(ctx, batch);
      const created = await insertNewContacts(db, batch);
      return { ...counts, ...created, notAddedToLists: counts.notAddedToLists + created.notAddedToLists };
    }
    case "update_only":
      await rejectUnknownContacts(db, batch);
      return updateExistingContacts(ctx, batch);
    case "unsubscribe":
      if (batch.record.listIds.length === 0) return unsubscribeAll(db, batch);
      await rejectUnknownContacts(db, batch);
      return unsubscribeMembers(db, batch);
    case "remove":
      await rejectUnknownContacts(db, batch);
      return removeMembers(db, batch);
    case "blacklist":
      return blacklistAll(db, batch);
  }
}
