import { Type, type Static } from "typebox";
import type { Context } from "../../context.ts";
import { defineAction, requestAction, type ActionStep } from "../../jobs/actions.ts";
import { notFound } from "../../kernel/errors.ts";
import { Id } from "../../kernel/schema.ts";
import { replaceSnapshot } from "./members.queries.ts";
import { liveMembersCondition } from "./membership.ts";
import * as queries from "./queries.ts";

/** So many members come and go within the request. */
const maxInlineChanges = 5000;

const Params = Type.Object({ segmentId: Id, name: Type.String() });

/**
 * The members of a static segment are those who match now: at once, or soon when many come and go. Until then the snapshot
 * before is the segment, and its rules where there was none. Under the lock of the segment.
 */
export async function refreshSnapshot(ctx: Context, segment: queries.SegmentRecord): Promise<void> {
  if (segment.jobId !== null) return queries.requestSnapshot(ctx.db, segment.id, segment.jobId);
  const at = ctx.clock.now();
  const condition = await liveMembersCondition(ctx, segment);
  const { isWritten, ...sizes } = await replaceSnapshot(ctx.db, {
    id: segment.id,
    condition,
    atMost: maxInlineChanges,
    now: at,
  });
  if (isWritten) return queries.updateSizes(ctx.db, segment, { ...sizes, computedAt: at, countedAt: at });
  if (segment.computedAt === null) await queries.updateSizes(ctx.db, segment, { ...sizes, countedAt: at });
  const jobId = await requestAction(ctx, runSegmentSnapshot, { segmentId: segment.id, name: segment.name });
  await queries.requestSnapshot(ctx.db, segment.id, jobId);
}

/** One statement, however large: a snapshot is of one moment, and nobody sees a part of it. Killed, it is taken anew. */
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
  const found = { matched: sizes.matched, mailable: sizes.mailable };
  const isLast = await queries.finishSnapshot(ctx.db, segment, { ...found, computedAt: at, countedAt: at });
  return isLast ? { result: { segmentId, name, ...found } } : { progress: 50, checkpoint: {} };
}

export const runSegmentSnapshot = defineAction({
  type: "segment_computed",
  params: Params,
  checkpoint: Type.Object({}),
  step,
  onFailure: ({ db }, { segmentId }) => queries.clearSnapshotJob(db, segmentId),
});
