import { readdirSync, readFileSync } from "node:fs";
import { findCommandLine } from "../../../src/db/embedded/processes.ts";

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    // It ended meanwhile.
    return "";
  }
}

const listPids = (): number[] =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 0 && pid !== process.pid);

function readParent(pid: number): number {
  const stat = readProc(pid, "stat");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/** All descendants, including the server processes of the database. */
export function listTree(pid: number): number[] {
  const parents = listPids().map((candidate) => ({ pid: candidate, parent: readParent(candidate) }));
  const childrenOf = (parent: number): number[] =>
    parents.filter((row) => row.parent === parent).flatMap((row) => [row.pid, ...childrenOf(row.pid)]);
  return childrenOf(pid);
}

/** Processes of the product and its database that use a data folder, started by anyone. */
export const listUsing = (folder: string): number[] =>
  listPids().filter(
    (pid) => readProc(pid, "cmdline").includes(folder) || readProc(pid, "environ").includes(`DATA_DIR=${folder}`),
  );

/** The child process of a supervisor with that first argument. */
export function findChild(supervisor: number, command: "serve" | "worker"): number | undefined {
  return listTree(supervisor).find((pid) => findCommandLine(pid)?.trim().endsWith(`postrider.js ${command}`) === true);
}

export function findPostgres(supervisor: number): number | undefined {
  return listTree(supervisor).find((pid) => /bin\/postgres -D /.test(findCommandLine(pid) ?? ""));
}

export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      const isGone = error instanceof Error && "code" in error && error.code === "ESRCH";
      if (!isGone) throw error;
    }
  }
}
