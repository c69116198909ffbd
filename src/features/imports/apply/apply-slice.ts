import type { Context } from "../../../context.ts";
import { findPurpose } from "../../contacts/consents/queries.ts";
import { lockAllAddressesForStep } from "../../contacts/address-lock.ts";
import { closeSlice, openSlice, type OpenedSlice } from "../rows/staging.queries.ts";
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
import { insertLeftMembers, removeMembers, unsubscribeMembers } from "./list-members.queries.ts";
import { blacklistAll, suppressAll, unsubscribeAll } from "./opt-outs.queries.ts";

const sliceSizes = { first: 250, max: 8000 };

/** Rows from the first unapplied one of `batch`; `rows` as the previous slice recommends. */
export type NextSlice = { readonly batch: number; readonly rows: number | undefined };

export type AppliedSlice = { readonly counts: ApplyCounts; readonly opened: OpenedSlice; readonly nextRows: number };

/** Applies the next rows by the mode of the import, in the transaction of the caller. Only writes need the lock. */
export async function applySlice(ctx: Context, run: ImportRun, next: NextSlice): Promise<AppliedSlice> {
  const { db, volume } = ctx;
  const { record } = run;
  const slice = { importId: record.id, batch: next.batch, rows: next.rows ?? volume(sliceSizes.first) };
  const opened = await openSlice(db, slice, mappedFields(run.plan));
  const purpose = record.purposeId === null ? undefined : await findPurpose(db, record.purposeId);
  const lock = await lockAllAddressesForStep(ctx, next.rows, sliceSizes);
  const listIds = record.listIds.length === 0 ? [] : await lockExistingLists(db, record.listIds);
  const batch: BatchContext = { ...run, at: ctx.clock.now(), listIds, purpose };
  await rejectErasedAddresses(db, batch);
  const counts = await applyMode(ctx, batch);
  await closeSlice(db, slice, opened);
  return { counts, opened, nextRows: lock.nextSize(opened.count) };
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
      if (batch.record.kind === "legacy") await insertLeftMembers(db, batch);
      return unsubscribeMembers(db, batch);
    case "remove":
      await rejectUnknownContacts(db, batch);
      return removeMembers(db, batch);
    case "blacklist":
      return blacklistAll(db, batch);
    case "bounce":
    case "complain":
      return suppressAll(db, batch, batch.record.mode);
  }
}
