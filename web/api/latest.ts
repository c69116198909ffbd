/** The answer of a call that a newer one has replaced. */
export const outdated = Symbol("outdated");

/**
 * Runs calls of which only the newest counts: a new call aborts the one before it, and an answer that arrives late is
 * reported as `outdated`, also when the abort came too late to stop it.
 */
export function createLatest() {
  let newest = new AbortController();
  const replace = (): AbortController => {
    newest.abort();
    newest = new AbortController();
    return newest;
  };
  return {
    async run<Answer>(call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | typeof outdated> {
      const own = replace();
      try {
        const answer = await call(own.signal);
        return own === newest ? answer : outdated;
      } catch (error) {
        if (own !== newest) return outdated;
        throw error;
      }
    },
    /** Nothing that still runs counts. */
    cancel: () => void replace(),
  };
}
