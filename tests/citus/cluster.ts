import { execFile, spawn, type ChildProcess } from "node:child_process";
import { appendFileSync, chownSync, closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { connect, isUnreachable, type Sql } from "../../src/db/client.ts";
import { chooseAccount } from "../../src/db/embedded/account.ts";
import { choosePort } from "../../src/db/embedded/ports.ts";
import { isAlive } from "../../src/db/embedded/processes.ts";
import { killAll, listTree } from "../harness/servers/processes.ts";
import { findCitusPrograms } from "./find-citus.ts";

const settings = `
shared_preload_libraries = 'citus'
listen_addresses = '127.0.0.1'
# Processes are killed, not machines: what was written to files is there. Commits are written before they are acknowledged.
fsync = off
full_page_writes = off
wal_level = logical
max_connections = 300
max_prepared_transactions = 600
max_locks_per_transaction = 1024
shared_buffers = 64MB
# Transactions that a killed node left prepared are settled soon.
citus.recover_2pc_interval = 2s
# Without encryption between the nodes, which Citus would switch on: connections are opened often.
citus.node_conninfo = 'sslmode=disable'
`;

const maxAttempts = 300;

const environment = { LC_ALL: "C", TZ: "UTC" };

/** One server of the cluster on loopback. */
export class CitusNode {
  readonly port: number;
  readonly #programs: string;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  constructor(programs: string, folder: string, port: number) {
    this.#programs = programs;
    this.#folder = folder;
    this.port = port;
  }

  url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  async start(): Promise<void> {
    const log = openSync(`${this.#folder}.log`, "a");
    const args = ["-D", this.#folder, "-p", String(this.port), "-k", path.dirname(this.#folder)];
    this.#child = spawn(path.join(this.#programs, "postgres"), args, {
      ...chooseAccount(undefined),
      cwd: this.#folder,
      env: environment,
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    for (let attempt = 0; !(await this.#answers()); attempt += 1) {
      if (attempt > maxAttempts) throw new Error(`node ${this.#folder} does not answer`);
      await delay(100);
    }
  }

  /** As a machine that loses its power: none of its processes writes any more. */
  async kill(): Promise<void> {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    const all = [pid, ...listTree(pid)];
    await this.#end(() => {
      killAll(all);
    });
    while (all.some(isAlive)) await delay(10);
  }

  async stop(): Promise<void> {
    await this.#end((child) => {
      child.kill("SIGQUIT");
    });
  }

  async #end(signal: (child: ChildProcess) => void): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    signal(child);
    await ended;
  }

  async #answers(): Promise<boolean> {
    const sql = connect(this.url("postgres"), { max: 1 });
    try {
      await sql`select`;
      return true;
    } catch (error) {
      if (isUnreachable(error)) return false;
      throw error;
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

/** A coordinator and two workers. */
export class CitusCluster {
  readonly coordinator: CitusNode;
  readonly workers: readonly CitusNode[];

  private constructor([coordinator, ...workers]: readonly CitusNode[]) {
    if (coordinator === undefined) throw new Error("a cluster has nodes");
    this.coordinator = coordinator;
    this.workers = workers;
  }

  /** The folder must be reachable for the account that databases run as. */
  static async start(folder: string): Promise<CitusCluster> {
    const programs = findCitusPrograms();
    if (programs === undefined) throw new Error("Citus is not installed");
    const first = await initialize(programs, folder);
    const copies = ["worker-1", "worker-2"].map((name) => path.join(folder, name));
    for (const copy of copies) await runAsAccount("cp", ["-a", first, copy]);
    const nodes: CitusNode[] = [];
    for (const data of [first, ...copies]) nodes.push(new CitusNode(programs, data, await choosePort(undefined)));
    for (const node of nodes) await node.start();
    return new CitusCluster(nodes);
  }

  get nodes(): readonly CitusNode[] {
    return [this.coordinator, ...this.workers];
  }

  /** A database on all nodes that know each other; its tables are not distributed yet. */
  async createDatabase(name: string): Promise<string> {
    for (const node of this.nodes) {
      await withConnection(node.url("postgres"), (sql) => sql`create database ${sql(name)}`);
      await withConnection(node.url(name), (sql) => sql`create extension citus`);
    }
    await withConnection(this.coordinator.url(name), async (sql) => {
      await sql`select citus_set_coordinator_host('127.0.0.1', ${this.coordinator.port}::int)`;
      for (const { port } of this.workers) await sql`select citus_add_node('127.0.0.1', ${port}::int)`;
    });
    return this.coordinator.url(name);
  }

  /**
   * Copies a distributed database with its shards and what the nodes know of each other: seconds instead of a minute for
   * another one. The database must not be in use.
   */
  async copyDatabase(source: string, name: string): Promise<string> {
    for (const node of this.nodes)
      await withConnection(node.url("postgres"), (sql) => copyUnusedDatabase(sql, source, name));
    return this.coordinator.url(name);
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }
}

/** Citus itself uses every database, again some seconds after its connections were ended. */
async function copyUnusedDatabase(sql: Sql, source: string, name: string, attempt = 1): Promise<void> {
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${source}`;
  try {
    await sql`create database ${sql(name)} template ${sql(source)}`;
  } catch (error) {
    if (attempt === maxAttempts || !isDatabaseInUse(error)) throw error;
    await copyUnusedDatabase(sql, source, name, attempt + 1);
  }
}

const isDatabaseInUse = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "55006";

export async function withConnection<Result>(url: string, run: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = connect(url, { max: 1 });
  try {
    return await run(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** PostgreSQL refuses to run as root. */
const runAsAccount = (program: string, args: readonly string[]) =>
  promisify(execFile)(program, args, {
    ...chooseAccount(undefined),
    env: { ...environment, PATH: process.env["PATH"] },
  });

async function initialize(programs: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const account = chooseAccount(undefined);
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  const data = path.join(folder, "coordinator");
  const args = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  await runAsAccount(path.join(programs, "initdb"), args);
  appendFileSync(path.join(data, "postgresql.conf"), settings);
  return data;
}
