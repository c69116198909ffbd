import PgBoss from "pg-boss";
import type { SqlTag } from "../db/client.ts";
import type { Job } from "./job.ts";
import { executorOf } from "./sender.ts";

const optionsOf = (job: Job) => ({
  name: job.name,
  retryLimit: job.retryLimit,
  retryDelay: job.retryDelayS,
  expireInMinutes: job.expireMinutes,
  ...(job.deadLetter === undefined ? {} : { deadLetter: job.deadLetter }),
});

/** Makes or updates the queues; part of preparing the database, like the migrations. */
export async function installQueues(sql: SqlTag, jobs: readonly Job[]): Promise<void> {
  const boss = new PgBoss({ db: executorOf(sql), supervise: false, schedule: false });
  await boss.start();
  for (const job of jobs) {
    await boss.createQueue(job.name, optionsOf(job));
    await boss.updateQueue(job.name, optionsOf(job));
    if (job.schedule !== undefined) await boss.schedule(job.name, job.schedule, {});
  }
  await boss.stop({ graceful: false, wait: true });
}
