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
 * may be seen earlier, say that the transaction is aborted.
 */
export async function allInOrder(sent: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(sent)) if (outcome.status === "rejected") throw outcome.reason;
}
