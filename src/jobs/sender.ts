import { isOnNode } from "../db/distribution/abilities.ts";
import PgBoss from "pg-boss";
import type { SqlTag } from "../db/client.ts";
import type { SqlHandle } from "../db/tenant.ts";
import type { JobSender } from "../kernel/job-sender.ts";
import { insertSentJob } from "./sent-jobs.queries.ts";

/** The executor that pg-boss runs its statements on. */
export const createExecutor = (db: SqlHandle) => ({
  executeSql: async (text: string, values?: Parameters<SqlTag["unsafe"]>[1]) => ({
    rows: await db.sql.unsafe(text, values ?? []),
  }),
});

/** The executor for workers: pg-boss sends its maintenance as one text with BEGIN and COMMIT, and without values. */
export const createMaintenanceExecutor = (db: SqlHandle) => ({
  executeSql: async (text: string, values?: Parameters<SqlTag["unsafe"]>[1]) =>
    values === undefined ? { rows: await db.sql.unsafe(text).alone() } : createExecutor(db).executeSql(text, values),
});

/** Send-only: never polls; `installQueues` creates the schema. */
export function createJobSender(queue: SqlHandle): JobSender<SqlHandle> {
  const boss = new PgBoss({ db: createExecutor(queue), supervise: false, schedule: false, migrate: false });
  return {
    send: async (db, job, payload) => {
      const id = crypto.randomUUID();
      // The queue commits after the node of the company: `resendLostJobs` finds a job that was lost in between.
      if (isOnNode(db)) await insertSentJob(db, { id, name: job.name, payload });
      await boss.send(job.name, payload, { id, db: createExecutor(db) });
    },
    resend: async ({ id, name, payload }) => {
      await boss.send(name, payload, { id, db: createExecutor(queue) });
    },
  };
}
