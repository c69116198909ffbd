import type { VariantKey } from "./batches.queries.ts";

/** Whose turn it is: companies one after another, and within a company its campaigns one after another. */
export class FairScheduler {
  #due: readonly VariantKey[] = [];
  readonly #lastServed = new Map<string, number>();
  #count = 0;

  setDue(due: readonly VariantKey[]): void {
    this.#due = due;
    if (due.length === 0) this.#lastServed.clear();
  }

  /** It has nothing left until the next list of what is due. */
  remove(of: VariantKey): void {
    this.#due = this.#due.filter((other) => keyOf(other) !== keyOf(of));
  }

  next(): VariantKey | undefined {
    const turnOf = (key: string) => this.#lastServed.get(key) ?? 0;
    const [first] = this.#due.toSorted(
      (a, b) => turnOf(a.tenantId) - turnOf(b.tenantId) || turnOf(keyOf(a)) - turnOf(keyOf(b)),
    );
    if (first === undefined) return undefined;
    this.#count += 1;
    this.#lastServed.set(first.tenantId, this.#count).set(keyOf(first), this.#count);
    return first;
  }
}

const keyOf = ({ tenantId, variantId }: VariantKey) => `${tenantId} ${variantId}`;
