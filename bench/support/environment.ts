import { fork, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { prepareDatabase } from "../../src/composition/prepare-database.ts";
import { readConfig } from "../../src/config/config.ts";
import { connect, type Sql } from "../../src/db/client.ts";
import { isDatabaseDistributed } from "../../src/db/distribution/state.ts";
import { openPool } from "../../src/db/tenant.ts";
import { createCompany, type CreatedCompany } from "../../src/features/account/create-company.ts";
import { openBenchDatabase, type BenchDatabase } from "./database.ts";

export type ServerProcess = { port: number; pid: number };

/** A fresh database with one company, and the processes that a bench runs on it; removed afterwards. */
export type BenchEnvironment = {
  url: string;
  sql: Sql;
  company: CreatedCompany;
  /** The built product. */
  serve(env?: Record<string, string>): Promise<ServerProcess>;
  /** A worker of the built product. */
  work(env?: Record<string, string>): Promise<ServerProcess>;
  /** A baseline server: the statements alone, without the product. */
  serveBaseline(script: string): Promise<ServerProcess>;
};

/** What is needed to insert rows of the company. */
export type CompanyRows = Pick<BenchEnvironment, "sql" | "company">;

/** Rate limits that no bench reaches. */
export const unlimited = { API_LIMITS: "1000000000,1000000,1000000000000" };
const root = path.resolve(import.meta.dirname, "../..");

export async function withEnvironment<Result>(
  run: (environment: BenchEnvironment) => Promise<Result>,
  open: (folder: string) => Promise<BenchDatabase> = openBenchDatabase,
): Promise<Result> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "postrider-bench-"));
  chmodSync(folder, 0o755);
  const server = await open(folder);
  const children: ChildProcess[] = [];
  const sql = connect(server.ownerUrl, { max: 4 });
  try {
    await prepareDatabase(readConfig({}), server);
    await server.afterMigrations?.();
    const company = await createBenchCompany(server.applicationUrl);
    const start = (script: string, args: string[], env: Record<string, string>) => {
      // The built code runs without the loader that the bench itself needs.
      const execArgv = script.endsWith(".js") ? [] : process.execArgv;
      const database = { DATABASE_URL: server.applicationUrl };
      const child = fork(script, args, { execArgv, env: { ...process.env, ...database, ...env } });
      children.push(child);
      return ready(child);
    };
    return await run({
      url: server.ownerUrl,
      sql,
      company,
      serve: (env = {}) =>
        start(path.join(root, "dist/main.js"), ["serve"], { DATA_DIR: folder, PORT: "0", ...unlimited, ...env }),
      work: (env = {}) => start(path.join(root, "dist/main.js"), ["worker"], { DATA_DIR: folder, ...env }),
      serveBaseline: (script) =>
        start(path.join(root, "bench/baseline", script), [], {
          TENANT_ID: company.tenantId,
          SHOP_ID: company.shopId,
          PURPOSE_ID: company.purposeId,
        }),
    });
  } finally {
    await Promise.all(children.map(stop));
    await sql.end();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function createBenchCompany(url: string, name = "Bench"): Promise<CreatedCompany> {
  const db = openPool(url, 2, { isDistributed: await isDatabaseDistributed(url) });
  try {
    return await createCompany(
      db,
      { clock: { now: () => new Date() }, dataKey: undefined },
      {
        name,
        email: `${name.toLowerCase()}@example.com`,
        password: "correct horse battery",
        shop: "Shop",
        timeZone: "Europe/Prague",
        language: "cs",
        country: "CZ",
        currency: "CZK",
        purpose: "Newsletter",
      },
    );
  } finally {
    await db.close();
  }
}

function ready(child: ChildProcess): Promise<ServerProcess> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`server ended with ${code}`)));
    child.on("message", (message) => {
      if (typeof message !== "object" || message === null || !("url" in message || "type" in message)) return;
      const port = "url" in message ? Number(new URL(String(message.url)).port) : 0;
      resolve({ port, pid: child.pid ?? 0 });
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await exited;
}
