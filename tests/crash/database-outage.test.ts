import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEmbedded, type EmbeddedServer } from "../../src/db/embedded/server.ts";
import { rawServers } from "../harness/servers/raw-servers.ts";
import { freePort } from "../harness/servers/free-port.ts";
import {
  createApi,
  isTimeout,
  makeCompany,
  password,
  errorBody,
  request,
  type Answer,
  type Api,
  type Company,
} from "./api.ts";
import { aFolder, cleanUp, launch, waitUntil, type ProductProcess } from "./product.ts";

const dataDir = aFolder();
const proxies = rawServers();
let database: EmbeddedServer;
let serve: ProductProcess;
let env: Record<string, string>;
let origin: string;
let api: Api;
let company: Company;

beforeAll(async () => {
  database = await startEmbedded(dataDir, "tests");
  const urls = { DATABASE_URL: database.applicationUrl, DATABASE_OWNER_URL: database.ownerUrl };
  const port = String(await freePort());
  origin = `http://127.0.0.1:${port}`;
  env = { DATA_DIR: dataDir, ...urls, PORT: port };
  company = await makeCompany(env);
  api = createApi(origin, company, company.apiKey);
  serve = launch(["serve"], env);
  await waitUntil(() => isStatus(`${origin}/readyz`, 200));
});

afterAll(async () => {
  await cleanUp();
  await database.stop();
});

const isStatus = (url: string, status: number) =>
  request(url).then(
    (answer) => answer.status === status,
    () => false,
  );

/** A request that waited for the database would get its 503 after a minute. */
const quickMs = 10_000;

async function timed(ask: Promise<Answer>): Promise<{ status: number; body: unknown; isQuick: boolean }> {
  const startedAt = performance.now();
  const { status, body } = await ask.catch((error: unknown) => {
    if (isTimeout(error)) return { status: 0, body: "no answer" };
    throw error;
  });
  return { status, body, isQuick: performance.now() - startedAt < quickMs };
}

/** One request of each kind: a read, a write, a sign-in, an invalid key, and readiness. */
const requestEverything = () =>
  Promise.all(
    [
      api.call("/contacts"),
      api.addContact("away@example.com"),
      request(`${origin}/api/v1/session`, { method: "POST", body: { email: "admin@example.com", password } }),
      api.call("/purposes"),
      request(`${origin}/readyz`),
    ].map(timed),
  );

const unavailable = { status: 503, body: errorBody("unavailable", "database"), isQuick: true };

it("answers 503 unavailable at once while the database is down, and recovers without a restart", async () => {
  expect(await api.call("/contacts")).toMatchObject({ status: 200, body: { total: 0 } });
  await database.stop();
  for (let round = 0; round < 3; round += 1) {
    expect(await requestEverything()).toEqual([unavailable, unavailable, unavailable, unavailable, unavailable]);
    expect(await timed(request(`${origin}/healthz`))).toEqual({ status: 200, body: { status: "ok" }, isQuick: true });
  }
  database = await database.restart();
  await waitUntil(async () => (await api.addContact("back@example.com")).status === 201);
  expect(await requestEverything()).toMatchObject(
    [200, 201, 200, 200, 200].map((status) => ({ status, isQuick: true })),
  );
  expect(await api.call("/contacts")).toMatchObject({ status: 200, body: { total: 2 } });
  expect(serve.isRunning()).toBe(true);
});

it("drops dead connections: after an outage under load every request is answered", async () => {
  const flood = (count: number) =>
    Promise.all(Array.from({ length: count }, () => timed(api.call("/contacts?pageSize=1"))));
  const asked = flood(200);
  process.kill(database.pid, "SIGKILL");
  await database.exited;
  const during = await asked;
  const late = during.filter(({ status, isQuick }) => !isQuick || (status !== 200 && status !== 503));
  expect(late).toHaveLength(0);
  database = await database.restart();
  await waitUntil(async () => (await api.call("/contacts")).status === 200);
  expect((await flood(100)).filter(({ status }) => status !== 200)).toEqual([]);
});

it("waits for a database that starts later", async () => {
  await database.stop();
  const port = String(await freePort());
  const early = launch(["serve"], { ...env, PORT: port });
  await waitUntil(() => early.output.stdout.includes("the database is unreachable"));
  database = await database.restart();
  await waitUntil(() => isStatus(`http://127.0.0.1:${port}/readyz`, 200));
  expect(early.isRunning()).toBe(true);
});

/** First bytes of the messages Parse and Query. */
const queryMessages: ReadonlySet<number | undefined> = new Set([0x50, 0x51]);

/** Passes connections on to the database. */
async function aProxy() {
  const url = new URL(database.applicationUrl);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let isLosing = false;
  let firstQueries = 0;
  const queried = new WeakSet<Socket>();
  const isLost = (socket: Socket, chunk: Buffer) => {
    if (queried.has(socket) || !queryMessages.has(chunk[0])) return false;
    queried.add(socket);
    firstQueries += 1;
    return isLosing && firstQueries % 2 === 0;
  };
  const ownPort = await proxies.open((socket) => {
    sockets.add(socket);
    const upstream = connect(Number(port), hostname);
    socket.on("close", () => upstream.destroy());
    upstream.on("error", () => undefined).on("close", () => socket.destroy());
    upstream.pipe(socket);
    socket.on("data", (chunk) => (isLost(socket, chunk) ? socket.destroy() : upstream.write(chunk)));
  });
  url.port = String(ownPort);
  // The folder of the Unix socket.
  url.searchParams.delete("host");
  return {
    url: url.href,
    /** Closes all connections, and every second new one at its first query. */
    loseConnections: () => {
      isLosing = true;
      for (const socket of sockets) socket.destroy();
    },
    recover: () => (isLosing = false),
  };
}

it("survives connections that are lost at their first query", async () => {
  const [port, proxy] = await Promise.all([freePort(), aProxy()]);
  const product = launch(["serve"], { ...env, PORT: String(port), DATABASE_URL: proxy.url });
  const ownOrigin = `http://127.0.0.1:${port}`;
  await waitUntil(() => isStatus(`${ownOrigin}/readyz`, 200));
  const ownApi = createApi(ownOrigin, company, company.apiKey);
  const addMany = () => Promise.all(Array.from({ length: 40 }, (_, n) => ownApi.addContact(`many${n}@example.com`)));
  await waitUntil(async () => {
    proxy.loseConnections();
    return (await addMany()).some(({ status }) => status === 503);
  });
  proxy.recover();
  await waitUntil(async () => (await ownApi.addContact("after@example.com")).status === 201);
  expect(product.isRunning()).toBe(true);
});
