/** A group is what is in the air at once: its end is what a pause and an unsubscribing wait for. */
const wantedMs = 300;
const most = 100;
const first = 20;

/** Groups as large as a third of a second takes: a slow relay gets few messages at a time, a fast one many. */
export class Pace {
  #size = first;

  get groupSize(): number {
    return this.#size;
  }

  note(count: number, ms: number): void {
    const fitting = Math.round((count / Math.max(ms, 1)) * wantedMs);
    // Grows by steps, shrinks at once.
    this.#size = Math.max(1, Math.min(most, fitting, this.#size * 2));
  }
}
