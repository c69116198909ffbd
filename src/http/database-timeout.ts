import type { SystemDb } from "../db/tenant.ts";
import { unavailable } from "../kernel/errors.ts";

const timeoutMs = 2000;

/** The first question to the database: when it does not answer, nobody waits in its queue. */
export function withDatabaseTimeout<Result>(answer: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unavailable("database")), timeoutMs);
    answer.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

/** For what begins with no question of its own: 503 at once instead of a visitor who waits. */
export async function requireDatabase(db: Pick<SystemDb, "sql">): Promise<void> {
  await withDatabaseTimeout(Promise.resolve(db.sql`select`));
}
