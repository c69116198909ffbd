/** Limits concurrent work; waiting calls run in order of arrival. */
export type ConcurrencyLimiter = <Result>(run: () => Promise<Result>) => Promise<Result>;

export function createConcurrencyLimiter(maxAtOnce: number): ConcurrencyLimiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      // Passes the slot to the next waiting call, so that a new call cannot take it.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** A decoded image may take hundreds of megabytes. */
export const limitImageWork = createConcurrencyLimiter(2);
