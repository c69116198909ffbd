import PgBoss from "pg-boss";
import type { SqlTag } from "../db/client.ts";
import type { SqlHandle, SystemDb } from "../db/tenant.ts";
import type { JobSender } from "../kernel/job-sender.ts";

/** What the queue runs its statements on; asked for each time, since lost connections are replaced. */
export const executorOf = (db: SqlHandle) => ({
  executeSql: async (text: string, values?: Parameters<SqlTag["unsafe"]>[1]) => ({
    rows: await db.sql.unsafe(text, values ?? []),
  }),
});

/**
 * The same for the side that works, whose upkeep comes as one text with a transaction of its own: the client refuses that
 * outside of a connection that is set aside.
 */
export const maintenanceExecutorOf = (db: SystemDb) => ({
  executeSql: async (text: string, values?: Parameters<SqlTag["unsafe"]>[1]) => {
    const own = /^\s*BEGIN;([^]*)COMMIT;\s*$/.exec(text)?.[1];
    if (own === undefined) return executorOf(db).executeSql(text, values);
    return db.transaction((inner) => executorOf(inner).executeSql(own));
  },
});

/** The queue as a sender only: it never polls, and the schema is made by `installQueues`. */
export function createJobSender(queue: SqlHandle): JobSender<SqlHandle> {
  const boss = new PgBoss({ db: executorOf(queue), supervise: false, schedule: false, migrate: false });
  return {
    send: async (db, job, payload, priority = 0) => {
      await boss.send(job.name, payload, { db: executorOf(db), priority });
    },
  };
}
