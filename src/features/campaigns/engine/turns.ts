import type { Mailable } from "./batches.ts";

/** Whose turn it is: companies one after another, and within a company its campaigns one after another. */
export class Turns {
  #due: readonly Mailable[] = [];
  readonly #lastTurn = new Map<string, number>();
  #count = 0;

  replace(due: readonly Mailable[]): void {
    this.#due = due;
    if (due.length === 0) this.#lastTurn.clear();
  }

  /** It has nothing left until the next list of what is due. */
  drop(of: Mailable): void {
    this.#due = this.#due.filter((other) => keyOf(other) !== keyOf(of));
  }

  next(): Mailable | undefined {
    const turnOf = (key: string) => this.#lastTurn.get(key) ?? 0;
    const [first] = this.#due.toSorted(
      (a, b) => turnOf(a.tenantId) - turnOf(b.tenantId) || turnOf(keyOf(a)) - turnOf(keyOf(b)),
    );
    if (first === undefined) return undefined;
    this.#count += 1;
    this.#lastTurn.set(first.tenantId, this.#count).set(keyOf(first), this.#count);
    return first;
  }
}

const keyOf = ({ tenantId, variantId }: Mailable) => `${tenantId} ${variantId}`;
