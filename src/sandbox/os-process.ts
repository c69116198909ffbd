import { readFileSync, writeFileSync } from "node:fs";
import os from "node:os";

const MS_PER_TICK = 10;
const PAGES_PER_MB = 256;

/** CPU time of a process; undefined where the system has no /proc. */
export function readCpuMs(pid: number | undefined): number | undefined {
  const fields = readProc(pid, "stat")
    ?.replace(/^.*\) /s, "")
    .split(" ");
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

export function readResidentMb(pid: number | undefined): number | undefined {
  const pages = readProc(pid, "statm")?.split(" ")[1];
  return pages === undefined ? undefined : Number(pages) / PAGES_PER_MB;
}

function readProc(pid: number | undefined, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Linux compares the priorities of processes only within a session ("autogroup"), and the connections of the database have
 * sessions of their own: the session gets the priority too.
 */
export function changePriority(pid: number, priority: number): void {
  attempt(() => {
    const ofSession = readProc(pid, "autogroup");
    if (ofSession?.endsWith(` nice ${priority}\n`) === false) writeFileSync(`/proc/${pid}/autogroup`, String(priority));
  });
  attempt(() => {
    if (os.getPriority(pid) !== priority) os.setPriority(pid, priority);
  });
}

/** Only root may raise the priority of a process again; where the system refuses a change all keep the priority they have. */
function attempt(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
