import { unavailable } from "../kernel/errors.ts";

const patienceMs = 2000;

/** The first question to the database: when it does not answer, nobody waits in its queue. */
export function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unavailable("database")), patienceMs);
    answer.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
