import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chownSync, existsSync, lchownSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { canReach, type Account } from "./account.ts";
import { majorOf, makeSystemFolder, systemFolder, type Binaries } from "./binaries.ts";
import { applicationRole, findConnection, ownerRole, type Connection } from "./connection.ts";
import { EmbeddedError, withRemedy } from "./errors.ts";
import { cleanEnvironment, firstErrorsIn } from "./postmaster.ts";
import { pgHbaConf, postgresqlConf } from "./settings.ts";

/** Not existsSync: a folder of another account must be an error, not count as empty. */
const isCluster = (folder: string) =>
  statSync(path.join(folder, "PG_VERSION"), { throwIfNoEntry: false }) !== undefined;

/** The cluster that belongs to a data folder: inside it, or where the connection file remembers it. */
export function findCluster(dataDir: string, connection: Connection | undefined): string | undefined {
  const inside = path.join(dataDir, "postgres");
  if (isCluster(inside)) return inside;
  if (connection === undefined || !isCluster(connection.cluster)) return undefined;
  rejectCopiedFolder(dataDir, connection);
  return connection.cluster;
}

/** A copied data folder must not share (and shut down) the database of the one that it was copied from. */
function rejectCopiedFolder(dataDir: string, { dataDir: original, cluster }: Connection): void {
  if (original === dataDir || !existsSync(original) || realpathSync(original) === dataDir) return;
  if (findConnection(original)?.cluster !== cluster) return;
  throw new EmbeddedError(
    `${dataDir} is a copy of ${original}, whose database is in ${cluster}. ` +
      "Use `postrider backup` and `postrider restore` to copy a database.",
  );
}

/** The path of a new cluster. The name is random: a data folder that was deleted and created again starts empty. */
export function newClusterPath(dataDir: string, account: Account | undefined, fallback: string = systemFolder): string {
  if (account === undefined || canReach(account, dataDir)) return path.join(dataDir, "postgres");
  makeSystemFolder(fallback);
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return path.join(fallback, `${hash}-${randomBytes(4).toString("hex")}`);
}

export function ownerOf(cluster: string): Account {
  const { uid, gid } = statSync(cluster);
  return { uid, gid };
}

function checkVersion(cluster: string, binaries: Binaries): void {
  const found = readFileSync(path.join(cluster, "PG_VERSION"), "utf8").trim();
  const wanted = majorOf(binaries.version);
  if (found === wanted) return;
  throw new EmbeddedError(
    `The database in ${cluster} was created by PostgreSQL ${found}; this version of Postrider includes PostgreSQL ${wanted}. ` +
      "Run `postrider backup` with the version of Postrider that created it, set DATA_DIR to a new folder, " +
      "and run `postrider restore` with this one.",
  );
}

/** A restored or copied folder may belong to root; PostgreSQL refuses to run as root. */
function changeOwner(account: Account, cluster: string): void {
  if (!canReach(account, path.dirname(cluster))) {
    throw new EmbeddedError(
      `The account of the database (uid ${account.uid}) cannot reach ${cluster}: ` +
        "allow others to traverse its parent folders (chmod o+x), or move the data folder.",
    );
  }
  if (ownerOf(cluster).uid === account.uid) return;
  for (const name of ["", ...readdirSync(cluster, { recursive: true, encoding: "utf8" })]) {
    lchownSync(path.join(cluster, name), account.uid, account.gid);
  }
}

type ToolRun = { program: string; args: readonly string[]; cwd: string; account: Account | undefined; input: string };

function run(tool: ToolRun): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool.program, tool.args, { cwd: tool.cwd, env: cleanEnvironment, ...tool.account });
    const output: Buffer[] = [];
    const fail = (problem: string) => {
      reject(new EmbeddedError(withRemedy(`The embedded database could not be set up: ${problem}`)));
    };
    child.stdout.resume();
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    // A program that ends early closes its input; its exit code gives the reason.
    child.stdin.on("error", () => undefined);
    child.stdin.end(tool.input);
    child.once("error", (error) => {
      fail(error.message);
    });
    child.once("close", (code, signal) => {
      if (code === 0) resolve();
      else fail(firstErrorsIn(Buffer.concat(output).toString("utf8"), { code, signal }));
    });
  });
}

export type ClusterOptions = {
  cluster: string;
  account: Account | undefined;
  binaries: Binaries;
  password: string;
  applicationPassword: string;
};

/** Single-user mode needs neither a password nor a client and rejects connections. */
function runSql({ cluster, account, binaries }: ClusterOptions, statements: readonly string[]): Promise<void> {
  return run({
    program: path.join(binaries.home, "bin", "postgres"),
    args: ["--single", "-D", cluster, "-c", "exit_on_error=on", "postgres"],
    cwd: cluster,
    account,
    input: statements.map((statement) => `${statement}\n`).join(""),
  });
}

/** The memory of the machine, or of the container that limits it. */
const usableMemory = () => Math.min(os.totalmem(), process.constrainedMemory() || Infinity);

function writeSettings({ cluster, account }: ClusterOptions): void {
  for (const [name, text] of [
    ["postgresql.conf", postgresqlConf(usableMemory())],
    ["pg_hba.conf", pgHbaConf],
  ] as const) {
    const file = path.join(cluster, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (account !== undefined) chownSync(file, account.uid, account.gid);
  }
}

/**
 * The owner's password and the application's role, which owns nothing and bypasses nothing. Imports set
 * `session_replication_role` while they insert rows whose foreign keys are known to be valid.
 */
const setRoles = ({ password, applicationPassword }: ClusterOptions): string[] => [
  `alter role ${ownerRole} password '${password}'`,
  `do $$ begin if to_regrole('${applicationRole}') is null then create role ${applicationRole}; end if; end $$`,
  `alter role ${applicationRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${applicationPassword}'`,
  `grant set on parameter session_replication_role to ${applicationRole}`,
];

/**
 * Created under a temporary name and renamed when complete, so that an interrupted first start leaves no partial
 * cluster.
 */
export async function createCluster(plan: ClusterOptions): Promise<void> {
  const draft = { ...plan, cluster: `${plan.cluster}.new` };
  rmSync(draft.cluster, { recursive: true, force: true });
  try {
    await initialise(draft);
    renameSync(draft.cluster, plan.cluster);
  } catch (error) {
    rmSync(draft.cluster, { recursive: true, force: true });
    throw error;
  }
}

async function initialise(plan: ClusterOptions): Promise<void> {
  const { cluster, account, binaries } = plan;
  mkdirSync(cluster, { mode: 0o700 });
  if (account !== undefined) chownSync(cluster, account.uid, account.gid);
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  await run({
    program: path.join(binaries.home, "bin", "initdb"),
    args: ["-D", cluster, `--username=${ownerRole}`, "--auth=trust", "--no-instructions", ...locale],
    cwd: cluster,
    account,
    input: "",
  });
  writeSettings(plan);
  await runSql(plan, [...setRoles(plan), "create database postrider"]);
}

export async function refreshCluster(plan: ClusterOptions, options: { areRolesKnown: boolean }): Promise<void> {
  checkVersion(plan.cluster, plan.binaries);
  if (plan.account !== undefined) changeOwner(plan.account, plan.cluster);
  writeSettings(plan);
  if (!options.areRolesKnown) await runSql(plan, setRoles(plan));
}
