import { spawn, type ChildProcess } from "node:child_process";
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { chownToFolderOwner, type Account } from "./account.ts";
import { EmbeddedError, errorCode, withRemedy } from "./errors.ts";
import { findCommandLine, isAlive } from "./processes.ts";

export type Postmaster = { pid: number; port: number; socketFolder: string; isReady: boolean };

export type ProcessExit = { code: number | null; signal: string | null };

export type LaunchedServer = { child: ChildProcess; pid: number; exited: Promise<ProcessExit> };

export type LaunchOptions = {
  program: string;
  account: Account | undefined;
  cluster: string;
  port: number;
  socketFolder: string;
  logFile: string;
};

const pollMs = 10;
const fastStopMs = 60_000;
const immediateStopMs = 10_000;
const sharedMemoryTimeoutMs = 30_000;
const logLimitBytes = 10_000_000;

/** Only the variables that PostgreSQL needs: our environment holds secrets. */
export const cleanEnvironment = { LC_ALL: "C", TZ: "UTC" };

/** The live server of a cluster, started by any process. pg_ctl relies on the same file format. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readLines(path.join(cluster, "postmaster.pid"));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  const isOther = findCommandLine(pid)?.includes(cluster) === false;
  if (isOther) return undefined;
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? "", isReady: lines[7]?.trim() === "ready" };
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** PostgreSQL refuses to start when the pid in a stale pid or socket lock file now belongs to another program. */
export function removeStalePidFiles(cluster: string): void {
  if (findPostmaster(cluster) !== undefined) return;
  const left = readdirSync(cluster).filter((name) => name === "postmaster.pid" || name.startsWith(".s.PGSQL."));
  for (const name of left) rmSync(path.join(cluster, name), { force: true });
}

export async function stopPostmaster(pid: number): Promise<void> {
  if (await exitsAfterSignal(pid, "SIGINT", fastStopMs)) return;
  if (await exitsAfterSignal(pid, "SIGQUIT", immediateStopMs)) return;
  await exitsAfterSignal(pid, "SIGKILL", immediateStopMs);
}

async function exitsAfterSignal(pid: number, signal: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) === "ESRCH") return true;
    throw error;
  }
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await delay(pollMs);
  }
  return true;
}

function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logLimitBytes) renameSync(file, `${file}.1`);
  const log = openSync(file, "a", 0o600);
  chownToFolderOwner(file);
  return log;
}

/** Starts the server and waits until it accepts connections; crash recovery may take long. */
export async function launchPostmaster(plan: LaunchOptions): Promise<LaunchedServer> {
  const deadline = Date.now() + sharedMemoryTimeoutMs;
  for (;;) {
    const attempt = await tryLaunch(plan);
    if (typeof attempt !== "string") return attempt;
    // Backends of a killed server end with their statement; until then they hold its shared memory.
    const isHeldByLeftovers = /shared memory block .* is still in use|postmaster\.pid" already exists/.test(attempt);
    if (!isHeldByLeftovers || Date.now() > deadline) {
      const problem = `The embedded database did not start: ${attempt}\nIts log is ${plan.logFile}`;
      throw new EmbeddedError(withRemedy(problem));
    }
    await delay(10 * pollMs);
  }
}

/** The setting is a list of folders. */
const quoted = (folder: string): string => (folder === "" ? "" : `"${folder.replaceAll('"', '""')}"`);

async function tryLaunch(plan: LaunchOptions): Promise<LaunchedServer | string> {
  const log = openLog(plan.logFile);
  const logStart = fstatSync(log).size;
  // Detached: Ctrl-C reaches the whole process group of the terminal, and the database has to outlive its users.
  const child = spawn(plan.program, ["-D", plan.cluster, "-p", String(plan.port), "-k", quoted(plan.socketFolder)], {
    cwd: plan.cluster,
    env: cleanEnvironment,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", log, log],
    ...plan.account,
  });
  closeSync(log);
  const outcome: { failure?: string } = {};
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once("exit", (code, signal) => {
      outcome.failure ??= firstErrorsIn(logAfter(plan.logFile, logStart), { code, signal });
      resolve({ code, signal });
    });
    child.once("error", (error) => {
      outcome.failure ??= error.message;
      resolve({ code: null, signal: null });
    });
  });
  while (outcome.failure === undefined) {
    const running = findPostmaster(plan.cluster);
    if (running?.isReady === true && running.pid === child.pid) return { child, pid: running.pid, exited };
    await delay(pollMs);
  }
  return outcome.failure;
}

/** Undefined when the data folder was removed together with its server. */
const logAfter = (file: string, start: number): string =>
  existsSync(file) ? readFileSync(file).subarray(start).toString("utf8") : "";

/** The first error lines of a PostgreSQL output. */
export function firstErrorsIn(log: string, ending: ProcessExit): string {
  const lines = log
    .split("\n")
    .flatMap((line) => /(?:FATAL|PANIC|ERROR|error:|error while loading).*/.exec(line) ?? []);
  const ended = ending.signal === null ? `it ended with code ${ending.code}` : `it was ended by ${ending.signal}`;
  return lines.length === 0 ? ended : [...new Set(lines)].slice(0, 3).join("; ");
}
