import { BoundedCache } from "../../kernel/bounded-cache.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import type { SourceRef } from "../../message-source.ts";
import { relayRejectionOf, type RelayRejection } from "./outcomes.ts";

/** 20 consecutive rejections mean that the relay rejects the sender, not the recipients. */
const maxStreak = 20;
const maxTrackedVariants = 10_000;

/** Consecutive relay rejections per variant, as seen by this process. */
export class RefusalStreaks {
  readonly #streaks = new BoundedCache<string, number>(maxTrackedVariants);

  /** The rejection that has to stop the source; none when the relay accepted any message of the group. */
  record(
    { tenantId, variantId }: Pick<SourceRef, "tenantId" | "variantId">,
    outcomes: readonly (SendOutcome | undefined)[],
  ): RelayRejection | undefined {
    const key = `${tenantId} ${variantId}`;
    const rejections = outcomes.flatMap((outcome) => (outcome === undefined ? [] : (relayRejectionOf(outcome) ?? [])));
    const hasAccepted = outcomes.some((outcome) => outcome?.outcome === "sent");
    const streak = hasAccepted ? 0 : (this.#streaks.get(key) ?? 0) + rejections.length;
    const rejection = rejections.find(({ isCertain }) => isCertain) ?? rejections[0];
    const isStopping = !hasAccepted && rejection !== undefined && (rejection.isCertain || streak >= maxStreak);
    // A resumed source starts with a streak of 0.
    this.#streaks.set(key, isStopping ? 0 : streak);
    return isStopping ? rejection : undefined;
  }
}
