import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log.ts";
import { WorkSignal } from "./work-signal.ts";

type TaskLoopOptions<Task> = {
  /** What the loop does, for the log. */
  readonly task: string;
  readonly intervalMs: number;
  /** Ends the interval early. */
  readonly announced?: WorkSignal;
  readonly log: Log;
  /** Claims as many due tasks as there is room for beside those that run. */
  readonly claim: (running: readonly Task[]) => Promise<readonly Task[]>;
  /** A task that fails is due again after its lease. */
  readonly run: (task: Task, signal: AbortSignal) => Promise<void>;
  readonly describe: (task: Task) => Readonly<Record<string, string>>;
};

/** Tasks that last longer than the shutdown are run again by another worker. */
const stopMs = 5000;

/** Claims tasks and runs them concurrently, until it is stopped. */
export class TaskLoop<Task> {
  readonly #options: TaskLoopOptions<Task>;
  readonly #stopping = new AbortController();
  readonly #running = new Map<Promise<void>, Task>();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: TaskLoopOptions<Task>) {
    this.#options = options;
  }

  start(): void {
    this.#loop = this.#poll();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    await Promise.race([Promise.all(this.#running.keys()), delay(stopMs, undefined, { ref: false })]);
  }

  async #poll(): Promise<void> {
    const { log, task, intervalMs, announced = new WorkSignal() } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const seen = announced.count;
      const started = await this.startTasks().catch((error: unknown) => {
        log.warn({ err: error, task }, "cannot look up due work");
        return [];
      });
      if (started.length === 0) await announced.wait(seen, intervalMs, signal);
    }
  }

  /** Starts as many due tasks as there is room for. */
  async startTasks(): Promise<readonly Promise<void>[]> {
    const claimed = await this.#options.claim([...this.#running.values()]);
    return claimed.map((task) => this.#start(task));
  }

  #start(task: Task): Promise<void> {
    const done = this.#run(task).finally(() => this.#running.delete(done));
    this.#running.set(done, task);
    return done;
  }

  /** A failure of one task must not stop the others. */
  async #run(task: Task): Promise<void> {
    const { run, log, describe, task: name } = this.#options;
    try {
      await run(task, this.#stopping.signal);
    } catch (error) {
      log.warn({ err: error, task: name, ...describe(task) }, "background work failed");
    }
  }
}
