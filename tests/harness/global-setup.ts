import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { prepareDatabase } from "../../src/composition/prepare-database.ts";
import { readConfig } from "../../src/config/config.ts";
import type { DatabaseUrls } from "../../src/db/application-role.ts";
import { connect } from "../../src/db/client.ts";
import { startEmbedded } from "../../src/db/embedded/server.ts";
import { addMonths } from "../../src/kernel/local-time.ts";
import { createJournalPartitions } from "../../src/journal/partitions.ts";
import { featureTestShards, isOnCitus, startDistributedDatabase } from "../citus/distributed-database.ts";
import { guardedTemplate, plainTemplate, urlsOf } from "./servers/database-urls.ts";
import { guardTables } from "./servers/row-security.ts";

declare module "vitest" {
  interface ProvidedContext {
    serverUrls: DatabaseUrls;
    /** A distributed database for each test worker; none when tests run on plain PostgreSQL. */
    distributedUrls: DatabaseUrls[];
    /** Deleted after the run. */
    runFolder: string;
  }
}

/** Tests start built programs and serve built scripts; concurrent builds are safe. */
async function buildIfStale(): Promise<void> {
  const builder = path.resolve(import.meta.dirname, "../../bin/build.js");
  await promisify(execFile)(process.execPath, [builder, "--if-stale"]);
}

/**
 * Creates journal partitions for all times that tests move their clocks to. Those far from today are long: every
 * partition makes the planning of statements slower.
 */
async function makeYears(url: string): Promise<void> {
  const sql = connect(url, { max: 1 });
  const [first, last] = [addMonths(new Date(), -1), addMonths(new Date(), 4)];
  await createJournalPartitions(sql, first, last);
  const until = `${addMonths(last, 1).toISOString().slice(0, 7)}-01`;
  await sql.unsafe(`
    create table journal_2025_01 partition of journal for values from ('2025-01-01') to ('${first.toISOString().slice(0, 7)}-01');
    create table journal_2028_12 partition of journal for values from ('${until}') to ('2029-01-01')`);
  await sql.end();
}

/** One cluster with a database for each test worker: background work of a test claims rows of all companies. */
async function startDistributedDatabases({ vitest }: TestProject, folder: string) {
  const { cluster, urls } = await startDistributedDatabase(folder, featureTestShards);
  await makeYears(urls.ownerUrl);
  const databases: DatabaseUrls[] = [];
  for (let worker = 1; worker <= vitest.config.maxWorkers; worker += 1) {
    const name = `worker_${worker}`;
    await cluster.copyDatabase("postrider", name);
    databases.push(urlsOf(urls, name));
  }
  return { databases, stop: () => cluster.stop() };
}

/** Starts one embedded server for the whole run, with template databases that test workers copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildIfStale();
  const folder = mkdtempSync(path.join(os.tmpdir(), "postrider-tests-"));
  // As root the database runs as another account, which needs access.
  chmodSync(folder, 0o755);
  // Whatever tests and the processes that they start leave behind is deleted with the folder.
  process.env["TMPDIR"] = folder;
  const server = await startEmbedded(folder, "tests");
  // The server closes its data folder to other accounts; tests create folders for such accounts inside.
  chmodSync(folder, 0o755);
  const admin = connect(server.ownerUrl, { max: 1 });
  // Durability is off: tests start from an empty database.
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"])
    await admin`alter system set ${admin(setting)} = off`;
  await admin`select pg_reload_conf()`;
  const { ownerUrl, applicationUrl } = server;
  const template = (name: string) => urlsOf({ ownerUrl, applicationUrl }, name);
  await admin`create database ${admin(plainTemplate)}`;
  await prepareDatabase(readConfig({}), template(plainTemplate));
  await admin`create database template_few_partitions template ${admin(plainTemplate)}`;
  await makeYears(template(plainTemplate).ownerUrl);
  await admin`create database ${admin(guardedTemplate)} template ${admin(plainTemplate)}`;
  await guardTables(template(guardedTemplate).ownerUrl);
  await admin.end();
  project.provide("serverUrls", { ownerUrl, applicationUrl });
  project.provide("runFolder", folder);
  const cluster = isOnCitus ? await startDistributedDatabases(project, path.join(folder, "citus")) : undefined;
  project.provide("distributedUrls", cluster?.databases ?? []);
  return async () => {
    await cluster?.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
