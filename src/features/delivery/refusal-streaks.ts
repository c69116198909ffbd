import { BoundedCache } from "../../kernel/bounded-cache.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import type { SourceRef } from "../../message-source.ts";
import { refusalClassOf, relayRejectionOf, type RefusalClass, type RelayRejection } from "./outcomes.ts";

/** 10 consecutive permanent refusals of one class mean that the relay rejects the sender, not the recipients. */
const maxStreak = 10;
const maxTrackedVariants = 10_000;

type Streak = { readonly refusalClass: RefusalClass; readonly length: number };
/** The refusal that stops the source, and the class of refusals that must not count for recipients. */
export type SenderRefusal = { readonly rejection: RelayRejection; readonly refusalClass: RefusalClass };

/** Consecutive permanent refusals per variant, as seen by this process. */
export class RefusalStreaks {
  readonly #streaks = new BoundedCache<string, Streak | undefined>(maxTrackedVariants);

  /** The refusal that has to stop the source; none when the relay accepted any message of the group. */
  record(
    { tenantId, variantId }: Pick<SourceRef, "tenantId" | "variantId">,
    outcomes: readonly (SendOutcome | undefined)[],
  ): SenderRefusal | undefined {
    const key = `${tenantId} ${variantId}`;
    const hasAccepted = outcomes.some((outcome) => outcome?.outcome === "sent");
    let streak = hasAccepted ? undefined : this.#streaks.get(key);
    let stopping: SenderRefusal | undefined;
    for (const outcome of hasAccepted ? [] : outcomes) {
      const refusalClass = refusalClassOf(outcome);
      if (refusalClass === undefined || outcome?.outcome !== "refused") continue;
      const length = streak?.refusalClass === refusalClass ? streak.length + 1 : 1;
      streak = { refusalClass, length };
      const { stage, code, enhanced } = outcome;
      const rejection = relayRejectionOf(outcome) ?? { stage, code: enhanced ?? String(code), isCertain: false };
      if (rejection.isCertain || length >= maxStreak) stopping ??= { rejection, refusalClass };
    }
    // A resumed source starts without a streak.
    this.#streaks.set(key, stopping === undefined ? streak : undefined);
    return stopping;
  }
}
