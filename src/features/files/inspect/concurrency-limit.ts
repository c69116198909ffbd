/** Work that is done a few at a time; the others wait in the order in which they came. */
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
      // The turn is handed on, so that nobody comes in between.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** Each picture may take hundreds of megabytes while it is unpacked. */
export const limitImageWork = createConcurrencyLimiter(2);
