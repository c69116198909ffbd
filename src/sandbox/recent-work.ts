const HALF_LIFE_MS = 5000;
/** After so long nothing of the work counts. */
const EXPIRY_MS = 60_000;

type Worked = { readonly ms: number; readonly at: number };

/** How long processes worked for each company lately: what is past counts half every few seconds. */
export class RecentWork {
  readonly #byOwner = new Map<string, Worked>();
  readonly #now: () => number;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  add(owner: string, ms: number): void {
    const at = this.#now();
    const total = this.msOf(owner) + ms;
    // The companies are in the order of their last work.
    this.#byOwner.delete(owner);
    this.#byOwner.set(owner, { ms: total, at });
    for (const [each, worked] of this.#byOwner) {
      if (at - worked.at < EXPIRY_MS) return;
      this.#byOwner.delete(each);
    }
  }

  msOf(owner: string): number {
    const worked = this.#byOwner.get(owner);
    return worked === undefined ? 0 : worked.ms * 0.5 ** ((this.#now() - worked.at) / HALF_LIFE_MS);
  }
}
