import { inTransaction, type Context } from "../../context.ts";
import { bounceUndone, emailRequeued } from "../../journal/events.ts";
import * as journal from "../../journal/journal.ts";
import type { SourceRef } from "../../message-source.ts";
import { getCampaignRecord } from "../campaigns/service.ts";
import { lockAddresses } from "../contacts/queries.ts";
import { lockContacts } from "../contacts/memberships/queries.ts";
import { restoreBounced } from "../contacts/restore-bounced.queries.ts";
import { requeueMessages } from "../delivery/unknown.queries.ts";
import { decrementSoftBounces } from "../contacts/soft-bounces.queries.ts";
import * as queries from "./undo.queries.ts";

/** Contacts are restored in transactions of this many. */
export const undoStepSize = 500;

/**
 * Bounces of a campaign do not count any more: a contact that one of them suppressed gets its earlier status back, a soft
 * bounce is taken off its count. Runs step by step; after a crash the request can be repeated.
 */
export async function undoBounces(ctx: Context, campaignId: string, filter: queries.BounceFilter) {
  await getCampaignRecord(ctx, campaignId);
  return { undone: await undoBouncesOfSource(ctx, campaignId, filter) };
}

/** The same for one campaign or e-mail of an automation. Returns how many contacts changed. */
export async function undoBouncesOfSource(ctx: Context, sourceId: string, filter: queries.BounceFilter) {
  let undone = 0;
  let after: string | undefined = "0";
  while (after !== undefined) {
    const step: UndoneStep = await undoNextBounces(ctx, sourceId, filter, after);
    undone += step.undone;
    ({ after } = step);
  }
  return undone;
}

type UndoneStep = {
  readonly undone: number;
  readonly seen: number;
  /** The last contact of the step; undefined when there are no more bounces. */
  readonly after: string | undefined;
};

/** One step: the next bounces of a source, of contacts after this one. */
export async function undoNextBounces(
  ctx: Context,
  sourceId: string,
  filter: queries.BounceFilter,
  after: string,
): Promise<UndoneStep> {
  const limit = ctx.volume(undoStepSize);
  const bounced = await queries.listUndoableBounces(ctx.db, sourceId, filter, { after, limit });
  const undone = bounced.length === 0 ? 0 : await inTransaction(ctx, (inner) => undoStep(inner, sourceId, bounced));
  return { undone, seen: bounced.length, after: bounced.length < limit ? undefined : bounced.at(-1)?.contactId };
}

/** How many bounces `undoBounces` would take back now. */
export async function countUndoableBounces(
  ctx: Context,
  campaignId: string,
  filter: queries.BounceFilter,
): Promise<number> {
  await getCampaignRecord(ctx, campaignId);
  return queries.countUndoableBounces(ctx.db, [campaignId], filter);
}

/** Returns the number of contacts whose status or count of soft bounces changed. */
async function undoStep({ db, clock }: Context, campaignId: string, bounced: readonly queries.BouncedAddress[]) {
  const at = clock.now();
  await lockAddresses(
    db,
    bounced.map(({ fingerprint }) => fingerprint),
  );
  const contactIds = await lockContacts(
    db,
    bounced.map(({ contactId }) => contactId),
  );
  const marked = await queries.markUndone(db, campaignId, contactIds, at);
  const idsOf = (effect: queries.UndoneBounce["effect"]) =>
    marked.flatMap((each) => (each.effect === effect ? [each.contactId] : []));
  const counted = idsOf("soft");
  await decrementSoftBounces(db, counted);
  await journal.appendEntries(
    db,
    counted.map((contactId) => bounceUndone.entry({ contactId, at, payload: { campaignId } })),
  );
  const restored = await restoreBounced(db, idsOf("suppressed"), { at, campaignId });
  return restored.length + counted.length;
}

/**
 * The relay turned out to reject the sender: what it refused of the variant since then is undone and queued again. Runs step
 * by step; after a crash the next refusal takes back the rest. Must not run inside another transaction.
 */
export async function takeBackBounces(ctx: Context, ref: SourceRef, since: Date): Promise<void> {
  let after = "0";
  for (;;) {
    const refused = await queries.listBounces(ctx.db, { ...ref, since }, { after, limit: undoStepSize });
    if (refused.length > 0) await inTransaction(ctx, (inner) => takeBackStep(inner, ref, refused));
    if (refused.length < undoStepSize) return;
    after = refused.at(-1)?.contactId ?? after;
  }
}

async function takeBackStep(
  ctx: Context,
  { kind, sourceId, variantId }: SourceRef,
  refused: readonly queries.BouncedMessage[],
): Promise<void> {
  await undoStep(ctx, sourceId, refused);
  const at = ctx.clock.now();
  for (const state of ["softbounced", "hardbounced"] as const) {
    const messages = refused.filter((each) => each.state === state);
    if (messages.length === 0) continue;
    const contactIds = messages.map(({ contactId }) => contactId);
    await requeueMessages(ctx.db, { kind, sourceId, variantIds: [variantId], state, contactIds }, at);
    await journal.appendEntries(
      ctx.db,
      messages.map(({ contactId, domain, bouncedAt }) =>
        emailRequeued.entry({
          contactId,
          // Statistics take the refusal out of the hour in which they counted it.
          at: bouncedAt,
          payload: { campaignId: sourceId, variantId, domain, kind: state === "hardbounced" ? "hard" : "soft" },
        }),
      ),
    );
  }
}
