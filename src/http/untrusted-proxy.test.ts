import { beforeEach, expect, it } from "vitest";
import Fastify from "fastify";
import { testApp } from "../../tests/harness/factories/company.ts";
import { minutes } from "../kernel/local-time.ts";
import { parseTrustedProxies, type TrustedProxies } from "../config/trusted-proxies.ts";
import { wasUntrustedProxySeen } from "./untrusted-proxy.queries.ts";
import { isBehindUntrustedProxy, watchForProxy } from "./untrusted-proxy.ts";

beforeEach(async () => {
  const { app } = await testApp();
  await app.db.sql`delete from untrusted_proxy`;
});

/** A server that watches, and what it logged. */
async function aServer(trustProxy: TrustedProxies = false) {
  const { app, clock } = await testApp();
  const logged: string[] = [];
  const log = { warn: (text: string) => void logged.push(text), debug: () => undefined };
  const server = Fastify({ trustProxy });
  const { db } = app;
  watchForProxy(server, { db, clock, trustProxy, log });
  server.get("/", async () => "");
  const get = (headers: Record<string, string>, remoteAddress = "127.0.0.1") =>
    server.inject({ method: "GET", url: "/", headers, remoteAddress });
  const isSeen = () => wasUntrustedProxySeen(db, clock.now());
  return { get, isSeen, logged, clock };
}

const forwarded = { "x-forwarded-for": "203.0.113.7" };

it.each([
  ["x-forwarded-for", "127.0.0.1"],
  ["forwarded", "10.1.2.3"],
  ["via", "::ffff:192.168.0.1"],
])("remembers a request with %s from %s and warns without an address", async (header, peer) => {
  const { get, isSeen, logged } = await aServer();
  await get({ [header]: "203.0.113.7" }, peer);
  await expect.poll(isSeen).toBe(true);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain("TRUST_PROXY is not set");
  expect(logged[0]).not.toMatch(/\d+\.\d+\.\d+/);
});

it("warns once an hour", async () => {
  const { get, isSeen, logged, clock } = await aServer();
  for (let count = 0; count < 3; count += 1) await get(forwarded);
  expect(logged).toHaveLength(1);
  await expect.poll(isSeen).toBe(true);
  clock.advance(minutes(60 * 24 * 7));
  await get(forwarded);
  expect(logged).toHaveLength(2);
  await expect.poll(isSeen).toBe(true);
});

it("ignores requests without such headers, from the internet, and those of a trusted proxy", async () => {
  const plain = await aServer();
  await plain.get({});
  await plain.get(forwarded, "203.0.113.9");
  const trusting = await aServer(parseTrustedProxies("1") ?? false);
  await trusting.get(forwarded);
  expect([...plain.logged, ...trusting.logged]).toEqual([]);
  expect(await plain.isSeen()).toBe(false);
});

it("forgets a proxy after a week", async () => {
  const { get, isSeen, clock } = await aServer();
  await get(forwarded);
  await expect.poll(isSeen).toBe(true);
  clock.advance(minutes(60 * 24 * 7));
  expect(await isSeen()).toBe(false);
});

it("is known before the first request behind an https address, afterwards from what was seen", async () => {
  const { get, isSeen, clock } = await aServer();
  const { app } = await testApp();
  const isBehind = (publicUrls: string[], trustProxy: TrustedProxies = false) =>
    isBehindUntrustedProxy(app.db, { trustProxy, publicUrls }, clock.now());
  expect(await isBehind(["https://mail.example.com"])).toBe(true);
  expect(await isBehind(["https://mail.example.com"], () => true)).toBe(false);
  expect(await isBehind(["http://127.0.0.1:8080"])).toBe(false);
  expect(await isBehind([])).toBe(false);
  await get(forwarded);
  await expect.poll(isSeen).toBe(true);
  expect(await isBehind([])).toBe(true);
  expect(await isBehind([], () => true)).toBe(false);
});
