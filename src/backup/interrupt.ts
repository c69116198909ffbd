import { isUnreachable } from "../db/client.ts";
import { EmbeddedError, withRemedy } from "../db/embedded/errors.ts";
import { startLifecycle, whenAborted } from "../supervisor/lifecycle.ts";
import { BackupError } from "./errors.ts";

/** The outcome of a command: a result, a stop by signal, or an explainable error. */
export type CommandOutcome<Result> =
  | { kind: "done"; result: Result }
  | { kind: "stopped" }
  | { kind: "failed"; problem: string };

/** A signal aborts the work so that it can clean up; unexpected errors are rethrown. */
export async function runInterruptible<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<CommandOutcome<Result>> {
  const lifecycle = startLifecycle();
  try {
    return { kind: "done", result: await work(lifecycle.stopping) };
  } catch (error) {
    if (lifecycle.stopping.aborted) return { kind: "stopped" };
    const problem = explain(error);
    if (problem === undefined) throw error;
    return { kind: "failed", problem };
  } finally {
    lifecycle.restoreSignals();
  }
}

/** Rejects as soon as the signal arrives, even while a query runs. */
export function rejectOnAbort<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  const stop = whenAborted(signal).then(() => {
    throw new BackupError("stopped");
  });
  return Promise.race([promise, stop]);
}

function explain(error: unknown): string | undefined {
  if (error instanceof BackupError || error instanceof EmbeddedError) return error.message;
  if (!(error instanceof Error)) return undefined;
  const advised = withRemedy(error.message);
  if (advised !== error.message || "path" in error) return advised;
  if (isUnreachable(error)) return `The database is unreachable: ${error.message}`;
  // Only the first line of the server's refusal: its details may quote people's data.
  return error.name === "PostgresError" ? `The database reported an error: ${error.message}` : undefined;
}
