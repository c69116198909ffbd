import type { Context } from "../../../context.ts";
import { findPurpose } from "../../contacts/consents/queries.ts";
import { lockAllAddresses } from "../../contacts/queries.ts";
import { closeBatch, openBatch, type Opened, type Part } from "../rows/staging.ts";
import type { Run } from "../run.ts";
import { fieldsOf } from "../stage.ts";
import {
  bringBackRefusers,
  lockLists,
  refuseErased,
  refuseStrangers,
  refuseStrangersWithoutConsent,
  type Batch,
} from "./batch.ts";
import { insertNewContacts } from "./creation.ts";
import { updateExisting, type Counts } from "./existing.ts";
import { removeMembers, unsubscribeMembers } from "./members.ts";
import { blacklistAll, unsubscribeAll } from "./refusals.ts";

/**
 * Some rows become contacts, or what else the import is for, in the transaction of the caller. Answers what became of how
 * many, and the last of them unless it ends the batch.
 */
export async function applyPart(ctx: Context, run: Run, part: Part): Promise<Counts & Opened> {
  const { db } = ctx;
  const { record } = run;
  const opened = await openBatch(db, part, fieldsOf(run.plan));
  const purpose = record.purposeId === null ? undefined : await findPurpose(db, record.purposeId);
  await lockAllAddresses(db);
  const listIds = record.listIds.length === 0 ? [] : await lockLists(db, record.listIds);
  const batch: Batch = { ...run, at: ctx.clock.now(), listIds, purpose };
  await refuseErased(db, batch);
  const counts = await byMode(ctx, batch);
  await closeBatch(db, part, opened.lastRow);
  return { ...counts, ...opened };
}

async function byMode(ctx: Context, batch: Batch): Promise<Counts> {
  const { db } = ctx;
  switch (batch.record.mode) {
    case "upsert": {
      if (batch.record.kind === "shoptet_newsletter") await refuseStrangersWithoutConsent(db, batch);
      await bringBackRefusers(db, batch);
      const counts = await updateExisting(ctx, batch);
      const fresh = await insertNewContacts(db, batch);
      return { ...counts, ...fresh, notAddedToLists: counts.notAddedToLists + fresh.notAddedToLists };
    }
    case "update_only":
      await refuseStrangers(db, batch);
      return updateExisting(ctx, batch);
    case "unsubscribe":
      if (batch.record.listIds.length === 0) return unsubscribeAll(db, batch);
      await refuseStrangers(db, batch);
      return unsubscribeMembers(db, batch);
    case "remove":
      await refuseStrangers(db, batch);
      return removeMembers(db, batch);
    case "blacklist":
      return blacklistAll(db, batch);
  }
}
