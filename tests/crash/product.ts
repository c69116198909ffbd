import { execFile, spawn, type ChildProcess } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { inject } from "vitest";
import { connect } from "../../src/db/client.ts";
import { findConnection, writeConnection } from "../../src/db/embedded/connection.ts";
import { choosePort } from "../../src/db/embedded/ports.ts";
import { isAlive } from "../../src/db/embedded/processes.ts";
import { listTree, listUsing, killAll } from "../harness/servers/processes.ts";

const root = path.resolve(import.meta.dirname, "../..");
const program = path.join(root, "bin/postrider.js");

export type ProcessResult = { code: number | null; stdout: string; stderr: string };

/** A process of the product that runs until it is stopped. */
export type ProductProcess = {
  pid: number;
  output: { stdout: string; stderr: string };
  ended: Promise<ProcessResult>;
  isRunning(): boolean;
};

const folders: string[] = [];
const launched: ChildProcess[] = [];

export function aFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "postrider-crash-"));
  // As root the database runs as another account, which needs access.
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** A data folder with a migrated database: a copy, because a first start spends most of its time on creating one. */
export async function aPreparedFolder(): Promise<string> {
  const original = path.join(inject("runFolder"), "prepared");
  await prepareOnce(original);
  const folder = aFolder();
  await promisify(execFile)("cp", ["-a", `${original}/.`, folder]);
  const connection = findConnection(folder);
  if (connection === undefined) throw new Error("the prepared folder has no database");
  const port = await choosePort(undefined);
  writeConnection({ ...connection, dataDir: folder, cluster: path.join(folder, "postgres"), port });
  return folder;
}

/** By one test file, while others wait for the lock. */
async function prepareOnce(folder: string): Promise<void> {
  const sql = connect(inject("serverUrls").ownerUrl, { max: 1 });
  try {
    await sql`select pg_advisory_lock(2)`;
    if (existsSync(folder)) return;
    const draft = `${folder}.draft`;
    const { code, stderr } = await run(["migrate"], { DATA_DIR: draft });
    if (code !== 0) throw new Error(`migrate ended with ${code}: ${stderr}`);
    renameSync(draft, folder);
  } finally {
    await sql.end();
  }
}

/** Passes on nothing of the test's environment, so that no setting of it affects a test. */
const cleanEnvironment = () => ({ PATH: process.env["PATH"], HOME: os.tmpdir(), LOG_LEVEL: "warn", DEMO: "0" });

function spawnProduct(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...cleanEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  launched.push(child);
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output.stderr += chunk));
  const ended = new Promise<ProcessResult>((resolve) => {
    child.once("exit", (code) => {
      // Children that outlive a killed supervisor keep the pipes open; its own output is complete after a tick.
      setImmediate(() => {
        resolve({ code, ...output });
      });
    });
  });
  return { child, output, ended };
}

/** Runs one command to its end. */
export const run = (args: readonly string[], env: Record<string, string>): Promise<ProcessResult> =>
  spawnProduct(args, env).ended;

export function launch(args: readonly string[], env: Record<string, string>): ProductProcess {
  const { child, output, ended } = spawnProduct(args, env);
  if (child.pid === undefined) throw new Error("the product could not be started");
  const { pid } = child;
  return { pid, output, ended, isRunning: () => child.exitCode === null && child.signalCode === null };
}

/** Polls a condition. */
export async function waitFor<Value>(
  find: () => Value | undefined | Promise<Value | undefined>,
  timeoutMs = 60_000,
): Promise<Value> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`not so within ${timeoutMs} ms`);
    await delay(20);
  }
}

export const waitUntil = (isTrue: () => boolean | Promise<boolean>, timeoutMs?: number) =>
  waitFor(async () => ((await isTrue()) ? true : undefined), timeoutMs);

/** `postrider start`, ready to answer. */
export async function startProduct(env: Record<string, string>): Promise<ProductProcess> {
  const product = launch(["start"], env);
  await waitUntil(() => {
    if (!product.isRunning()) throw new Error(`start ended: ${product.output.stderr}`);
    return product.output.stdout.includes("Postrider is ready at");
  }, 60_000);
  return product;
}

export async function stopProduct(product: ProductProcess): Promise<ProcessResult> {
  if (product.isRunning()) process.kill(product.pid, "SIGTERM");
  return product.ended;
}

/** For afterAll: kills what a failed test left running. The pid of an ended process may have been reused. */
export async function cleanUp(): Promise<void> {
  const running = launched.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const trees = running.flatMap(({ pid }) => (pid === undefined ? [] : [pid, ...listTree(pid)]));
  const left = [...trees, ...folders.flatMap(listUsing)];
  killAll(left);
  await waitUntil(() => !left.some(isAlive), 10_000);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
