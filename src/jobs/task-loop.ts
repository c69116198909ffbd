import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log/log.ts";
import type { About } from "./failing-parts.ts";
import { countLoopFailure } from "./loop-state.ts";
import { PollingLoop } from "./polling-loop.ts";
import type { WorkSignal } from "./work-signal.ts";

type TaskLoopOptions<Task> = {
  /** What the loop does, for the log and the metrics. */
  readonly task: string;
  readonly intervalMs: number;
  /** Ends the interval early. */
  readonly announced?: WorkSignal;
  readonly log: Log;
  /** How long a stop waits for tasks; those that last longer are run again by another worker. */
  readonly stopMs?: number;
  /** Claims as many due tasks as there is room for beside those that run. */
  readonly claim: (running: readonly Task[]) => Promise<readonly Task[]>;
  /** A task that fails is due again after its lease. */
  readonly run: (task: Task, signal: AbortSignal) => Promise<void>;
  readonly describe: (task: Task) => About;
};

const defaultStopMs = 5000;

/** Claims tasks in the rounds of a polling loop and runs them concurrently, until it is stopped. */
export class TaskLoop<Task> {
  readonly #options: TaskLoopOptions<Task>;
  readonly #running = new Map<Promise<void>, Task>();
  readonly #loop: PollingLoop;

  constructor(options: TaskLoopOptions<Task>) {
    this.#options = options;
    const round = async () => (await this.startTasks()).length > 0;
    this.#loop = new PollingLoop({ ...options, round });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    const { stopMs = defaultStopMs } = this.#options;
    await Promise.race([Promise.all(this.#running.keys()), delay(stopMs, undefined, { ref: false })]);
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
    const { run, describe, log, task: name } = this.#options;
    try {
      await run(task, this.#loop.stopping);
    } catch (error) {
      countLoopFailure(name);
      log.warn({ err: error, task: name, ...describe(task) }, "background work failed");
    }
  }
}
