import PgBoss from "pg-boss";
import type { SystemDb } from "../db/tenant.ts";
import type { Log } from "../log.ts";
import type { Job } from "./job.ts";
import { PollingLoop } from "./polling-loop.ts";
import { listDueQueues } from "./queries.ts";
import { maintenanceExecutorOf } from "./sender.ts";

export type JobRunner = { readonly job: Job; run(payload: unknown): Promise<void> };

const pollIntervalMs = 1000;
/** The library polls each queue by itself too; the loop below finds due jobs earlier. */
const ownPollingSeconds = 60;

/** The polling side of the queue. One statement looks for due jobs of all queues. */
export class JobWorker {
  readonly #boss: PgBoss;
  readonly #runners: readonly JobRunner[];
  readonly #log: Log;
  /** The library's worker of each queue. */
  readonly #workers = new Map<string, string>();
  readonly #loop: PollingLoop;

  constructor(db: SystemDb, runners: readonly JobRunner[], log: Log) {
    this.#boss = new PgBoss({ db: maintenanceExecutorOf(db), migrate: false });
    this.#runners = runners;
    this.#log = log;
    // The queue keeps polling; a database outage is logged here and recovers by itself.
    this.#boss.on("error", (error) => log.warn({ err: error }, "job queue"));
    const round = async () => {
      for (const queue of await listDueQueues(db)) this.#wake(queue);
      return false;
    };
    this.#loop = new PollingLoop({ task: "job queue", intervalMs: pollIntervalMs, log, round });
  }

  #wake(queue: string): void {
    const worker = this.#workers.get(queue);
    if (worker !== undefined) this.#boss.notifyWorker(worker);
  }

  async start(): Promise<void> {
    await this.#boss.start();
    for (const runner of this.#runners) {
      const { job } = runner;
      const options = { batchSize: 1, pollingIntervalSeconds: ownPollingSeconds };
      const worker = await this.#boss.work(job.name, options, async ([item]) => {
        if (item === undefined) return;
        try {
          await runner.run(item.data);
        } catch (error) {
          this.#log.error({ err: error, job: job.name, jobId: item.id }, "job failed");
          throw error;
        } finally {
          // Poll again at once, because more jobs may be queued.
          this.#wake(job.name);
        }
      });
      this.#workers.set(job.name, worker);
    }
    this.#loop.start();
  }

  /** Waits for running jobs. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#boss.stop({ graceful: true, wait: true, timeout: 25_000 });
  }
}
