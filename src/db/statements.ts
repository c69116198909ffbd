/**
 * Waits for statements that were sent at once. The first error in the order of sending is the cause; those after it, which
 * may be seen earlier, say that the transaction is aborted.
 */
export async function allInOrder(sent: readonly Promise<unknown>[]): Promise<void> {
  const failures = await Promise.all(sent.map(waitForFailure));
  const first = failures.find((failure) => failure !== undefined);
  if (first !== undefined) throw first.error;
}

const waitForFailure = (statement: Promise<unknown>): Promise<{ readonly error: unknown } | undefined> =>
  statement.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
