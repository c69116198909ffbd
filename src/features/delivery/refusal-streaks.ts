import { BoundedCache } from "../../kernel/bounded-cache.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import type { VariantKey } from "./batches.queries.ts";
import { relayRejectionOf, type RelayRejection } from "./outcomes.ts";

/** So many in a row, and nothing taken between them, are no chance. */
const maxStreak = 20;
const maxTrackedVariants = 10_000;

/** Campaigns whose messages the relay refuses one after another, for a reason of ours, as far as this process knows. */
export class RefusalStreaks {
  readonly #streaks = new BoundedCache<string, number>(maxTrackedVariants);

  /** What the campaign has to stop for; a relay that took anything of the group is open. */
  record(
    { tenantId, variantId }: VariantKey,
    outcomes: readonly (SendOutcome | undefined)[],
  ): RelayRejection | undefined {
    const key = `${tenantId} ${variantId}`;
    const rejections = outcomes.flatMap((outcome) => (outcome === undefined ? [] : (relayRejectionOf(outcome) ?? [])));
    const hasAccepted = outcomes.some((outcome) => outcome?.outcome === "sent");
    const streak = hasAccepted ? 0 : (this.#streaks.get(key) ?? 0) + rejections.length;
    const rejection = rejections.find(({ isCertain }) => isCertain) ?? rejections[0];
    const isStopping = !hasAccepted && rejection !== undefined && (rejection.isCertain || streak >= maxStreak);
    // Whoever resumes it begins anew.
    this.#streaks.set(key, isStopping ? 0 : streak);
    return isStopping ? rejection : undefined;
  }
}
