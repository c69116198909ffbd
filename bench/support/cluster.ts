import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { distribute } from "../../src/db/distribution/distribute.ts";
import { CitusCluster, withConnection } from "../../tests/citus/cluster.ts";
import { findCitusPrograms } from "../../tests/citus/find-citus.ts";
import type { BenchDatabase } from "./database.ts";

const shards = 32;

/** A cluster of three nodes on loopback; one line that says so where Citus is not installed. */
export async function withCluster(bench: string, run: (cluster: CitusCluster) => Promise<object[]>): Promise<object[]> {
  if (findCitusPrograms() === undefined) return [{ bench, skipped: "no PostgreSQL with Citus was found" }];
  const folder = mkdtempSync(path.join(os.tmpdir(), "postrider-bench-citus-"));
  chmodSync(folder, 0o755);
  const cluster = await CitusCluster.start(path.join(folder, "citus"));
  try {
    return await run(cluster);
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const noStop = { stop: async () => undefined };

/** A database of the coordinator alone. */
export async function openPlain({ coordinator }: CitusCluster): Promise<BenchDatabase> {
  await withConnection(coordinator.url("postgres"), (sql) => sql`create database plain`);
  const url = coordinator.url("plain");
  return { ownerUrl: url, applicationUrl: url, ...noStop };
}

export async function openDistributed(cluster: CitusCluster): Promise<BenchDatabase> {
  const url = await cluster.createDatabase("distributed");
  const afterMigrations = async () => {
    await withConnection(url, (sql) => distribute(sql, { shards, onProgress: () => undefined }));
  };
  return { ownerUrl: url, applicationUrl: url, afterMigrations, ...noStop };
}
