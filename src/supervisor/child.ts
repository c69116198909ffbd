/** The message of a child process of `postrider start` to the supervisor. */
export type ReadyMessage = { type: "ready"; url?: string };

const drainLimitMs = 30_000;

/** No-op in a process without a supervisor. */
export function reportReady(message: { url?: string } = {}): void {
  const ready: ReadyMessage = { type: "ready", ...message };
  // Fails when the supervisor was killed just now; then `onStop` drains the process.
  process.send?.(ready, undefined, undefined, () => undefined);
}

/**
 * Runs the handler once when the process is asked to stop, or when the supervisor is gone without asking (killed),
 * and ends the process.
 */
export function onStop(handler: () => Promise<void>): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    // Without a supervisor, nothing else would end a hanging handler.
    setTimeout(() => process.exit(1), drainLimitMs).unref();
    handler().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  if (process.send === undefined) return;
  process.on("disconnect", stop);
  // The supervisor may have died before the listener was added.
  if (!process.connected) stop();
}
