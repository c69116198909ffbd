import { spawn, type ChildProcess } from "node:child_process";
import cluster from "node:cluster";

import type { ProcessExit } from "../db/embedded/postmaster.ts";
import { nextRestartDelay, pause, type Lifecycle } from "./lifecycle.ts";

/** `env` is the whole environment of the process. */
export type ProcessSpec = {
  name: string;
  script: string;
  args: readonly string[];
  env: Record<string, string | undefined>;
  /** Whether it listens on the same port as others of its kind. */
  sharesPort?: boolean;
  onReady?: (message: object) => void;
  /** Called when it exits with an error; true aborts the whole start instead of restarting it. */
  isFatal?: () => boolean;
};

export type PrintLine = (line: string) => void;

const drainLimitMs = 30_000;
const settleMs = 50;

function isReady(message: unknown): message is object {
  return typeof message === "object" && message !== null && "type" in message && message.type === "ready";
}

const stdio: ["ignore", "inherit", "inherit", "ipc"] = ["ignore", "inherit", "inherit", "ipc"];

const spawnAlone = ({ script, args, env }: ProcessSpec): ChildProcess =>
  spawn(process.execPath, [script, ...args], { env, stdio });

/**
 * The supervisor opens the socket and passes it on; each process accepts from it. A connection that the supervisor accepted and
 * handed to a process which ends at that moment, as is the default, would stay open without an answer.
 */
function forkSharingPort({ script, args, env }: ProcessSpec): ChildProcess {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: script, args: [...args], stdio });
  const worker = cluster.fork(env);
  // A message to a process that is just ending fails; without a listener its error would end the supervisor.
  worker.on("error", () => undefined);
  return worker.process;
}

/** Runs the process once until it exits. `stopping` drains it, `killing` kills it. */
export function runProcess(spec: ProcessSpec, lifecycle: Lifecycle): Promise<ProcessExit> {
  return new Promise((resolve) => {
    const child = spec.sharesPort === true ? forkSharingPort(spec) : spawnAlone(spec);
    let drainTimer: NodeJS.Timeout | undefined;
    const kill = () => child.kill("SIGKILL");
    const stop = () => {
      child.kill("SIGTERM");
      drainTimer = setTimeout(kill, drainLimitMs);
    };
    const removeListeners = () => {
      clearTimeout(drainTimer);
      lifecycle.stopping.removeEventListener("abort", stop);
      lifecycle.killing.removeEventListener("abort", kill);
    };
    lifecycle.stopping.addEventListener("abort", stop);
    lifecycle.killing.addEventListener("abort", kill);
    if (lifecycle.stopping.aborted) stop();
    child.on("message", (message: unknown) => {
      if (isReady(message)) spec.onReady?.(message);
    });
    child.on("error", () => {
      if (child.pid !== undefined) return;
      removeListeners();
      resolve({ code: null, signal: null });
    });
    child.once("exit", (code, signal) => {
      removeListeners();
      resolve({ code, signal });
    });
  });
}

export function describeExit({ code, signal }: ProcessExit): string {
  if (code === null && signal === null) return "could not be started";
  return signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
}

export async function superviseProcess(spec: ProcessSpec, lifecycle: Lifecycle, log: PrintLine): Promise<void> {
  let delayMs: number | undefined;
  while (!lifecycle.stopping.aborted) {
    const startedAt = Date.now();
    const exit = await runProcess(spec, lifecycle);
    // Ctrl-C reaches child processes at the same time; a child that exited first did not crash.
    await pause(settleMs, lifecycle.stopping);
    if (lifecycle.stopping.aborted) return;
    const isError = exit.code !== null && exit.code !== 0;
    if (isError && spec.isFatal?.() === true) {
      log(`The ${spec.name} process could not start: it ${describeExit(exit)}.`);
      lifecycle.fail();
      return;
    }
    delayMs = nextRestartDelay(delayMs, Date.now() - startedAt);
    log(`The ${spec.name} process ${describeExit(exit)}; restarting in ${delayMs} ms.`);
    await pause(delayMs, lifecycle.stopping);
  }
}
