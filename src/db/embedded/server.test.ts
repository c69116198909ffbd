import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { connect } from "../client.ts";
import { findConnection } from "./connection.ts";
import { AlreadyRunning } from "./errors.ts";
import { findPostmaster } from "./postmaster.ts";
import { findRunningServer, startEmbedded, type EmbeddedServer } from "./server.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "postrider embedded ůň-"));
const cluster = path.join(dataDir, "postgres");
let server: EmbeddedServer | undefined;

beforeAll(() => {
  // As root the server runs as another account, which needs access.
  chmodSync(dataDir, 0o755);
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

async function start() {
  server = await startEmbedded(dataDir);
  return server;
}

async function query(url: string, text: string): Promise<unknown> {
  const sql = connect(url, { max: 1 });
  try {
    const [row] = await sql.unsafe(text).values();
    return row;
  } finally {
    await sql.end();
  }
}

/** Another process that starts the server and then waits to be killed. */
async function anOwnerProcess() {
  const script = path.join(dataDir, "owner.mjs");
  const module = JSON.stringify(fileURLToPath(new URL("server.ts", import.meta.url)));
  writeFileSync(
    script,
    `const { startEmbedded } = await import(${module});
    const { pid } = await startEmbedded(${JSON.stringify(dataDir)});
    console.log(pid);
    setInterval(() => undefined, 60_000);`,
  );
  const tsx = createRequire(import.meta.url).resolve("tsx");
  const child = spawn(process.execPath, ["--import", tsx, script], { stdio: ["ignore", "pipe", "inherit"] });
  const [line]: unknown[] = await once(child.stdout, "data");
  return { child, postmasterPid: Number(String(line)) };
}

describe("a running server", () => {
  it("accepts connections on a private socket and on its port", async () => {
    const { ownerUrl: url } = await start();
    expect(new URL(url).searchParams.get("host")).toBe(cluster);
    expect(await query(url, "select inet_server_addr()")).toEqual([null]);
    expect(statSync(cluster).mode & 0o077).toBe(0);
    const byPort = new URL(url);
    byPort.searchParams.delete("host");
    expect(await query(byPort.href, "select host(inet_server_addr())")).toEqual(["127.0.0.1"]);
  });

  it("accepts connections on its port alone when the path is too long for a socket", async () => {
    const long = path.join(dataDir, "x".repeat(100));
    const own = await startEmbedded(long);
    expect(new URL(own.applicationUrl).search).toBe("");
    expect(await query(own.applicationUrl, "select host(inet_server_addr())")).toEqual(["127.0.0.1"]);
    await own.stop();
  });

  it("uses UTF-8, Unicode collation and UTC, is durable, and reports its owner", async () => {
    const { ownerUrl: url, applicationUrl } = await start();
    const settings = ["server_encoding", "TimeZone", "fsync", "synchronous_commit", "jit"];
    const values = settings.map((name) => `current_setting('${name}')`).join(", ");
    expect(await query(url, `select lower('ŽLUŤOUČKÝ'), current_database(), ${values}`)).toEqual([
      "žluťoučký",
      "postrider",
      "UTF8",
      "UTC",
      "on",
      "on",
      "off",
    ]);
    expect(await findRunningServer(dataDir)).toEqual({
      ownerUrl: url,
      applicationUrl,
      ownerPid: process.pid,
      ownerCommand: "start",
    });
    expect(statSync(path.join(dataDir, "postgres.json")).mode & 0o777).toBe(0o600);
  });

  it("rejects a wrong password", async () => {
    const { ownerUrl: url } = await start();
    const stranger = new URL(url);
    stranger.password = "wrong";
    await expect(query(stranger.href, "select 1")).rejects.toThrow("password authentication failed");
  });

  it("has an application role that can neither change roles nor read passwords", async () => {
    const { applicationUrl } = await start();
    const [role, ...rights] = ["rolname", "rolsuper", "rolcreatedb", "rolcreaterole", "rolreplication", "rolbypassrls"];
    expect(
      await query(applicationUrl, `select ${role}, ${rights.join(" or ")} from pg_roles where rolname = current_user`),
    ).toEqual(["postrider_app", false]);
    for (const statement of [
      "select rolpassword from pg_authid",
      "set role postrider",
      "set session authorization postrider",
      "alter role postrider_app superuser",
      "create role other",
      "create table mine (id int)",
      "create schema mine",
      "create database mine",
      "alter system set fsync = off",
      "copy (select 1) to program 'true'",
      "select pg_read_file('postmaster.pid')",
    ])
      await expect(query(applicationUrl, statement)).rejects.toThrow("permission denied");
  });

  it("keeps people's addresses out of the log", async () => {
    const { ownerUrl: url } = await start();
    await expect(
      query(
        url,
        "do $$ begin create temp table t (a text primary key); insert into t values ('jana@example.com'), ('jana@example.com'); end $$",
      ),
    ).rejects.toThrow("duplicate key");
    const log = readFileSync(path.join(dataDir, "postgres.log"), "utf8");
    expect(log).toContain("duplicate key");
    expect(log).not.toContain("jana@");
  });

  it("has one owner: the second one gets an error that names the first", async () => {
    await start();
    const second = startEmbedded(dataDir);
    await expect(second).rejects.toThrow(AlreadyRunning);
    await expect(second).rejects.toThrow(`in use by "postrider start" (process ${process.pid})`);
  });

  it("has one owner also when two start concurrently", async () => {
    const outcomes = await Promise.allSettled([startEmbedded(dataDir), startEmbedded(dataDir)]);
    const won = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    server = won[0];
    expect(won).toHaveLength(1);
    expect(outcomes.find((outcome) => outcome.status === "rejected")?.reason).toBeInstanceOf(AlreadyRunning);
  });

  it("does not run after stop", async () => {
    const stopped = await start();
    await stopped.stop();
    expect(await stopped.exited).toEqual({ code: 0, signal: null });
    expect(await findRunningServer(dataDir)).toBeUndefined();
    expect(findPostmaster(cluster)).toBeUndefined();
  });
});

describe("after a crash", () => {
  it("restarts on the same port with all committed data", async () => {
    const first = await start();
    await query(first.ownerUrl, "create table kept as select 42 as answer");
    process.kill(first.pid, "SIGKILL");
    expect(await first.exited).toEqual({ code: null, signal: "SIGKILL" });
    server = await first.restart();
    expect(server.ownerUrl).toBe(first.ownerUrl);
    expect(server.pid).not.toBe(first.pid);
    expect(await query(server.ownerUrl, "select answer from kept")).toEqual([42]);
  });

  it("replaces a server whose owner was killed", async () => {
    const { child, postmasterPid } = await anOwnerProcess();
    await expect(startEmbedded(dataDir)).rejects.toThrow(`(process ${child.pid})`);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await findRunningServer(dataDir)).toMatchObject({ ownerPid: undefined, ownerCommand: undefined });
    const { pid, applicationUrl: url } = await start();
    expect(pid).not.toBe(postmasterPid);
    expect(await query(url, "select 1")).toEqual([1]);
  });

  it("does not mistake a program with a reused pid for the server", async () => {
    const { port } = findConnection(dataDir) ?? { port: 0 };
    const left = `${process.pid}\n${cluster}\n1\n${port}\n${cluster}\n\n\nready\n`;
    writeFileSync(path.join(cluster, "postmaster.pid"), left);
    writeFileSync(path.join(cluster, `.s.PGSQL.${port}.lock`), left);
    expect(await findRunningServer(dataDir)).toBeUndefined();
    expect(await query((await start()).ownerUrl, "select 1")).toEqual([1]);
  });
});

describe("files", () => {
  const connectionFile = path.join(dataDir, "postgres.json");

  it("sets a new password when the connection file was lost", async () => {
    rmSync(connectionFile);
    expect(await query((await start()).ownerUrl, "select answer from kept")).toEqual([42]);
  });

  it("creates the application role in a cluster of a version that had one role", async () => {
    const { ownerUrl } = await start();
    await query(ownerUrl, "drop owned by postrider_app; drop role postrider_app");
    await server?.stop();
    const { applicationPassword: _, ...older } = findConnection(dataDir) ?? {};
    writeFileSync(connectionFile, JSON.stringify(older));
    const { applicationUrl } = await start();
    expect(await query(applicationUrl, "select current_user::text")).toEqual(["postrider_app"]);
  });

  it("reports a damaged connection file instead of replacing it", async () => {
    writeFileSync(connectionFile, '{"port": 1');
    await expect(startEmbedded(dataDir)).rejects.toThrow("postgres.json is damaged");
    rmSync(connectionFile);
  });

  it("does not change a cluster of another major version", async () => {
    const version = path.join(cluster, "PG_VERSION");
    writeFileSync(version, "17\n");
    await expect(startEmbedded(dataDir)).rejects.toThrow(
      /created by PostgreSQL 17; this version of Postrider includes PostgreSQL 18.*postrider backup.*postrider restore/,
    );
    writeFileSync(version, "18\n");
  });

  it("reports PostgreSQL's error and a remedy", async () => {
    const control = path.join(cluster, "global", "pg_control");
    const content = readFileSync(control);
    rmSync(control);
    await expect(startEmbedded(dataDir)).rejects.toThrow(/could not find the database system|could not open file/);
    writeFileSync(control, content);
    chmodSync(cluster, 0o777);
    await expect(startEmbedded(dataDir)).rejects.toThrow("set the mode of that folder to 0700");
    chmodSync(cluster, 0o700);
  });
});
