import { afterAll, beforeAll, expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { testApp, type TestApp } from "../../../../tests/harness/factories/company.ts";
import { dnsServer, type DnsServer } from "../../../../tests/harness/servers/dns.ts";
import { days, hours, minutes } from "../../../kernel/local-time.ts";
import { findProviders, ProviderLookup } from "./provider-lookup.ts";
import { deleteOldRecipientDomains, lookUpDueDomains } from "./resolver.ts";

let dns: DnsServer;
let made: TestApp;
beforeAll(async () => {
  dns = await dnsServer();
  made = await testApp({ DNS_SERVERS: dns.address });
});
afterAll(() => dns.close());

let count = 0;
const aDomain = () => `recipient${(count += 1)}.example`;
const deps = () => ({ db: made.app.db, dns: made.app.services.dns, clock: made.clock });
const lookUpAll = async () => {
  while ((await lookUpDueDomains(deps())) > 0);
};
const cachedRow = async (domain: string) => {
  const [row] = await made.app.db.sql<{ provider: string | null; mxHosts: string[]; expiresAt: Date }[]>`
    select provider, mx_hosts, expires_at from recipient_domain where domain = ${domain}`;
  return row;
};

it("answers well-known domains at once, notes others and knows them after their look-up", async () => {
  const [workspace, hosted, silent] = [aDomain(), aDomain(), aDomain()];
  dns.set(workspace, "MX", "1 aspmx.l.google.com");
  dns.set(hosted, "MX", "10 mx1.hoster.example");
  const domains = ["gmail.com", workspace, hosted, silent];
  const lookup = new ProviderLookup();
  const { db } = made.app;
  const read = async () => Object.fromEntries(await lookup.findProviders(db, domains, made.clock.now()));
  expect(await read()).toEqual({ "gmail.com": "google" });
  await lookUpAll();
  // The process asks again after some seconds.
  made.clock.advance(minutes(1));
  const known = { "gmail.com": "google", [workspace]: "google", [hosted]: "mx1.hoster.example" };
  expect(await read()).toEqual(known);
  expect(Object.fromEntries(await findProviders(db, domains))).toEqual(known);
  expect(await cachedRow(silent)).toMatchObject({ provider: null, mxHosts: [] });
});

it("keeps an answer for its TTL, at least four hours and at most two days", async () => {
  holdClock();
  const domain = aDomain();
  dns.set(domain, "MX", "10 mx1.hoster.example");
  await new ProviderLookup().findProviders(made.app.db, [domain], made.clock.now());
  await lookUpAll();
  expect((await cachedRow(domain))?.expiresAt).toEqual(new Date(made.clock.now().getTime() + hours(4)));
  dns.set(domain, "MX", "1 aspmx.l.google.com");
  await lookUpAll();
  expect(await cachedRow(domain)).toMatchObject({ provider: "mx1.hoster.example" });
  made.clock.advance(hours(4));
  await lookUpAll();
  expect(await cachedRow(domain)).toMatchObject({ provider: "google", mxHosts: ["aspmx.l.google.com"] });
});

it("keeps what it knew while the name server fails, and asks again later", async () => {
  holdClock();
  const domain = aDomain();
  dns.set(domain, "MX", "10 mx1.hoster.example");
  await new ProviderLookup().findProviders(made.app.db, [domain], made.clock.now());
  await lookUpAll();
  made.clock.advance(hours(5));
  dns.fail(true);
  await lookUpAll();
  dns.fail(false);
  expect(await cachedRow(domain)).toMatchObject({
    provider: "mx1.hoster.example",
    expiresAt: new Date(made.clock.now().getTime() + minutes(1)),
  });
});

it("looks up no domain that nothing was sent to for a week, and forgets it after ninety days", async () => {
  const domain = aDomain();
  dns.set(domain, "MX", "10 mx1.hoster.example");
  const lookup = new ProviderLookup();
  await lookup.findProviders(made.app.db, [domain], made.clock.now());
  await lookUpAll();
  const before = await cachedRow(domain);
  made.clock.advance(days(8));
  await lookUpAll();
  expect(await cachedRow(domain)).toEqual(before);
  await lookup.findProviders(made.app.db, [domain], made.clock.now());
  await lookUpAll();
  expect((await cachedRow(domain))?.expiresAt.getTime()).toBeGreaterThan(made.clock.now().getTime());
  made.clock.advance(days(91));
  await deleteOldRecipientDomains(made.app.db, made.clock.now());
  expect(await cachedRow(domain)).toBeUndefined();
});
