/** A group is sent concurrently; a pause or an unsubscribe takes effect when the group is done. */
const targetMs = 300;
const maxSize = 100;
const initialSize = 20;

/** Sizes groups to take a third of a second: a slow relay gets few messages at a time, a fast one many. */
export class AdaptiveGroupSize {
  #size = initialSize;

  get current(): number {
    return this.#size;
  }

  record(count: number, ms: number): void {
    const fitting = Math.round((count / Math.max(ms, 1)) * targetMs);
    // At most doubles, shrinks at once.
    this.#size = Math.max(1, Math.min(maxSize, fitting, this.#size * 2));
  }
}
