import { spawn } from "node:child_process";

import type { Ending } from "../db/embedded/postmaster.ts";
import { nextDelay, pause, type Life } from "./life.ts";

/** `env` is the whole environment of the process. */
export type Job = {
  name: string;
  script: string;
  args: readonly string[];
  env: Record<string, string | undefined>;
  onReady?: (message: object) => void;
  /** Asked when it ended with an error: true gives up on the whole start instead of trying again. */
  isHopeless?: () => boolean;
};

export type Log = (line: string) => void;

const drainLimitMs = 30_000;
const settleMs = 50;

function isReady(message: unknown): message is object {
  return typeof message === "object" && message !== null && "type" in message && message.type === "ready";
}

/** One run, from the start to the end of the process. A stop lets it drain, a hurried one does not. */
export function runOnce(job: Job, life: Life): Promise<Ending> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [job.script, ...job.args], {
      env: job.env,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    let drainTimer: NodeJS.Timeout | undefined;
    const kill = () => child.kill("SIGKILL");
    const stop = () => {
      child.kill("SIGTERM");
      drainTimer = setTimeout(kill, drainLimitMs);
    };
    const forget = () => {
      clearTimeout(drainTimer);
      life.stopping.removeEventListener("abort", stop);
      life.hurrying.removeEventListener("abort", kill);
    };
    life.stopping.addEventListener("abort", stop);
    life.hurrying.addEventListener("abort", kill);
    if (life.stopping.aborted) stop();
    child.on("message", (message: unknown) => {
      if (isReady(message)) job.onReady?.(message);
    });
    child.once("error", () => {
      if (child.pid !== undefined) return;
      forget();
      resolve({ code: null, signal: null });
    });
    child.once("exit", (code, signal) => {
      forget();
      resolve({ code, signal });
    });
  });
}

export function describeEnding({ code, signal }: Ending): string {
  if (code === null && signal === null) return "could not be started";
  return signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
}

export async function keepRunning(job: Job, life: Life, log: Log): Promise<void> {
  let delayMs: number | undefined;
  while (!life.stopping.aborted) {
    const startedAt = Date.now();
    const ending = await runOnce(job, life);
    // Ctrl-C reaches the processes as soon as it reaches us; one that ended first did not crash.
    await pause(settleMs, life.stopping);
    if (life.stopping.aborted) return;
    const isError = ending.code !== null && ending.code !== 0;
    if (isError && job.isHopeless?.() === true) {
      log(`The ${job.name} process could not start: it ${describeEnding(ending)}.`);
      life.fail();
      return;
    }
    delayMs = nextDelay(delayMs, Date.now() - startedAt);
    log(`The ${job.name} process ${describeEnding(ending)}; it starts again in ${delayMs} ms.`);
    await pause(delayMs, life.stopping);
  }
}
