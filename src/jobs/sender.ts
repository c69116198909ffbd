import PgBoss from "pg-boss";
import type { Static, TObject } from "typebox";
import type { SqlTag } from "../db/client.ts";
import type { SystemDb } from "../db/tenant.ts";
import type { Job } from "./job.ts";

/** Work is sent with the handle of the transaction that wants it, so that both happen or neither. */
export type JobSender = {
  /** What has a higher priority goes first; 0 unless told. */
  send<Payload extends TObject>(
    db: { sql: SqlTag },
    job: Job<Payload>,
    payload: Static<Payload>,
    priority?: number,
  ): Promise<void>;
};

type Handle = { readonly sql: SqlTag };

/** What the queue runs its statements on; asked for each time, since lost connections are replaced. */
export const executorOf = (db: Handle) => ({
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
export function createJobSender(queue: Handle): JobSender {
  const boss = new PgBoss({ db: executorOf(queue), supervise: false, schedule: false, migrate: false });
  return {
    send: async (db, job, payload, priority = 0) => {
      await boss.send(job.name, payload, { db: executorOf(db), priority });
    },
  };
}
