import { isUnreachable } from "../../db/client.ts";

/** About ten minutes of an unreachable database; a statement that fails otherwise is retried a few times only. */
const unreachableRetries = 600;
const errorRetries = 5;

/** The outcome of a sent message exists only in this process, so it is written however long the database is unreachable. */
export async function writeWithRetry<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === (isUnreachable(error) ? unreachableRetries : errorRetries)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(100 * 2 ** attempt, 1000)));
    }
  }
}

/** A write that fails does not stop the others; its error is thrown at the end. */
export async function writeAllWithRetry(writes: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const write of writes) {
    await writeWithRetry(write).catch((error: unknown) => {
      if (isUnreachable(error)) throw error;
      errors.push(error);
    });
  }
  if (errors.length > 0) throw errors[0];
}
