import { BoundedCache } from "./bounded-cache.ts";
import { hours } from "./local-time.ts";

/** Counts what happens in the current hour, by subject and in this process alone: a limit for what every request would record. */
export class HourlyCounter {
  readonly #counts = new BoundedCache<string, { readonly hour: number; n: number }>(10_000);

  /** The number of times in this hour, with this one. */
  add(subject: string, now: Date): number {
    const hour = Math.floor(now.getTime() / hours(1));
    const known = this.#counts.get(subject);
    if (known?.hour === hour) {
      known.n += 1;
      return known.n;
    }
    this.#counts.set(subject, { hour, n: 1 });
    return 1;
  }
}
