import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { unlimited } from "./environment.ts";

const script = path.resolve(import.meta.dirname, "../../dist/main.js");
const startLimitMs = 60_000;

export const port = 20_000 + (process.pid % 20_000);

export async function withFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "postrider-bench-"));
  // The embedded database may run under its own account.
  chmodSync(folder, 0o755);
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Running = { pid: number; readyMs: number; dataDir: string; output: () => string };

/** The product as a user starts it: a supervisor, HTTP processes, a worker and the embedded database. */
export async function whileRunning<Result>(
  folder: string,
  settings: Record<string, string>,
  use: (running: Running) => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  const dataDir = path.join(folder, "data");
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: "warn",
    ...unlimited,
    ...settings,
  };
  const product = spawn(process.execPath, [script, "start"], { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  product.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  try {
    await untilReady(product);
    const readyMs = Math.round(performance.now() - startedAt);
    return await use({ pid: product.pid ?? 0, readyMs, dataDir, output: () => output });
  } finally {
    if (product.exitCode === null) {
      product.kill("SIGTERM");
      await once(product, "exit");
    }
  }
}

export const get = (address: string, headers: Record<string, string> = {}) =>
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
