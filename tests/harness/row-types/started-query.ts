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
