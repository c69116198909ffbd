import type { SystemDb } from "../db/tenant.ts";
import { unavailable } from "../kernel/errors.ts";

const timeoutMs = 2000;

/** For the first query of a request: fails with 503 instead of queueing while the database is down. */
export function withDatabaseTimeout<Result>(answer: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unavailable("database")), timeoutMs);
    answer.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

/** For requests that start without a query: 503 at once while the database is down. */
export async function requireDatabase(db: Pick<SystemDb, "sql">): Promise<void> {
  await withDatabaseTimeout(Promise.resolve(db.sql`select`));
}
