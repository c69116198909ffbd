import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dnsServer, type DnsServer } from "../../tests/harness/servers/dns.ts";
import { createDns, DnsUnavailable } from "./dns.ts";

let server: DnsServer;
beforeAll(async () => {
  server = await dnsServer();
});
afterAll(() => server.close());

it("reads long texts, mail servers and aliases, in lower case and without a trailing dot", async () => {
  const long = `v=DKIM1; p=${"A".repeat(1000)}`;
  server.set("long.example.com", "TXT", long, "other");
  server.set("example.com", "MX", "10 mail.example.com", "20 other.example.com");
  server.set("click.example.com", "CNAME", "Mail.Service.example");
  const dns = createDns([server.address]);
  expect(await dns.txt("long.example.com")).toEqual([long, "other"]);
  expect(await dns.mx("example.com")).toMatchObject([
    { exchange: "mail.example.com", priority: 10 },
    { exchange: "other.example.com", priority: 20 },
  ]);
  expect(await dns.cname("click.example.com")).toEqual(["mail.service.example"]);
});

it("does not cache: a record that was just set is found", async () => {
  const dns = createDns([server.address]);
  server.set("anew.example.com", "TXT", "one");
  expect(await dns.txt("anew.example.com")).toEqual(["one"]);
  server.set("anew.example.com", "TXT", "two");
  expect(await dns.txt("anew.example.com")).toEqual(["two"]);
});

it("returns empty results for missing records", async () => {
  const dns = createDns([server.address]);
  expect(await dns.txt("nothing.example.com")).toEqual([]);
  expect(await dns.mx("nothing.example.com")).toEqual([]);
  expect(await dns.cname("a..b")).toEqual([]);
});

it("distinguishes a failing or unreachable name server from an empty answer", async () => {
  server.fail(true);
  await expect(createDns([server.address]).txt("example.com")).rejects.toBeInstanceOf(DnsUnavailable);
  server.fail(false);
  const silent = createSocket("udp4");
  silent.bind(0, "127.0.0.1");
  await once(silent, "listening");
  for (const limits of [
    { attemptMs: 250, totalMs: 5000 },
    { attemptMs: 5000, totalMs: 100 },
  ]) {
    const asked = createDns([`127.0.0.1:${silent.address().port}`], limits).txt("example.com");
    await expect(asked).rejects.toBeInstanceOf(DnsUnavailable);
  }
  silent.close();
});
