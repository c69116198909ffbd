import { commitsWithQueue } from "../db/distribution/abilities.ts";
import { Type } from "typebox";
import type { SqlHandle, SystemDb } from "../db/tenant.ts";
import { dropJournalPartitionsBefore, createJournalPartitions } from "../journal/partitions.ts";
import type { Clock } from "../kernel/clock.ts";
import type { JobSender } from "../kernel/job-sender.ts";
import { addMonths } from "../kernel/local-time.ts";
import { deleteExpiredFiles } from "../storage/files.queries.ts";
import { defineJob } from "./job.ts";
import * as queries from "./queries.ts";
import { deleteSentJobs, listQueuedIds, listSentJobs } from "./sent-jobs.queries.ts";

const monthsAhead = 3;

/** Nightly: creates the journal partitions of the next months, drops those past retention, deletes expired idempotency responses and files. */
export const maintenanceJob = defineJob({
  name: "maintenance",
  payload: Type.Object({}),
  retryLimit: 5,
  retryDelayS: 300,
  expireMinutes: 30,
  schedule: "40 0 * * *",
});

export async function runMaintenance(db: SystemDb, clock: Clock, journalMonths: number): Promise<void> {
  const now = clock.now();
  await db.transaction(async ({ sql }) => {
    // A backup reads the journal for minutes; waiting for its lock would block every writer behind it. Retried later.
    await sql`set local lock_timeout = '2s'`;
    await createJournalPartitions(sql, now, addMonths(now, monthsAhead));
    await dropJournalPartitionsBefore(sql, addMonths(now, -journalMonths));
  });
  await queries.deleteOldActions(db);
  await deleteExpiredFiles(db);
}

/** Every minute, on a cluster: jobs that the queue lost are sent again. */
export const resendLostJob = defineJob({
  name: "resend-lost",
  payload: Type.Object({}),
  retryLimit: 0,
  retryDelayS: 1,
  expireMinutes: 5,
  schedule: "* * * * *",
});

/** Jobs of companies on a cluster that the queue does not have because the coordinator crashed before it committed them. */
export async function resendLostJobs(db: SystemDb, jobs: JobSender<SqlHandle>): Promise<number> {
  if (commitsWithQueue(db)) return 0;
  const sent = await listSentJobs(db);
  const queued = await listQueuedIds(
    db,
    sent.map(({ id }) => id),
  );
  const lost = sent.filter(({ id }) => !queued.has(id));
  for (const job of lost) await jobs.resend(job);
  for (const tenantId of new Set(sent.map((job) => job.tenantId))) {
    const ids = sent.filter((job) => job.tenantId === tenantId).map(({ id }) => id);
    await deleteSentJobs(db.forTenant(tenantId), ids);
  }
  return lost.length;
}
