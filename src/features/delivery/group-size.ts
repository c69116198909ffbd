import { maxGroupSize } from "./send-window.ts";

/** A group is composed within this time: its messages have to begin to be sent while the claim is valid. */
const targetMs = 300;
const initialSize = 20;

/** Sizes groups by the time that composing takes: a slow template gets few messages at a time, a plain one many. */
export class AdaptiveGroupSize {
  #size = initialSize;

  get current(): number {
    return this.#size;
  }

  record(count: number, ms: number): void {
    const fitting = Math.round((count / Math.max(ms, 1)) * targetMs);
    // At most doubles, shrinks at once.
    this.#size = Math.max(1, Math.min(maxGroupSize, fitting, this.#size * 2));
  }
}
