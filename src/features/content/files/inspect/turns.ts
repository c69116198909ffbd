const maxAtOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** Pictures are unpacked a few at a time: each may take hundreds of megabytes. */
export async function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
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
}
