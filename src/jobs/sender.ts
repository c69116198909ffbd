import PgBoss from "pg-boss";
import type { SqlTag } from "../db/client.ts";
import type { SqlHandle, SystemDb, TenantDb } from "../db/tenant.ts";
import type { JobSender } from "../kernel/job-sender.ts";
import { insertSentJob } from "./sent-jobs.queries.ts";

/** The executor that pg-boss runs its statements on; `db.sql` is read each time, because lost pools are replaced. */
export const executorOf = (db: SqlHandle) => ({
  executeSql: async (text: string, values?: Parameters<SqlTag["unsafe"]>[1]) => ({
    rows: await db.sql.unsafe(text, values ?? []),
  }),
});

/**
 * The executor for workers: pg-boss sends its maintenance as one text with BEGIN and COMMIT, which the client
 * allows only on a reserved connection.
 */
export const maintenanceExecutorOf = (db: SystemDb) => ({
  executeSql: async (text: string, values?: Parameters<SqlTag["unsafe"]>[1]) => {
    const own = /^\s*BEGIN;([^]*)COMMIT;\s*$/.exec(text)?.[1];
    if (own === undefined) return executorOf(db).executeSql(text, values);
    return db.transaction((inner) => executorOf(inner).executeSql(own));
  },
});

/** Send-only: never polls; `installQueues` creates the schema. */
export function createJobSender(queue: SqlHandle): JobSender<SqlHandle> {
  const boss = new PgBoss({ db: executorOf(queue), supervise: false, schedule: false, migrate: false });
  return {
    send: async (db, job, payload, priority = 0) => {
      const id = crypto.randomUUID();
      // The queue commits after the node of the company: `resendLostJobs` finds a job that was lost in between.
      if (isOnNode(db)) await insertSentJob(db, { id, name: job.name, payload, priority });
      await boss.send(job.name, payload, { id, db: executorOf(db), priority });
    },
    resend: async ({ id, name, payload, priority }) => {
      await boss.send(name, payload, { id, db: executorOf(queue), priority });
    },
  };
}

const isOnNode = (db: SqlHandle): db is TenantDb =>
  "tenantId" in db && "isDistributed" in db && db.isDistributed === true;
