import { setTimeout as delay } from "node:timers/promises";
import PgBoss from "pg-boss";
import type { SystemDb } from "../db/tenant.ts";
import { minutes } from "../kernel/local-time.ts";
import type { Log } from "../log/log.ts";
import { FailingParts } from "./failing-parts.ts";
import type { Job } from "./job.ts";
import { PollingLoop } from "./polling-loop.ts";
import { listDueQueues } from "./queries.ts";
import { createMaintenanceExecutor } from "./sender.ts";

export type JobRunner = { readonly job: Job; run(payload: unknown): Promise<void> };

const task = "jobs";
const pollIntervalMs = 1000;
/** Jobs that last longer than the shutdown are given back to the queue. */
const stopMs = 25_000;

/**
 * Runs the jobs of all queues, one of each queue at a time. One statement looks for queues with due jobs; the library keeps
 * the queues and their schedules, and polls none of them itself.
 */
export class JobWorker {
  readonly #db: SystemDb;
  readonly #boss: PgBoss;
  readonly #runners: readonly JobRunner[];
  readonly #log: Log;
  readonly #queues: FailingParts;
  readonly #loop: PollingLoop;
  /** Rounds under way; the key is the name of the queue. */
  readonly #running = new Map<string, Promise<unknown>>();
  /** The queue of each running job. */
  readonly #active = new Map<string, string>();

  constructor(db: SystemDb, runners: readonly JobRunner[], log: Log) {
    this.#db = db;
    this.#boss = new PgBoss({ db: createMaintenanceExecutor(db), migrate: false });
    this.#runners = runners;
    this.#log = log;
    // The schedules recover by themselves after a database outage.
    this.#boss.on("error", (error) => log.warn({ err: error }, "job queue"));
    this.#queues = new FailingParts(task, log);
    const round = (stopping: AbortSignal) => this.#startQueues(stopping);
    this.#loop = new PollingLoop({ task, intervalMs: pollIntervalMs, log, round });
  }

  async start(): Promise<void> {
    await this.#boss.start();
    this.#loop.start();
  }

  /** Waits for running jobs. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.race([Promise.all(this.#running.values()), delay(stopMs, undefined, { ref: false })]);
    for (const [id, queue] of this.#active) await this.#boss.fail(queue, id, new Error("the worker was stopped"));
    await this.#boss.stop({ graceful: false });
  }

  /** Never has more at once: a queue runs until it is empty, and one that the library cannot read is left for a while. */
  async #startQueues(stopping: AbortSignal): Promise<false> {
    const due = new Set(await listDueQueues(this.#db));
    for (const runner of this.#runners) {
      const { name } = runner.job;
      if (!due.has(name) || this.#running.has(name)) continue;
      const running = this.#queues.attempt({ job: name }, () => this.#runQueue(runner, stopping));
      this.#running.set(
        name,
        running.finally(() => this.#running.delete(name)),
      );
    }
    return false;
  }

  /** Runs the jobs of the queue one after another until none is due. */
  async #runQueue(runner: JobRunner, stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const [item] = await this.#boss.fetch(runner.job.name);
      if (item === undefined) return;
      this.#active.set(item.id, runner.job.name);
      await this.#runJob(runner, item).finally(() => this.#active.delete(item.id));
    }
  }

  async #runJob(runner: JobRunner, { id, data }: PgBoss.Job<unknown>): Promise<void> {
    const { job } = runner;
    try {
      await beforeExpiry(job, runner.run(data));
    } catch (error) {
      this.#log.error({ err: error, job: job.name, jobId: id }, "job failed");
      await this.#boss.fail(job.name, id, error instanceof Error ? error : new Error("not an error"));
      return;
    }
    await this.#boss.complete(job.name, id);
  }
}

/** The queue gives an expired job to another worker; a run that never ends must not keep the others of its queue waiting. */
async function beforeExpiry(job: Job, run: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`the job did not end within ${job.expireMinutes} minutes`));
    }, minutes(job.expireMinutes));
  });
  try {
    await Promise.race([run, expired]);
  } finally {
    clearTimeout(timer);
  }
}
