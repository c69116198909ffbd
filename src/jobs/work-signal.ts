/**
 * Announces new work to the loops of the same process, which then look for it at once. They poll anyway: work of other
 * processes is not announced.
 */
export class WorkSignal {
  readonly #waiting = new Set<() => void>();
  #count = 0;

  /** How often work was announced. */
  get count(): number {
    return this.#count;
  }

  announce(): void {
    this.#count += 1;
    for (const wake of this.#waiting) wake();
  }

  /** Waits until work is announced after `seen`, at most for this time. */
  async wait(seen: number, ms: number, stopping: AbortSignal): Promise<void> {
    if (this.#count !== seen || stopping.aborted) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        stopping.removeEventListener("abort", end);
        this.#waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      stopping.addEventListener("abort", end);
      this.#waiting.add(end);
    });
  }
}

/** Work that one loop of a worker leaves for another: runs of automations, messages, calls of webhook nodes. */
export type WorkSignals = { readonly runs: WorkSignal; readonly messages: WorkSignal; readonly calls: WorkSignal };

export const createWorkSignals = (): WorkSignals => ({
  runs: new WorkSignal(),
  messages: new WorkSignal(),
  calls: new WorkSignal(),
});
