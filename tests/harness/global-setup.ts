import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { prepareDatabase } from "../../src/prepare-database.ts";
import { readConfig } from "../../src/config.ts";
import { connect } from "../../src/db/client.ts";
import { startEmbedded } from "../../src/db/embedded/server.ts";
import { createJournalPartitions } from "../../src/journal/partitions.ts";
import { guardTables } from "./servers/row-security.ts";

declare module "vitest" {
  interface ProvidedContext {
    serverUrl: string;
  }
}

/** Creates journal partitions for all times that tests move their clocks to. */
async function makeYears(url: string): Promise<void> {
  const sql = connect(url, { max: 1 });
  await createJournalPartitions(sql, new Date("2025-01-01"), new Date("2028-12-31"));
  await sql.end();
}

/** Starts one embedded server for the whole run, with a template database that every test worker copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "postrider-tests-"));
  chmodSync(folder, 0o755);
  const server = await startEmbedded(folder, "tests");
  const admin = connect(server.url, { max: 1 });
  // Durability is off: tests start from an empty database.
  await admin`alter system set fsync = off`;
  await admin`select pg_reload_conf()`;
  await admin`create database template_postrider`;
  await admin.end();
  const url = new URL(server.url);
  url.pathname = "/template_postrider";
  await prepareDatabase(readConfig({}), url.href);
  await guardTables(url.href);
  await makeYears(url.href);
  project.provide("serverUrl", server.url);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
