import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const script = path.resolve(import.meta.dirname, "../dist/main.js");
const port = 20_000 + (process.pid % 20_000);
const idleMs = 10_000;
const startLimitMs = 60_000;

type Running = { pid: number; readyMs: number; output: () => string };

/** The product as a person starts it, with the demo: what its processes hold when idle, and how fast it comes back. */
export async function benchMemory(): Promise<object[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "postrider-bench-"));
  // The embedded database may run under an account of its own.
  chmodSync(folder, 0o755);
  try {
    const memory = await whileRunning(folder, async ({ pid, output }) => {
      await useALittle(output());
      await delay(idleMs);
      return memoryLine(pid);
    });
    const second = await whileRunning(folder, async ({ readyMs }) => ({
      bench: "second start",
      wantedMs: 3000,
      ms: readyMs,
    }));
    return [memory, second];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function whileRunning<Result>(folder: string, use: (running: Running) => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const env = { ...process.env, DATA_DIR: path.join(folder, "data"), PORT: String(port), LOG_LEVEL: "warn" };
  const product = spawn(process.execPath, [script, "start"], { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  product.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  try {
    await untilReady(product);
    const readyMs = Math.round(performance.now() - startedAt);
    return await use({ pid: product.pid ?? 0, readyMs, output: () => output });
  } finally {
    if (product.exitCode === null) {
      product.kill("SIGTERM");
      await once(product, "exit");
    }
  }
}

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${address}`, { headers });

async function untilReady(product: ChildProcess): Promise<void> {
  const deadline = performance.now() + startLimitMs;
  while (performance.now() < deadline) {
    if (product.exitCode !== null) throw new Error(`the product ended with ${product.exitCode}`);
    const answer = await get("/readyz").catch(() => undefined);
    if (answer?.ok === true) return;
    await delay(20);
  }
  throw new Error(`not ready within ${startLimitMs} ms`);
}

/** Pages for a person and for a program, as the demo's sign-in on the terminal allows them. */
async function useALittle(output: string): Promise<void> {
  const [, tenant] = /Company +(\S+)/.exec(output) ?? [];
  const [, key] = /API key +(\S+)/.exec(output) ?? [];
  if (tenant === undefined || key === undefined) throw new Error(`no demo company in: ${output}`);
  const addresses = ["/", "/docs", "/api/openapi.json", `/api/v1/tenants/${tenant}/contacts`];
  for (const address of addresses) {
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await get(address, { Authorization: `Bearer ${key}` });
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
      await answer.arrayBuffer();
    }
  }
}

function memoryLine(supervisor: number): object {
  const bench = "memory of the Node processes, idle";
  if (!existsSync("/proc/self/status")) return { bench, skipped: `no /proc on ${process.platform}` };
  const processes = [supervisor, ...childrenOf(supervisor)]
    .filter((pid) => fieldOf(pid, "Name").startsWith("node"))
    .map((pid) => ({ name: nameOf(pid), mb: Math.round(Number.parseInt(fieldOf(pid, "VmRSS"), 10) / 1024) }));
  return { bench, wantedMb: 300, mb: processes.reduce((sum, { mb }) => sum + mb, 0), processes };
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

const nameOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[2] ?? "";

function fieldOf(pid: number, name: string): string {
  const line = readFileSync(`/proc/${pid}/status`, "utf8")
    .split("\n")
    .find((text) => text.startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? "";
}
