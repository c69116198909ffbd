import { isConnectionLost } from "./client.ts";

/** Words of a statement that writes. */
export const writeWords = /\b(?:insert\s+into|delete\s+from|merge\s+into|(?<!\bfor\s+(?:no\s+key\s+)?)update)\b/i;

/** The first argument of a tag, as against that of its helpers. */
export const isTemplate = (value: unknown): value is TemplateStringsArray => Array.isArray(value) && "raw" in value;

type Reaction<Value> = (value: Value) => unknown;

/** The methods with which a statement of the client starts: the first call runs it. */
export const startingWith = (query: Promise<unknown>, run: () => Promise<unknown>) => ({
  // oxlint-disable-next-line unicorn/no-thenable
  then: (resolved?: Reaction<unknown>, rejected?: Reaction<unknown>) => run().then(resolved, rejected),
  catch: (rejected?: Reaction<unknown>) => run().catch(rejected),
  finally: (settled?: () => void) => run().finally(settled),
  execute: () => {
    void run();
    return query;
  },
});

/**
 * Waits for statements that were sent at once. The first error in the order of sending is the cause; those after it, which
 * may be seen earlier, say that the transaction is aborted. A lost connection is not waited for: the client never answers
 * statements that it had not sent by then.
 */
export async function allInOrder(sent: readonly Promise<unknown>[]): Promise<void> {
  const failures = await Promise.all(sent.map(failureOf));
  const first = failures.find((failure) => failure !== undefined);
  if (first !== undefined) throw first.error;
}

const failureOf = (statement: Promise<unknown>): Promise<{ readonly error: unknown } | undefined> =>
  statement.then(
    () => undefined,
    (error: unknown) => {
      if (isConnectionLost(error)) throw error;
      return { error };
    },
  );
