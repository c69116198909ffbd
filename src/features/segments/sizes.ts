import { inTransaction, type Context } from "../../context.ts";
import { minutes } from "../../kernel/local-time.ts";
import { segmentCountJob } from "./jobs.ts";
import { countMatches, deleteOrphanedMembers } from "./members.queries.ts";
import { membersCondition } from "./membership.ts";
import * as queries from "./queries.ts";

/** Counts a segment now. A live one is recomputed by that, a static one keeps its members. */
export async function countSizes(ctx: Context, segment: queries.SegmentRecord): Promise<queries.SegmentSizes> {
  const at = ctx.clock.now();
  const found = await countMatches(ctx.db, await membersCondition(ctx, segment), at);
  const sizes = { ...found, countedAt: at, ...(segment.refresh === "daily" ? { computedAt: at } : {}) };
  await queries.updateSizes(ctx.db, segment, sizes);
  return sizes;
}

/** Sizes older than this are recounted when they are shown. */
const maxSizeAgeMs = minutes(1);

/** Segments recounted per page, the oldest first: a count reads all contacts. */
const maxRequestedSizes = 20;

const isStale = ({ countedAt }: queries.SegmentRecord, now: Date): boolean =>
  countedAt === null || now.getTime() - countedAt.getTime() >= maxSizeAgeMs;

const countedTime = ({ countedAt }: queries.SegmentRecord): number => countedAt?.getTime() ?? 0;

/** A page shows the stored sizes; outdated ones are recounted in the background, once for any number of requests. */
export async function requestSizes(ctx: Context, page: readonly queries.SegmentRecord[]): Promise<void> {
  const now = ctx.clock.now();
  const stale = page
    .filter((segment) => isStale(segment, now))
    .toSorted((left, right) => countedTime(left) - countedTime(right));
  if (stale.length === 0) return;
  await inTransaction(ctx, async ({ db, jobs }) => {
    const ids = stale.slice(0, maxRequestedSizes).map(({ id }) => id);
    const before = new Date(now.getTime() - maxSizeAgeMs);
    const segmentIds = await queries.claimSizeCounting(db, ids, { now, before });
    if (segmentIds.length > 0) await jobs.send(db, segmentCountJob, { tenantId: db.tenantId, segmentIds });
  });
}

/** Segments whose sizes are still outdated. */
export async function countStaleSizes(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const segment = await queries.findSegment(ctx.db, id);
    if (segment !== undefined && isStale(segment, ctx.clock.now())) await countSizes(ctx, segment);
  }
}

/** Nightly: recounts all segments and deletes snapshot rows of deleted segments. */
export async function refreshSizes(ctx: Context): Promise<void> {
  await deleteOrphanedMembers(ctx.db);
  await countStaleSizes(ctx, await queries.listSegmentIds(ctx.db));
}
