import { BoundedCache } from "../../../kernel/bounded-cache.ts";
import type { SendOutcome } from "../../../mail/outcome.ts";
import type { Mailable } from "./batches.ts";
import { barOf, type Bar } from "./outcomes.ts";

/** So many in a row, and nothing taken between them, are no chance. */
const manyInARow = 20;
const variantsKept = 10_000;

/** Campaigns whose messages the relay refuses one after another, for a reason of ours, as far as this process knows. */
export class Bars {
  readonly #inARow = new BoundedCache<string, number>(variantsKept);

  /** What the campaign has to stop for; a relay that took anything of the group is open. */
  stopping({ tenantId, variantId }: Mailable, outcomes: readonly (SendOutcome | undefined)[]): Bar | undefined {
    const key = `${tenantId} ${variantId}`;
    const bars = outcomes.flatMap((outcome) => (outcome === undefined ? [] : (barOf(outcome) ?? [])));
    const isOpen = outcomes.some((outcome) => outcome?.outcome === "sent");
    const inARow = isOpen ? 0 : (this.#inARow.get(key) ?? 0) + bars.length;
    const bar = bars.find(({ isCertain }) => isCertain) ?? bars[0];
    const isStopping = !isOpen && bar !== undefined && (bar.isCertain || inARow >= manyInARow);
    // Whoever resumes it begins anew.
    this.#inARow.set(key, isStopping ? 0 : inARow);
    return isStopping ? bar : undefined;
  }
}
