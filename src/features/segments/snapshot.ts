import { Type, type Static } from "typebox";
import type { Context } from "../../context.ts";
import { actionTypes } from "../../jobs/action-types.ts";
import { defineAction, requestAction, type ActionStep } from "../../jobs/actions.ts";
import { notFound } from "../../kernel/errors.ts";
import { Id } from "../../kernel/schema.ts";
import { countMatches, replaceSnapshot } from "./members.queries.ts";
import { snapshotCondition } from "./members.sql.ts";
import { liveMembersCondition } from "./membership.ts";
import * as queries from "./queries.ts";

/** Up to this many changes are written within the request. */
const maxInlineChanges = 20_000;

const Params = Type.Object({ segmentId: Id, name: Type.String() });

/**
 * Replaces the snapshot of a static segment: at once, or by an action when there are many changes. Until then the previous
 * snapshot is used, or the rules where there is none. Requires the lock of the segment.
 */
export async function refreshSnapshot(ctx: Context, segment: queries.SegmentRecord): Promise<void> {
  if (segment.jobId !== null) return queries.requestSnapshot(ctx.db, segment.id, segment.jobId);
  const at = ctx.clock.now();
  const condition = await liveMembersCondition(ctx, segment);
  const { isWritten, ...sizes } = await replaceSnapshot(ctx.db, {
    id: segment.id,
    condition,
    atMost: ctx.volume(maxInlineChanges),
    now: at,
  });
  if (isWritten) return queries.updateSizes(ctx.db, segment, { ...sizes, computedAt: at, countedAt: at });
  if (segment.computedAt === null) await queries.updateSizes(ctx.db, segment, { ...sizes, countedAt: at });
  const jobId = await requestAction(ctx, runSegmentSnapshot, { segmentId: segment.id, name: segment.name });
  await queries.requestSnapshot(ctx.db, segment.id, jobId);
}

/** One statement of any size, so that a partial snapshot is never visible. A killed run starts again. */
async function step(ctx: Context, { segmentId, name }: Static<typeof Params>): Promise<ActionStep<object>> {
  const segment = await queries.findSegment(ctx.db, segmentId);
  if (segment === undefined) throw notFound("segment");
  const at = ctx.clock.now();
  const { matched, mailable } = segment;
  if (segment.refresh === "daily") {
    await queries.clearSnapshotJob(ctx.db, segmentId);
    return { result: { segmentId, name, matched, mailable } };
  }
  const condition = await liveMembersCondition(ctx, segment);
  const sizes = await replaceSnapshot(ctx.db, { id: segmentId, condition, atMost: Number.MAX_SAFE_INTEGER, now: at });
  const locked = await queries.lockSegment(ctx.db, segmentId);
  // Contacts that were deleted since the snapshot began are counted in its sizes.
  const isCurrent = locked?.matched === matched && locked.mailable === mailable;
  const found = isCurrent
    ? { matched: sizes.matched, mailable: sizes.mailable }
    : await countMatches(ctx.db, snapshotCondition(ctx.db, segmentId), at);
  const isLast = await queries.finishSnapshot(ctx.db, segment, { ...found, computedAt: at, countedAt: at });
  return isLast ? { result: { segmentId, name, ...found } } : { progress: 50, checkpoint: {} };
}

export const runSegmentSnapshot = defineAction({
  type: actionTypes.takeSegmentSnapshot,
  params: Params,
  checkpoint: Type.Object({}),
  step,
  onFailure: ({ db }, { segmentId }) => queries.clearSnapshotJob(db, segmentId),
});
