import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { connect } from "../client.ts";
import { AlreadyRunning } from "./errors.ts";
import { openDatabase } from "./open.ts";
import { findRunningServer, startEmbedded } from "./server.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "postrider-open-"));
const config = { databaseUrl: undefined, databaseOwnerUrl: undefined, dataDir };

beforeAll(() => {
  chmodSync(dataDir, 0o755);
});

afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

async function answers(url: string): Promise<boolean> {
  const sql = connect(url, { max: 1 });
  const rows = await sql`select 1`;
  await sql.end();
  return rows.length === 1;
}

it("uses the operator's own server", async () => {
  const url = "postgres://db.example/postrider";
  const database = await openDatabase({ ...config, databaseUrl: url }, "migrate");
  expect(database).toMatchObject({ ownerUrl: url, applicationUrl: url, isOwned: false });
  const ownerUrl = "postgres://owner@db.example/postrider";
  const both = await openDatabase({ ...config, databaseUrl: url, databaseOwnerUrl: ownerUrl }, "migrate");
  expect(both).toMatchObject({ ownerUrl, applicationUrl: url, isOwned: false });
  await database.close();
  expect(await findRunningServer(dataDir)).toBeUndefined();
});

it("allows commands to overlap: the last one stops the server", async () => {
  const opening = ["company create", "key create", "migrate"].map((command) => openDatabase(config, command));
  const databases = await Promise.all(opening);
  expect(databases.filter(({ isOwned }) => isOwned)).toHaveLength(1);
  const starter = databases.find(({ isOwned }) => isOwned);
  await starter?.close();
  const [second, third] = databases.filter((database) => database !== starter);
  expect(await answers(second?.applicationUrl ?? "")).toBe(true);
  await second?.close();
  expect(await findRunningServer(dataDir)).toBeDefined();
  await third?.close();
  expect(await findRunningServer(dataDir)).toBeUndefined();
});

it("uses the server of `start` and leaves it running", async () => {
  const server = await startEmbedded(dataDir);
  const database = await openDatabase(config, "doctor");
  expect(database).toMatchObject({ ownerUrl: server.ownerUrl, applicationUrl: server.applicationUrl, isOwned: false });
  await database.close();
  expect(await answers(server.applicationUrl)).toBe(true);
  await server.stop();
});

it("waits while the owner restarts its server", async () => {
  const server = await startEmbedded(dataDir);
  process.kill(server.pid, "SIGKILL");
  await server.exited;
  const opening = openDatabase(config, "doctor");
  const revived = await server.restart();
  const database = await opening;
  expect(database.isOwned).toBe(false);
  expect(await answers(database.applicationUrl)).toBe(true);
  await database.close();
  await revived.stop();
});

it("rejects `start` while a command uses the server", async () => {
  const database = await openDatabase(config, "import");
  const start = startEmbedded(dataDir);
  await expect(start).rejects.toThrow(AlreadyRunning);
  await expect(start).rejects.toThrow(`"postrider import" (process ${process.pid}). Wait until it ends`);
  expect(await answers(database.applicationUrl)).toBe(true);
  await database.close();
});
