import { randomBytes } from "node:crypto";
import type { DatabaseUrls } from "../../src/db/application-role.ts";
import { connect } from "../../src/db/client.ts";
import { startEmbedded } from "../../src/db/embedded/server.ts";

export type BenchDatabase = DatabaseUrls & {
  /** Runs after the migrations. */
  afterMigrations?(): Promise<void>;
  stop(): Promise<void>;
};

/** The embedded server in this folder, or a new database on the server of `BENCH_DATABASE_URL`, as a superuser of it. */
export const openBenchDatabase = (folder: string): Promise<BenchDatabase> => {
  const server = process.env.BENCH_DATABASE_URL;
  return server === undefined ? startEmbedded(folder, "bench") : createOn(server);
};

async function createOn(server: string): Promise<BenchDatabase> {
  const name = `postrider_bench_${randomBytes(4).toString("hex")}`;
  await onServer(server, `create database ${name} template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { ownerUrl: url.href, applicationUrl: url.href, stop: () => onServer(server, `drop database ${name}`) };
}

async function onServer(server: string, statement: string): Promise<void> {
  const sql = connect(server, { max: 1 });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
