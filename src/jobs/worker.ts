import PgBoss from "pg-boss";
import type { SystemDb } from "../db/tenant.ts";
import type { Log } from "../log.ts";
import type { Job } from "./job.ts";
import { maintenanceExecutorOf } from "./sender.ts";

export type JobRunner = { readonly job: Job; run(payload: unknown): Promise<void> };

/** The polling side of the queue. */
export class JobWorker {
  readonly #boss: PgBoss;
  readonly #runners: readonly JobRunner[];
  readonly #log: Log;

  constructor(db: SystemDb, runners: readonly JobRunner[], log: Log) {
    this.#boss = new PgBoss({ db: maintenanceExecutorOf(db), migrate: false });
    this.#runners = runners;
    this.#log = log;
    // The queue keeps polling; a database outage is logged here and recovers by itself.
    this.#boss.on("error", (error) => log.warn({ err: error }, "job queue"));
  }

  async start(): Promise<void> {
    await this.#boss.start();
    for (const runner of this.#runners) {
      const { job } = runner;
      // Scheduled jobs may wait; poll them less often.
      const pollingIntervalSeconds = job.schedule === undefined ? 1 : 10;
      const worker = await this.#boss.work(job.name, { batchSize: 1, pollingIntervalSeconds }, async ([item]) => {
        if (item === undefined) return;
        try {
          await runner.run(item.data);
        } catch (error) {
          this.#log.error({ err: error, job: job.name, jobId: item.id }, "job failed");
          throw error;
        } finally {
          // Poll again at once, because more jobs may be queued.
          this.#boss.notifyWorker(worker);
        }
      });
    }
  }

  /** Waits for running jobs. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, wait: true, timeout: 25_000 });
  }
}
