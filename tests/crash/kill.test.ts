import { afterAll, beforeAll, expect, it } from "vitest";
import { isAlive } from "../../src/db/embedded/processes.ts";
import { freePort } from "../harness/servers/free-port.ts";
import { checkConsistency } from "./consistency.ts";
import { createApi, makeCompany, type Api, type Company } from "./api.ts";
import { findChild, findPostgres, killAll, listTree } from "../harness/servers/processes.ts";
import { aPreparedFolder, cleanUp, startProduct, waitFor, waitUntil, type ProductProcess } from "./product.ts";
import { startWriters, type Writers } from "./writers.ts";

const connections = 8;
let dataDir: string;
let env: Record<string, string>;
let product: ProductProcess;
let company: Company;
let api: Api;

beforeAll(async () => {
  dataDir = await aPreparedFolder();
  const port = String(await freePort());
  env = { DATA_DIR: dataDir, PORT: port, WORKERS: "1", API_LIMITS: "1000000,100000,100000000" };
  product = await startProduct(env);
  company = await makeCompany(env);
  api = createApi(`http://127.0.0.1:${port}`, company, company.apiKey);
});

afterAll(cleanUp);

/** A random number of further contacts, so that the kill hits any phase of the server. */
const acknowledgedMore = ({ written }: Writers, count: number) => {
  const goal = written.acknowledged.length + count;
  return waitUntil(() => written.acknowledged.length >= goal);
};

const aMoment = () => 50 + Math.floor(Math.random() * 100);

const check = (writers: Writers) => checkConsistency(api, writers.written, { purposeId: company.purposeId, dataDir });

it("loses no acknowledged write when the HTTP process is killed, and recovers by itself", async () => {
  const writers = startWriters(api, connections);
  await acknowledgedMore(writers, aMoment());
  const killed = await waitFor(() => findChild(product.pid, "serve"));
  killAll([killed]);
  await waitUntil(() => !isAlive(killed));
  await acknowledgedMore(writers, aMoment());
  await writers.stop();
  expect(findChild(product.pid, "serve")).not.toBe(killed);
  await check(writers);
}, 180_000);

it("loses no acknowledged write when the database is killed, and restarts it on the same address", async () => {
  const writers = startWriters(api, connections);
  await acknowledgedMore(writers, aMoment());
  const serve = findChild(product.pid, "serve");
  const killed = await waitFor(() => findPostgres(product.pid));
  killAll([killed]);
  await waitUntil(() => !isAlive(killed));
  await acknowledgedMore(writers, aMoment());
  await writers.stop();
  expect(findPostgres(product.pid)).not.toBe(killed);
  expect(findChild(product.pid, "serve")).toBe(serve);
  await check(writers);
}, 180_000);

it("loses no acknowledged write when every process is killed at once, and starts again", async () => {
  const writers = startWriters(api, connections);
  await acknowledgedMore(writers, aMoment());
  const all = [product.pid, ...listTree(product.pid)];
  expect(all.length).toBeGreaterThan(5);
  killAll(all);
  await waitUntil(() => !all.some(isAlive));
  await writers.stop();
  product = await startProduct(env);
  await check(writers);
}, 180_000);
