import type { SourceRef } from "../../message-source.ts";

/** Round robin over companies, then over the sources of a company. */
export class FairScheduler {
  #due: readonly SourceRef[] = [];
  readonly #lastServed = new Map<string, number>();
  #count = 0;

  setDue(due: readonly SourceRef[]): void {
    this.#due = due;
    if (due.length === 0) this.#lastServed.clear();
  }

  /** Excludes a source until the next listing. */
  remove(of: SourceRef): void {
    this.#due = this.#due.filter((other) => sourceKey(other) !== sourceKey(of));
  }

  next(): SourceRef | undefined {
    const lastServedOf = (key: string) => this.#lastServed.get(key) ?? 0;
    const [first] = this.#due.toSorted(
      (a, b) =>
        lastServedOf(a.tenantId) - lastServedOf(b.tenantId) || lastServedOf(sourceKey(a)) - lastServedOf(sourceKey(b)),
    );
    if (first === undefined) return undefined;
    this.#count += 1;
    this.#lastServed.set(first.tenantId, this.#count).set(sourceKey(first), this.#count);
    return first;
  }
}

const sourceKey = ({ tenantId, variantId }: SourceRef) => `${tenantId} ${variantId}`;
