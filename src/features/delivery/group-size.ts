/** A group is what is in the air at once: its end is what a pause and an unsubscribing wait for. */
const targetMs = 300;
const maxSize = 100;
const initialSize = 20;

/** Groups as large as a third of a second takes: a slow relay gets few messages at a time, a fast one many. */
export class AdaptiveGroupSize {
  #size = initialSize;

  get current(): number {
    return this.#size;
  }

  record(count: number, ms: number): void {
    const fitting = Math.round((count / Math.max(ms, 1)) * targetMs);
    // Grows by steps, shrinks at once.
    this.#size = Math.max(1, Math.min(maxSize, fitting, this.#size * 2));
  }
}
