import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { SqlTag } from "../../src/db/client.ts";

/** CPU time, memory and children of processes, from Linux's /proc. */
type Stat = { pid: number; parent: number; ownMs: number; childrenMs: number };

const tickMs = 10;

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const at = (index: number) => fields[index] ?? 0;
    return { pid, parent: at(1), ownMs: (at(11) + at(12)) * tickMs, childrenMs: (at(13) + at(14)) * tickMs };
  } catch {
    return undefined;
  }
}

function listTree(roots: readonly number[]): Stat[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? []);
  const found = new Set(roots);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}

/** CPU time of processes and their descendants, including ended ones. */
export const cpuMs = (roots: readonly number[]): number =>
  listTree(roots).reduce((sum, { ownMs, childrenMs }) => sum + ownMs + childrenMs, 0);

/** Waits until they are idle: pending work would be counted in the next measurement. */
export async function untilIdle(roots: readonly number[]): Promise<void> {
  for (;;) {
    const before = cpuMs(roots);
    await delay(2000);
    if (cpuMs(roots) - before < 100) return;
  }
}

export function residentMb(pids: readonly number[]): number {
  const pages = pids.map((pid) => Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]));
  return Math.round((pages.reduce((sum, count) => sum + count, 0) * 4096) / 1_048_576);
}

type MemoryOptions = { readonly field?: "Pss" | "Pss_Shmem"; readonly without?: ReadonlySet<number> };

/** Memory of processes and their descendants; what several of them share counts once. `Pss_Shmem` is the shared part. */
export function proportionalMb(
  roots: readonly number[],
  { field = "Pss", without = new Set() }: MemoryOptions = {},
): number {
  const line = new RegExp(String.raw`^${field}:\s+(\d+)`, "m");
  const kilobytes = listTree(roots).map(({ pid }) => {
    if (without.has(pid)) return 0;
    try {
      return Number(line.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return Math.round(kilobytes.reduce((sum, kb) => sum + kb, 0) / 1024);
}

/** The postmaster; the server processes are its children. */
export async function postmasterPid(sql: SqlTag): Promise<number> {
  const [row] = await sql<{ pid: string }[]>`
    select split_part(pg_read_file('postmaster.pid'), e'\n', 1) as pid`;
  return Number(row?.pid);
}

/** A port of the loopback address that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}
