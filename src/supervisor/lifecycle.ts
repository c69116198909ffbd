import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

/** Lifecycle of the supervisor: `stopping` on the first signal or failure, `killing` on the second signal. */
export type Lifecycle = {
  stopping: AbortSignal;
  killing: AbortSignal;
  exitCode(): number;
  fail(): void;
  /** Restores the default signal handlers. */
  restoreSignals(): void;
};

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export function startLifecycle(): Lifecycle {
  const stop = new AbortController();
  const kill = new AbortController();
  // One listener per process; there may be many.
  setMaxListeners(0, stop.signal, kill.signal);
  let exitCode = 0;
  const onSignal = () => {
    if (stop.signal.aborted) kill.abort();
    stop.abort();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    stopping: stop.signal,
    killing: kill.signal,
    exitCode: () => exitCode,
    fail() {
      if (stop.signal.aborted) return;
      exitCode = 1;
      stop.abort();
    },
    restoreSignals() {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}

export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        "abort",
        () => {
          resolve();
        },
        { once: true },
      );
  });
}

/** Waits until the delay is over or the stop begins. */
export async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal: stopping }).catch(() => undefined);
}

const firstDelayMs = 250;
const longestDelayMs = 10_000;
const stableAfterMs = 30_000;

/** Exponential backoff between restarts; a run that lasted a while resets it. */
export function nextRestartDelay(previousMs: number | undefined, ranMs: number): number {
  if (previousMs === undefined || ranMs > stableAfterMs) return firstDelayMs;
  return Math.min(previousMs * 2, longestDelayMs);
}
