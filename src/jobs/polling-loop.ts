import type { Log } from "../log.ts";
import { WorkSignal } from "./work-signal.ts";

type PollingOptions = {
  /** What the loop does, for the log. */
  readonly task: string;
  readonly intervalMs: number;
  /** Ends the interval early. */
  readonly announced?: WorkSignal;
  readonly log: Log;
  /** One round; returns whether there may be more, so that the next one follows at once. */
  readonly round: () => Promise<boolean>;
};

const retryAfterMs = 30_000;

/** Runs rounds of work until it is stopped. A failed round is logged and repeated after the interval. */
export class PollingLoop {
  readonly #options: PollingOptions;
  readonly #stopping = new AbortController();
  /** Parts of a round that failed, and when to try them again. */
  readonly #failedUntil = new Map<string, number>();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: PollingOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { round, intervalMs, announced = new WorkSignal(), log, task } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const seen = announced.count;
      const hasMore = await round().catch((error: unknown) => {
        log.warn({ err: error, task }, "a round of background work failed");
        return false;
      });
      if (!hasMore) await announced.wait(seen, intervalMs, signal);
    }
  }

  /** A part of a round, such as a company's: its failure is logged, does not stop the others and delays only itself. */
  async attempt(about: Readonly<Record<string, string>>, part: () => Promise<boolean>): Promise<boolean> {
    const { log, task } = this.#options;
    const key = JSON.stringify(about);
    if (this.#stopping.signal.aborted || (this.#failedUntil.get(key) ?? 0) > performance.now()) return false;
    try {
      const hasMore = await part();
      this.#failedUntil.delete(key);
      return hasMore;
    } catch (error) {
      this.#failedUntil.set(key, performance.now() + retryAfterMs);
      log.error({ err: error, task, ...about }, "background work failed");
      return false;
    }
  }
}
