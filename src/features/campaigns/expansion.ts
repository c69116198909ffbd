import { inTransaction, type Context } from "../../context.ts";
import type { SqlNode } from "../../db/sql-node.ts";
import { deleteUncountedMessages } from "../delivery/pending.queries.ts";
import { isRecipientOfAny } from "./audience/audience.sql.ts";
import { compileAudience } from "./audience/compile.ts";
import {
  deleteExpansion,
  insertMessages,
  listUnfinishedExpansions,
  lockExpansion,
  updateExpansion,
} from "./expansion.queries.ts";

/** A short first step lets the first message leave early; the others are large, which is cheaper. */
const firstStepSize = 2000;
const laterStepSize = 20_000;

/**
 * Writes the next messages of a campaign, one per recipient, in batches. Every step is its own transaction, so it can be
 * repeated after a crash without duplicate rows. Returns whether there is more to write.
 */
export async function runExpansionStep(ctx: Context, campaignId: string): Promise<boolean> {
  const expansion = await inTransaction(ctx, ({ db }) => lockExpansion(db, campaignId));
  if (expansion === undefined) return false;
  // Compiled before the lock is taken again: it reads lists and segments.
  const audience = await compileAudience(ctx, expansion.audience, {
    shopId: expansion.shopId,
    after: expansion.afterContact,
  });
  return inTransaction(ctx, async ({ db, clock, company }) => {
    const locked = await lockExpansion(db, campaignId);
    // Another worker wrote this step meanwhile.
    if (locked?.afterContact !== expansion.afterContact) return locked !== undefined;
    const isFirst = locked.afterContact === "0";
    // A campaign that was a draft again may still have messages of its earlier approval.
    const deleted = isFirst ? await deleteUncountedMessages(db, campaignId, laterStepSize) : 0;
    if (deleted === laterStepSize) return true;
    const limit = isFirst ? firstStepSize : laterStepSize;
    const step = { ...locked, campaignId, limit, now: clock.now(), timeZone: company.timeZone };
    const { written, lastId } = await insertMessages(db, step, audience);
    const isLast = written < limit;
    if (isLast) await deleteExpansion(db, campaignId);
    else await updateExpansion(db, campaignId, { written, lastId });
    return !isLast;
  });
}

/** Recipients of approved campaigns whose messages are still to be written, as a condition on `contact c`. */
export async function unwrittenRecipients(ctx: Context): Promise<SqlNode> {
  const expansions = await listUnfinishedExpansions(ctx.db);
  const audiences = await Promise.all(
    expansions.map(({ audience, shopId, afterContact: after }) => compileAudience(ctx, audience, { shopId, after })),
  );
  return isRecipientOfAny(audiences);
}
