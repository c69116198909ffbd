import type { GroupOutcome } from "./group-sender.ts";

export type StoppingOutcome = Exclude<GroupOutcome, { readonly kind: "sent" | "probe_failed" }>;

/** The groups of a batch that are being sent. What stops the batch is known when a group is done. */
export class GroupsInFlight {
  readonly #pending = new Set<Promise<void>>();
  #stop: StoppingOutcome | undefined;
  #failures: unknown[] = [];

  /** The first outcome that stops the batch; a pause takes precedence. */
  get stop(): StoppingOutcome | undefined {
    return this.#stop;
  }

  get hasStopped(): boolean {
    return this.#stop !== undefined || this.#failures.length > 0;
  }

  add(group: Promise<GroupOutcome>): void {
    const pending: Promise<void> = group
      .then(
        (outcome) => this.#note(outcome),
        (error: unknown) => void this.#failures.push(error),
      )
      .finally(() => this.#pending.delete(pending));
    this.#pending.add(pending);
  }

  #note(outcome: GroupOutcome): void {
    if (outcome.kind === "sent" || outcome.kind === "probe_failed") return;
    if (this.#stop === undefined || outcome.kind === "stopped") this.#stop = outcome;
  }

  /** Never rejects. */
  async drain(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  /** Waits for all groups. Throws the error of a group that could not be written. */
  async settle(): Promise<void> {
    await this.drain();
    if (this.#failures.length > 0) throw this.#failures[0];
  }
}
