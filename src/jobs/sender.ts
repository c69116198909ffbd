import PgBoss from "pg-boss";
import type { SqlTag } from "../db/client.ts";
import type { SqlHandle, SystemDb } from "../db/tenant.ts";
import type { JobSender } from "../kernel/job-sender.ts";

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
      await boss.send(job.name, payload, { db: executorOf(db), priority });
    },
  };
}
