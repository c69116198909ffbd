import { BoundedCache } from "./bounded-cache.ts";
import { hours } from "./local-time.ts";

/** Knows what happened in this hour, in this process: for what would otherwise be recorded with every request. */
export class FirstInHour {
  readonly #lastHour = new BoundedCache<string, number>(10_000);

  isFirst(subject: string, now: Date): boolean {
    const hour = Math.floor(now.getTime() / hours(1));
    if (this.#lastHour.get(subject) === hour) return false;
    this.#lastHour.set(subject, hour);
    return true;
  }
}
