/** Runs calls one after another: each starts when the one before has ended, also by an error. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    const run = last.then(call);
    last = run.catch(() => undefined);
    return run;
  };
}
