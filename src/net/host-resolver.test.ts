import { afterAll, beforeAll, expect, it } from "vitest";
import { dnsServer, type DnsServer } from "../../tests/harness/servers/dns.ts";
import { createHostResolver, type HostResolver } from "./host-resolver.ts";
import { createOutbound } from "./outbound.ts";

let server: DnsServer;
let resolve: HostResolver;

beforeAll(async () => {
  server = await dnsServer();
  resolve = createHostResolver([server.address]);
});
afterAll(() => server.close());

it("asks the configured name servers", async () => {
  server.set("hooks.example.com", "A", "93.184.216.34", "93.184.216.35");
  expect((await resolve("hooks.example.com")).toSorted()).toEqual(["93.184.216.34", "93.184.216.35"]);
  await expect(resolve("missing.example.com")).rejects.toThrow();
});

it.each(["localhost", "LOCALHOST.", "a.b.localhost", "ip6-loopback"])("answers loopback for %s", async (name) => {
  server.set(name.toLowerCase(), "A", "93.184.216.34");
  expect(await resolve(name)).toEqual(["127.0.0.1", "::1"]);
});

it("checks a URL without a call: one private address refuses the name, a missing name is accepted", async () => {
  const outbound = createOutbound({ allowPrivate: false, resolve });
  server.set("mixed.example.com", "A", "93.184.216.34", "10.0.0.1");
  expect(await outbound.check("https://hooks.example.com/")).toBeUndefined();
  expect(await outbound.check("https://missing.example.com/")).toBeUndefined();
  expect(await outbound.check("https://mixed.example.com/")).toBe("address");
  expect(await outbound.check("https://localhost/")).toBe("address");
  expect(await outbound.check("ftp://hooks.example.com/")).toBe("url");
});

it("refuses a name that was public before and is private now", async () => {
  const outbound = createOutbound({ allowPrivate: false, resolve });
  server.set("rebound.example.com", "A", "93.184.216.34");
  expect(await outbound.check("http://rebound.example.com/")).toBeUndefined();
  server.set("rebound.example.com", "A", "127.0.0.1");
  const call = outbound.send({ url: "http://rebound.example.com/", timeoutMs: 20_000, maxBytes: 100 });
  await expect(call).rejects.toMatchObject({ reason: "address" });
});
