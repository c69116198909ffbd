import type { Static } from "typebox";
import type { Outlook } from "./outlook.ts";
import type { CountRow, Reactions } from "./queries.ts";
import type { CampaignStats, Progress } from "./shapes.ts";
import type { CampaignStatus } from "./transitions.ts";

export type CountsByState = Readonly<Record<string, number>>;

export function countsOf(rows: readonly Pick<CountRow, "state" | "n">[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state, n } of rows) counts[state] = (counts[state] ?? 0) + n;
  return counts;
}

const sumOf = (counts: CountsByState, ...states: readonly string[]): number =>
  states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

const sentStates = ["sent", "delivered", "softbounced", "hardbounced"] as const;

export function statsOf(counts: CountsByState, reactions: Omit<Reactions, "campaignId"> | undefined) {
  const stats: Static<typeof CampaignStats> = {
    sent: sumOf(counts, ...sentStates),
    delivered: sumOf(counts, "sent", "delivered"),
    opened: reactions?.opened ?? 0,
    clicked: reactions?.clicked ?? 0,
    bounced: sumOf(counts, "softbounced", "hardbounced"),
    complained: reactions?.complained ?? 0,
    skipped: sumOf(counts, "skipped"),
    failed: sumOf(counts, "failed"),
    unknown: sumOf(counts, "unknown"),
  };
  return stats;
}

export type Standing = {
  readonly status: CampaignStatus;
  readonly recipients: number | null;
  readonly startedAt: Date | null;
  readonly holdReason: string | null;
  readonly counts: CountsByState;
  /** Rows of recipients are still being written: not all that wait are counted yet. */
  readonly isPreparing: boolean;
  /** Not all that wait may leave before: everybody has an hour of their own, or was put off. */
  readonly lastDueAt: Date | null;
  readonly outlook: Outlook;
};

/** Recipients whose rows are still to be written, as far as the approval knows. */
export const unwrittenOf = ({
  isPreparing,
  recipients,
  counts,
}: Pick<Standing, "isPreparing" | "recipients" | "counts">) =>
  isPreparing ? Math.max(0, (recipients ?? 0) - sumOf(counts, ...Object.keys(counts))) : 0;

export function progressOf(standing: Standing, now: Date): Static<typeof Progress> {
  const { counts, status } = standing;
  const [sent, failed, skipped, unknown] = [
    sumOf(counts, ...sentStates),
    sumOf(counts, "failed"),
    sumOf(counts, "skipped"),
    sumOf(counts, "unknown"),
  ];
  const done = sent + failed + skipped + unknown;
  const written = sumOf(counts, "queued", "claimed");
  const rows = done + written;
  const isOver = status === "cancelled" || status === "completed";
  const waiting = isOver ? written : written + unwrittenOf(standing);
  return {
    // Whoever dropped out between the approval and the start has no row.
    recipients: standing.isPreparing || rows === 0 ? Math.max(standing.recipients ?? 0, rows) : rows,
    sent,
    waiting,
    failed,
    skipped,
    unknown,
    estimatedEndAt: endOf({ ...standing, done, waiting }, now),
    holdReason: holdReasonOf(standing, waiting),
  };
}

function holdReasonOf({ status, holdReason, outlook }: Standing, waiting: number): string | null {
  if (status === "paused") return holdReason;
  return waiting === 0 ? null : outlook.standstill;
}

/**
 * When what waits will be done: on the day that a warm-up leaves for the last of it, otherwise at the pace since the
 * start, though not before the last of it is due. Nobody knows while the company may not send.
 */
function endOf(
  { status, startedAt, lastDueAt, outlook, done, waiting }: Standing & { done: number; waiting: number },
  now: Date,
): string | null {
  const { standstill, lastDayAt } = outlook;
  if (status !== "sending" || startedAt === null || waiting === 0) return null;
  if (standstill !== null && standstill !== "warm_up") return null;
  const dueMs = lastDueAt?.getTime() ?? 0;
  if (lastDayAt !== null) return new Date(Math.max(lastDayAt.getTime(), dueMs)).toISOString();
  if (done === 0) return null;
  const spentMs = Math.max(1, now.getTime() - startedAt.getTime());
  const atThisPace = now.getTime() + Math.ceil((spentMs / done) * waiting);
  return new Date(Math.max(atThisPace, dueMs)).toISOString();
}
