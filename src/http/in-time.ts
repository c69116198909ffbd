import { unavailable } from "../kernel/errors.ts";

const patienceMs = 2000;

/** The first question to the database: when it does not answer, nobody waits in its queue. */
export function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable("database")), patienceMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
