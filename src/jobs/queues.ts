import PgBoss from "pg-boss";
import type { SqlTag } from "../db/client.ts";
import { sha256 } from "../kernel/crypto.ts";
import { isInstalled, saveInstalled } from "./installed.queries.ts";
import type { Job } from "./job.ts";
import { createExecutor } from "./sender.ts";

const toOptions = (job: Job) => ({
  name: job.name,
  retryLimit: job.retryLimit,
  retryDelay: job.retryDelayS,
  // Queues support seconds only; `expireInMinutes` would be ignored.
  expireInSeconds: job.expireMinutes * 60,
  ...(job.deadLetter === undefined ? {} : { deadLetter: job.deadLetter }),
});

/** The library's schema may change with its version. */
const libraryVersion = "pg-boss 10.4.2";

/** The library's queue of due schedules. A worker would create it and ignore that it has no right to. */
const scheduleQueue = "__pgboss__send-it";

/** Creates or updates the queues; part of preparing the database, like the migrations. Does nothing when they are up to date. */
export async function installQueues(db: { readonly sql: SqlTag }, jobs: readonly Job[]): Promise<void> {
  const description = jobs.map((job) => ({ ...toOptions(job), schedule: job.schedule }));
  const fingerprint = sha256(JSON.stringify([libraryVersion, scheduleQueue, description])).toString("hex");
  if (await isInstalled(db, { part: "queues", fingerprint })) return;
  const boss = new PgBoss({ db: createExecutor(db), supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue(scheduleQueue);
  for (const job of deadLettersFirst(jobs)) {
    await boss.createQueue(job.name, toOptions(job));
    await boss.updateQueue(job.name, toOptions(job));
    if (job.schedule !== undefined) await boss.schedule(job.name, job.schedule, {});
  }
  // Remove schedules of jobs that no longer exist: they would fill queues without a worker.
  for (const { name } of await boss.getSchedules()) {
    if (!jobs.some((job) => job.name === name && job.schedule !== undefined)) await boss.unschedule(name);
  }
  await boss.stop({ graceful: false, wait: true });
  await saveInstalled(db, { part: "queues", fingerprint });
}

/** A queue can only name a dead letter queue that exists. */
function deadLettersFirst(jobs: readonly Job[]): Job[] {
  const names = new Set(jobs.map(({ deadLetter }) => deadLetter));
  return jobs.toSorted((left, right) => Number(names.has(right.name)) - Number(names.has(left.name)));
}
