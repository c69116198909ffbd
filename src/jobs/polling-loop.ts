import { setTimeout as delay } from "node:timers/promises";
import { backoffMs, backoffs, withJitter } from "../kernel/backoff.ts";
import type { Log } from "../log/log.ts";
import { FailingParts, type About } from "./failing-parts.ts";
import { countLoopFailure, noteLoopSuccess } from "./loop-state.ts";
import { WorkSignal } from "./work-signal.ts";

type PollingOptions = {
  /** What the loop does, for the log and the metrics. */
  readonly task: string;
  /** The pause after a round that found nothing more. */
  readonly intervalMs: number | (() => number);
  /** Ends the pause early. */
  readonly announced?: WorkSignal;
  readonly log: Log;
  /** Rounds at the same time; one when left out. */
  readonly concurrency?: number;
  /** One round; returns whether there may be more, so that the next one follows at once. */
  readonly round: (signal: AbortSignal) => Promise<boolean>;
};

/**
 * The one loop of background work: runs rounds until it is stopped. While rounds fail, the pause between them grows, and
 * their error is logged the first, second, fourth, eighth … time.
 */
export class PollingLoop {
  readonly #options: PollingOptions;
  readonly #stopping = new AbortController();
  readonly #parts: FailingParts;
  /** Failed rounds in a row. */
  #failures = 0;
  #rounds: Promise<unknown> = Promise.resolve();

  constructor(options: PollingOptions) {
    this.#options = options;
    this.#parts = new FailingParts(options.task, options.log);
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  start(): void {
    const { task, concurrency = 1 } = this.#options;
    noteLoopSuccess(task);
    this.#rounds = Promise.all(Array.from({ length: concurrency }, () => this.#run()));
  }

  /** Waits for the rounds that are under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#rounds;
  }

  async #run(): Promise<void> {
    const { announced = new WorkSignal() } = this.#options;
    while (!this.stopping.aborted) {
      const seen = announced.count;
      const outcome = await this.#runRound();
      if (outcome === "failed") await this.#waitAfterFailure();
      else if (outcome === "done") await announced.wait(seen, this.#intervalMs, this.stopping);
    }
  }

  async #runRound(): Promise<"more" | "done" | "failed"> {
    try {
      const hasMore = await this.#options.round(this.stopping);
      this.#recordSuccess();
      return hasMore ? "more" : "done";
    } catch (error) {
      this.#recordFailure(error);
      return "failed";
    }
  }

  #recordSuccess(): void {
    const { log, task } = this.#options;
    if (this.#failures > 0) log.info({ task, failures: this.#failures }, "background work goes on");
    this.#failures = 0;
    noteLoopSuccess(task);
  }

  #recordFailure(error: unknown): void {
    const { log, task } = this.#options;
    this.#failures += 1;
    countLoopFailure(task);
    if (isPowerOfTwo(this.#failures))
      log.warn({ err: error, task, failures: this.#failures }, "a round of background work failed");
  }

  get #intervalMs(): number {
    const { intervalMs } = this.#options;
    return typeof intervalMs === "number" ? intervalMs : intervalMs();
  }

  async #waitAfterFailure(): Promise<void> {
    const ms = withJitter(backoffMs(backoffs.round, this.#failures), Math.random);
    await delay(Math.max(this.#intervalMs, ms), undefined, { signal: this.stopping }).catch(() => undefined);
  }

  /** A part of a round, such as a company's: its failure delays only itself. Returns whether it has more to do. */
  async attempt(about: About, part: () => Promise<boolean>): Promise<boolean> {
    return !this.stopping.aborted && (await this.#parts.attempt(about, part)) === true;
  }
}

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;
