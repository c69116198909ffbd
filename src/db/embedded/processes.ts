import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

function readProc(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return undefined;
  }
}

function readPs(pid: number, field: string): string | undefined {
  try {
    const answer = execFileSync("ps", ["-ww", "-o", `${field}=`, "-p", String(pid)], { encoding: "utf8" });
    return answer.trim() || undefined;
  } catch {
    return undefined;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * The start time of a process as an opaque string; undefined when it is dead. Process ids are reused (after a
 * reboot, in containers all the time), so a pid identifies a process only together with its start time.
 */
export function findStartTime(pid: number): string | undefined {
  if (process.platform === "linux") {
    const stat = readProc(pid, "stat");
    if (stat === undefined) return undefined;
    // The name in parentheses may contain spaces; the state follows it and, 19 fields later, the start time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const isDead = fields[0] === "Z" || fields[0] === "X";
    return isDead ? undefined : (fields[19] ?? "0");
  }
  if (!exists(pid)) return undefined;
  if (process.platform === "win32") return "0";
  const startedAt = readPs(pid, "lstart");
  return startedAt === undefined ? undefined : String(Date.parse(startedAt));
}

export function isAlive(pid: number): boolean {
  return findStartTime(pid) !== undefined;
}

/** Undefined when the process is dead, or unsupported by the system (Windows). */
export function findCommandLine(pid: number): string | undefined {
  if (process.platform === "win32") return undefined;
  if (process.platform === "linux") return readProc(pid, "cmdline")?.replaceAll("\0", " ");
  return readPs(pid, "command");
}
