import type { Static } from "typebox";
import type { Estimate } from "./estimate.ts";
import type { HoldReason, PauseReason } from "./hold-reasons.ts";
import type { StateCountRow, Reactions } from "./progress.queries.ts";
import type { CampaignRowStats, Progress } from "./shapes.ts";
import type { CampaignStatus } from "./transitions.ts";

export type CountsByState = Readonly<Record<string, number>>;

export function toCounts(rows: readonly Pick<StateCountRow, "state" | "n">[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state, n } of rows) counts[state] = (counts[state] ?? 0) + n;
  return counts;
}

const sumStates = (counts: CountsByState, ...states: readonly string[]): number =>
  states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

const sentStates = ["sent", "delivered", "softbounced", "hardbounced"] as const;

export function toStats(counts: CountsByState, reactions: Omit<Reactions, "campaignId"> | undefined) {
  const stats: Static<typeof CampaignRowStats> = {
    sent: sumStates(counts, ...sentStates),
    delivered: sumStates(counts, "sent", "delivered"),
    opened: reactions?.opened ?? 0,
    clicked: reactions?.clicked ?? 0,
    bounced: sumStates(counts, "softbounced", "hardbounced"),
    complained: reactions?.complained ?? 0,
    skipped: sumStates(counts, "skipped"),
    failed: sumStates(counts, "failed"),
    unknown: sumStates(counts, "unknown"),
  };
  return stats;
}

export type ProgressInput = {
  readonly status: CampaignStatus;
  readonly recipients: number | null;
  readonly startedAt: Date | null;
  readonly pausedBy: PauseReason | null;
  readonly counts: CountsByState;
  /** Messages are still being written: not all waiting ones are counted yet. */
  readonly isExpanding: boolean;
  /** The last due time: a preferred hour or a retry may defer messages. */
  readonly lastDueAt: Date | null;
  readonly estimate: Estimate;
};

/** Recipients whose messages are still to be written, as known from the approval. */
export const unexpandedRecipientsOf = ({
  isExpanding,
  recipients,
  counts,
}: Pick<ProgressInput, "isExpanding" | "recipients" | "counts">) =>
  isExpanding ? Math.max(0, (recipients ?? 0) - sumStates(counts, ...Object.keys(counts))) : 0;

export function computeProgress(input: ProgressInput, now: Date): Static<typeof Progress> {
  const { counts, status } = input;
  const [sent, failed, skipped, unknown] = [
    sumStates(counts, ...sentStates),
    sumStates(counts, "failed"),
    sumStates(counts, "skipped"),
    sumStates(counts, "unknown"),
  ];
  const done = sent + failed + skipped + unknown;
  const written = sumStates(counts, "queued");
  const rows = done + written;
  const isOver = status === "cancelled" || status === "completed";
  const waiting = isOver ? written : written + unexpandedRecipientsOf(input);
  return {
    // A contact that left the audience between approval and start has no message row.
    recipients: input.isExpanding || rows === 0 ? Math.max(input.recipients ?? 0, rows) : rows,
    sent,
    waiting,
    failed,
    skipped,
    unknown,
    estimatedEndAt: estimateEnd({ ...input, done, waiting }, now),
    holdReason: toHoldReason(input, waiting),
    throttled:
      waiting === 0
        ? []
        : input.estimate.throttles.map(({ until, ...throttle }) => ({ ...throttle, until: until.toISOString() })),
  };
}

function toHoldReason({ status, pausedBy, estimate }: ProgressInput, waiting: number): PauseReason | HoldReason | null {
  if (status === "paused") return pausedBy;
  return waiting === 0 ? null : estimate.holdReason;
}

/**
 * When the waiting messages will be done: on the last day of a warm-up, otherwise at the rate since the start, but not
 * before the last message is due or a limit lets it go. Unknown while the company may not send.
 */
function estimateEnd(
  { status, startedAt, lastDueAt, estimate, done, waiting }: ProgressInput & { done: number; waiting: number },
  now: Date,
): string | null {
  const { holdReason, lastDayAt, limitedUntil } = estimate;
  if (status !== "sending" || startedAt === null || waiting === 0) return null;
  if (holdReason !== null && holdReason !== "warm_up" && holdReason !== "connection_limit") return null;
  const dueMs = Math.max(lastDueAt?.getTime() ?? 0, limitedUntil?.getTime() ?? 0);
  if (lastDayAt !== null) return new Date(Math.max(lastDayAt.getTime(), dueMs)).toISOString();
  if (limitedUntil !== null && (done === 0 || holdReason === "connection_limit")) return new Date(dueMs).toISOString();
  if (done === 0) return null;
  const spentMs = Math.max(1, now.getTime() - startedAt.getTime());
  const atThisPace = now.getTime() + Math.ceil((spentMs / done) * waiting);
  return new Date(Math.max(atThisPace, dueMs)).toISOString();
}
