import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { freePort } from "../../tests/harness/servers/free-port.ts";
import { isAlive } from "../db/embedded/processes.ts";
import { connect } from "../db/client.ts";
import { findRunningServer } from "../db/embedded/server.ts";
import { packageFile } from "../package.ts";
import { nextRestartDelay } from "./lifecycle.ts";

const folder = mkdtempSync(path.join(tmpdir(), "postrider start-"));
const dataDir = path.join(folder, "data");
const script = path.join(folder, "main.mjs");
const events = path.join(folder, "events");
/** In dist/, where it finds the packages; started by a script in a folder with a space in its name. */
const bundle = fileURLToPath(packageFile(`dist/supervisor-test-${process.pid}.mjs`));

const sleeping: ChildProcess[] = [];

/** Replaces the program: each process writes "<name> <event> <pid>" to the events file. */
const source = `
    import { appendFileSync } from "node:fs";
    const [, , name] = process.argv;
    const note = (event) => appendFileSync(${JSON.stringify(events)}, name + " " + event + " " + process.pid + "\\n");
    if (name === "start") {
      const { start } = await import("../commands/start.ts");
      const { readConfig } = await import("../config/config.ts");
      await start(readConfig(process.env));
    } else if (name === "prepare") {
      const role = (url) => new URL(url).username;
      note(new URL(process.env.DATABASE_URL).pathname);
      note(role(process.env.DATABASE_OWNER_URL) + "," + role(process.env.DATABASE_URL));
      console.log("the demo's sign-in");
      process.exitCode = Number(process.env.PREPARE_CODE ?? 0);
    } else if (name === process.env.BROKEN) {
      process.exitCode = 3;
      process.channel?.unref();
    } else {
      const { onStop, reportReady } = await import("./child.ts");
      let server;
      onStop(async () => {
        note("drained");
        if (server !== undefined) await new Promise((resolve) => server.close(resolve));
        if (name === process.env.HANGING) await new Promise(() => undefined);
      });
      setInterval(() => undefined, 60_000);
      if (name === "serve" && process.env.PORT !== undefined) {
        const { createServer } = await import("node:http");
        const answer = (request, response) => response.setHeader("Connection", "close").end(String(process.pid));
        server = createServer(answer);
        await new Promise((resolve) => server.listen(Number(process.env.PORT), "127.0.0.1", resolve));
      }
      note("started");
      const { DATABASE_URL, DATABASE_OWNER_URL } = process.env;
      note("urls " + new URL(DATABASE_URL).username + "," + DATABASE_OWNER_URL + ".");
      reportReady(name === "serve" ? { url: "http://127.0.0.1:4711" } : {});
    }`;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  await build({
    stdin: { contents: source, resolveDir: import.meta.dirname },
    outfile: bundle,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: ["pg-native"],
    logLevel: "error",
    banner: { js: 'import { createRequire as $from } from "node:module"; const require = $from(import.meta.url);' },
  });
  writeFileSync(script, `await import(${JSON.stringify(pathToFileURL(bundle).href)});`);
});

afterEach(async () => {
  for (const child of sleeping.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  rmSync(events, { force: true });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(bundle, { force: true });
});

async function until<Value>(find: () => Value | undefined | Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    await delay(20);
  }
}

const when = (isTrue: () => boolean) => until(() => (isTrue() ? true : undefined));

function readEvents(): string[] {
  try {
    return readFileSync(events, "utf8").trim().split("\n");
  } catch {
    return [];
  }
}

/** The pid in the nth line with this prefix. */
function findPid(event: string, nth = 0): number | undefined {
  const line = readEvents().filter((candidate) => candidate.startsWith(event))[nth];
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

function aStart(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script, "start"], {
    env: { ...process.env, DATA_DIR: dataDir, WORKERS: "1", ...env },
  });
  sleeping.push(child);
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString("utf8")));
  const exited = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      resolve(code);
    });
  });
  return { child, output, exited };
}

it("prepares, starts, prints the address, drains on SIGTERM and leaves no process", async () => {
  const { child, output, exited } = aStart();
  await when(() => output.stdout.includes("ready"));
  expect(output).toEqual({ stdout: "the demo's sign-in\nPostrider is ready at http://127.0.0.1:4711\n", stderr: "" });
  expect(readEvents()[0]).toMatch(/^prepare \/postrider /);
  const worker = await until(() => findPid("worker started"));
  const running = await findRunningServer(dataDir);
  expect(running?.ownerPid).toBe(child.pid);
  child.kill("SIGTERM");
  expect(await exited).toBe(0);
  expect(findPid("worker drained")).toBe(worker);
  expect(findPid("serve drained")).toBeDefined();
  expect(await findRunningServer(dataDir)).toBeUndefined();
});

it("gives the owner's URL of the database to the preparation only", async () => {
  const { output } = aStart({ DATABASE_OWNER_URL: "postgres://owner:secret@db.example/theirs" });
  await when(() => output.stdout.includes("ready"));
  await until(() => findPid("worker started"));
  expect(findPid("prepare postrider,postrider_app")).toBeDefined();
  expect(await until(() => findPid("serve urls postrider_app,."))).toBeDefined();
  expect(await until(() => findPid("worker urls postrider_app,."))).toBeDefined();
});

it("restarts a killed process and a killed database, and refuses a second start", async () => {
  const { output } = aStart();
  await when(() => output.stdout.includes("ready"));
  const worker = await until(() => findPid("worker started"));
  const second = aStart();
  expect(await second.exited).toBe(1);
  expect(second.output.stderr).toMatch(/^The data folder .* is in use by "postrider start" \(process \d+\)\. Stop it/);
  process.kill(worker, "SIGKILL");
  expect(await until(() => findPid("worker started", 1))).not.toBe(worker);
  expect(output.stderr).toBe("The worker 1 process was ended by SIGKILL; restarting in 250 ms.\n");
  const before = await findRunningServer(dataDir);
  const pidFile = path.join(dataDir, "postgres", "postmaster.pid");
  process.kill(Number(readFileSync(pidFile, "utf8").split("\n")[0]), "SIGKILL");
  await when(() => output.stderr.includes("database process was ended by SIGKILL; restarting"));
  const after = await until(() => findRunningServer(dataDir));
  expect(after).toEqual(before);
  const sql = connect(after.applicationUrl, { max: 1 });
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  await sql.end();
});

it("serves one port from several processes, also while one of them restarts", async () => {
  const port = await freePort();
  const { child, output, exited } = aStart({ PORT: String(port), HTTP_PROCESSES: "2", METRICS_PORT: "9001" });
  await when(() => output.stdout.includes("ready"));
  const [first, second] = [await until(() => findPid("serve started")), await until(() => findPid("serve started", 1))];
  const ask = async () => Number(await (await fetch(`http://127.0.0.1:${port}/`)).text());
  /** Connections are spread by chance. */
  const answerers = async () => {
    const found = new Set([await ask()]);
    for (let asked = 1; asked < 200 && found.size < 2; asked += 1) found.add(await ask());
    return found;
  };
  expect(await answerers()).toEqual(new Set([first, second]));
  process.kill(first, "SIGKILL");
  const third = await until(() => findPid("serve started", 2));
  expect(await answerers()).toEqual(new Set([second, third]));
  expect(output.stderr).toMatch(/^The serve [12] process was ended by SIGKILL; restarting in 250 ms\.\n$/);
  child.kill("SIGTERM");
  expect(await exited).toBe(0);
  expect(readEvents().filter((event) => event.startsWith("serve drained"))).toHaveLength(2);
});

/** One request on its own connection: `answered`, `lost` or, without either within the time, `hanging`. */
function requestOnce(port: number, timeoutMs: number): Promise<"answered" | "lost" | "hanging"> {
  return new Promise((resolve) => {
    const call = get({ port, host: "127.0.0.1", agent: false, timeout: timeoutMs }, (response) => {
      response.resume().once("end", () => resolve("answered"));
    });
    call.once("timeout", () => {
      resolve("hanging");
      call.destroy();
    });
    call.on("error", () => resolve("lost"));
  });
}

it("answers or resets every connection when a process is killed, and loses none when it is drained", async () => {
  const port = await freePort();
  const { output } = aStart({ PORT: String(port), HTTP_PROCESSES: "2" });
  await when(() => output.stdout.includes("ready"));
  const ends = { answered: 0, lost: 0, hanging: 0 };
  const stopping = new AbortController();
  const clients = Array.from({ length: 24 }, async () => {
    while (!stopping.signal.aborted) ends[await requestOnce(port, 10_000)] += 1;
  });
  /** Ends the process that was started as the nth, after some requests, and waits until another one replaced it. */
  const end = async (nth: number, signal: NodeJS.Signals) => {
    const ended = await until(() => findPid("serve started", nth));
    const before = ends.answered;
    await when(() => ends.answered > before + 50);
    const lostBefore = ends.lost;
    process.kill(ended, signal);
    await until(() => findPid("serve started", nth + 2));
    return ends.lost - lostBefore;
  };
  await end(0, "SIGKILL");
  await end(1, "SIGKILL");
  expect(await end(2, "SIGTERM")).toBe(0);
  stopping.abort();
  await Promise.all(clients);
  expect(ends).toMatchObject({ hanging: 0 });
});

it("ends the processes when the supervisor is killed, and starts again afterwards", async () => {
  const first = aStart();
  await when(() => first.output.stdout.includes("ready"));
  const worker = await until(() => findPid("worker started"));
  first.child.kill("SIGKILL");
  await when(() => !isAlive(worker));
  expect(findPid("worker drained")).toBe(worker);
  expect(await findRunningServer(dataDir)).toMatchObject({ ownerPid: undefined });
  const second = aStart();
  await when(() => second.output.stdout.includes("ready"));
  expect((await findRunningServer(dataDir))?.ownerPid).toBe(second.child.pid);
});

it("does not wait for a hanging process after a second signal", async () => {
  const { child, output, exited } = aStart({ HANGING: "worker" });
  await when(() => output.stdout.includes("ready"));
  await until(() => findPid("worker started"));
  child.kill("SIGINT");
  await until(() => findPid("worker drained"));
  child.kill("SIGINT");
  expect(await exited).toBe(0);
  expect(await findRunningServer(dataDir)).toBeUndefined();
});

it.each([
  ["the preparation fails", { PREPARE_CODE: "2" }, ""],
  [
    "the HTTP process cannot start",
    { BROKEN: "serve" },
    "The serve 1 process could not start: it ended with code 3.\n",
  ],
])("stops with code 1 when %s", async (_, env, stderr) => {
  const { output, exited } = aStart(env);
  expect(await exited).toBe(1);
  expect(output.stderr).toBe(stderr);
  expect(await findRunningServer(dataDir)).toBeUndefined();
});

it("uses an external database without managing it", async () => {
  const { child, output, exited } = aStart({ DATABASE_URL: "postgres://127.0.0.1/theirs" });
  await when(() => output.stdout.includes("ready"));
  expect(readEvents()[0]).toMatch(/^prepare \/theirs /);
  expect(await findRunningServer(dataDir)).toBeUndefined();
  child.kill("SIGTERM");
  expect(await exited).toBe(0);
});

it("doubles the delay after each failure, up to ten seconds, and resets it after a stable run", () => {
  const delays = [nextRestartDelay(undefined, 5)];
  while (delays.length < 8) delays.push(nextRestartDelay(delays.at(-1), 5));
  expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  expect(nextRestartDelay(10_000, 31_000)).toBe(250);
});
