import type { SourceRef } from "../../message-source.ts";
import type { DueSource } from "./batches.queries.ts";

/** Round robin over companies, then over the sources of a company. */
export class FairScheduler {
  #due: readonly DueSource[] = [];
  readonly #lastServed = new Map<string, number>();
  #count = 0;

  setDue(due: readonly DueSource[]): void {
    this.#due = due;
    if (due.length === 0) this.#lastServed.clear();
  }

  /** Excludes a source until the next listing. */
  remove(of: SourceRef): void {
    this.#due = this.#due.filter((other) => sourceKey(other) !== sourceKey(of));
  }

  /** The next source of those that are eligible. */
  next(isEligible: (due: DueSource) => boolean): DueSource | undefined {
    const lastServedOf = (key: string) => this.#lastServed.get(key) ?? 0;
    const [first] = this.#due
      .filter(isEligible)
      .toSorted(
        (a, b) =>
          lastServedOf(a.tenantId) - lastServedOf(b.tenantId) ||
          lastServedOf(sourceKey(a)) - lastServedOf(sourceKey(b)),
      );
    if (first === undefined) return undefined;
    this.#count += 1;
    this.#lastServed.set(first.tenantId, this.#count).set(sourceKey(first), this.#count);
    return first;
  }
}

export const sourceKey = ({ tenantId, variantId }: SourceRef) => `${tenantId} ${variantId}`;
