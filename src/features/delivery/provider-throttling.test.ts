import { afterAll, beforeAll, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { insertContactsOfCity } from "../../../tests/harness/factories/bulk-contacts.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEngine, aSendingCampaign, aVerifiedSender } from "../../../tests/harness/factories/sending-campaigns.ts";
import { dnsServer, type DnsServer } from "../../../tests/harness/servers/dns.ts";
import { minutes } from "../../kernel/local-time.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import { computeEstimate } from "../campaigns/estimate.ts";
import { ProviderLookup } from "../sending/providers/provider-lookup.ts";
import { lookUpDueDomains } from "../sending/providers/resolver.ts";
import { reservePace, startPace } from "./pace.queries.ts";

const sent: SendOutcome = { outcome: "sent", response: "250 ok" };
const tooMany: SendOutcome = {
  outcome: "refused",
  kind: "temporary",
  stage: "rcpt",
  code: 421,
  enhanced: "4.7.0",
  response: "",
};

let dns: DnsServer;
beforeAll(async () => {
  dns = await dnsServer();
});
afterAll(() => dns.close());

const start = () => company({ DNS_SERVERS: dns.address });
const domainOf = (email: string) => email.slice(email.indexOf("@") + 1);

/** A list of one person at each domain. */
async function aListAtDomains(test: TestCompany, domains: readonly string[]): Promise<string> {
  const { id: listId } = await test.aList();
  const { db } = test.ctx;
  await insertContactsOfCity(test, domains.length, "Brno");
  await db.sql`
    update contact c set email = 'person@' || d.domain from (
      select domain, n from unnest(${[...domains]}::text[]) with ordinality as asked(domain, n)) d
    where c.tenant_id = ${db.tenantId} and c.email = 'Brno' || d.n || '@example.com'`;
  await db.sql`
    insert into list_member (tenant_id, list_id, contact_id, state, added_at, changed_at, contact_created_at)
    select tenant_id, ${listId}, id, 'confirmed', now(), now(), created_at from contact where tenant_id = ${db.tenantId}`;
  return listId;
}

async function lookUp(test: TestCompany, domains: readonly string[]): Promise<void> {
  const { app, clock } = test;
  await new ProviderLookup().findProviders(app.db, domains, clock.now());
  while ((await lookUpDueDomains({ db: app.db, dns: app.services.dns, clock })) > 0);
  // Engines that read the domains before read them again.
  clock.advance(minutes(1));
}

const getProgress = async ({ api }: TestCompany, id: string) =>
  (await api.ok("getCampaign", { params: { campaign_id: id } })).progress;

const listThrottles = ({ ctx: { db } }: TestCompany) => db.sql<{ domain: string; refusedDomain: string }[]>`
  select domain, refused_domain from domain_throttle where tenant_id = ${db.tenantId} and until is not null order by 1`;

let sets = 0;

it("slows all domains of a provider that answers 421 and no other: 3 000 domains on 5 sets of mail servers", async () => {
  holdClock();
  const test = await start();
  const set = (sets += 1);
  const servers = Array.from({ length: 5 }, (_, index) => `mx${index}.set${set}.example`);
  const domains = Array.from({ length: 3000 }, (_, index) => `d${index}.set${set}.example`);
  const serverOf = (domain: string) => servers[Number(/^d(\d+)/.exec(domain)?.[1]) % servers.length] ?? "";
  for (const domain of domains) dns.set(domain, "MX", `10 ${serverOf(domain)}`, `10 z-${serverOf(domain)}`);
  const busy = serverOf("d2");
  await lookUp(test, domains);
  const senderId = await aVerifiedSender(test, `shop@sender${set}.example`);
  const id = await aSendingCampaign(test, { listIds: [await aListAtDomains(test, domains)], senderId });
  let isBusy = true;
  const tried: string[] = [];
  const { run, taken } = anEngine(test, ({ envelope }) => {
    const isOfBusy = serverOf(domainOf(envelope.to)) === busy;
    if (isOfBusy) tried.push(envelope.to);
    return isOfBusy && isBusy ? tooMany : sent;
  });
  await run();
  // All other domains got their message; of the provider only what was sent when it answered first.
  expect(taken).toHaveLength(2400);
  expect(taken.filter(({ envelope }) => serverOf(domainOf(envelope.to)) === busy)).toEqual([]);
  const first = tried.length;
  expect(first).toBeLessThan(200);
  const [throttle] = await listThrottles(test);
  expect(throttle).toEqual({ domain: `provider:${busy}`, refusedDomain: throttle?.refusedDomain });
  expect(tried.map(domainOf)).toContain(throttle?.refusedDomain);
  expect(await getProgress(test, id)).toMatchObject({
    sent: 2400,
    waiting: 600,
    throttled: [{ side: "recipient", domain: throttle?.refusedDomain, provider: busy, reply: "421 4.7.0" }],
  });
  // One message probes the provider for all its domains.
  test.clock.advance(minutes(0.5));
  await run();
  expect(tried).toHaveLength(first + 1);
  isBusy = false;
  for (let minute = 0; minute < 4; minute += 1) {
    test.clock.advance(minutes(1));
    await run();
  }
  expect(taken).toHaveLength(3000);
  expect(new Set(taken.map(({ envelope }) => envelope.to)).size).toBe(3000);
  expect(await getProgress(test, id)).toMatchObject({ sent: 3000, waiting: 0, throttled: [] });
});

it("throttles a company at Google Workspace as Google, without a look-up of gmail.com", async () => {
  holdClock();
  const test = await start();
  const firm = `firm${(sets += 1)}.example`;
  const other = `other${sets}.example`;
  dns.set(firm, "MX", "1 aspmx.l.google.com");
  await lookUp(test, [firm, other]);
  const campaignTo = async (email: string) => {
    const { id: listId } = await test.aList();
    await test.aContact({ email, listIds: [listId] });
    return aSendingCampaign(test, {
      listIds: [listId],
      senderId: await aVerifiedSender(test, `s${(sets += 1)}@${other}`),
    });
  };
  const { run, takenFor } = anEngine(test, ({ envelope }) => (domainOf(envelope.to) === firm ? tooMany : sent));
  await campaignTo(`boss@${firm}`);
  await run();
  const id = await campaignTo(`jana${sets}@gmail.com`);
  await campaignTo(`petr@${other}`);
  await run();
  expect(takenFor([`jana${sets - 1}@gmail.com`, `petr@${other}`])).toEqual([`petr@${other}`]);
  expect(await getProgress(test, id)).toMatchObject({
    holdReason: "throttled",
    throttled: [{ domain: firm, provider: "Google" }],
  });
  const { items } = await test.api.ok("listSlowedProviders");
  expect(items).toEqual([
    {
      provider: "Google",
      domain: firm,
      state: "throttled",
      reply: "421 4.7.0",
      deferredAt: test.clock.now().toISOString(),
      nextAttemptAt: new Date(test.clock.now().getTime() + minutes(0.5)).toISOString(),
      perMinute: null,
      deferredPerMinute: null,
      limitedSince: null,
    },
  ]);
  // What one company learned says nothing about another one's mail.
  const elsewhere = await start();
  expect(await listThrottles(elsewhere)).toEqual([]);
  expect(await elsewhere.api.ok("listSlowedProviders")).toEqual({ items: [] });
});

const sendingCampaign = ({ shopId }: TestCompany, id: string) =>
  ({ id, shopId, status: "sending", preferTime: false, isRelayDown: false, unexpanded: 0 }) as const;

it("limits a provider that defers again: half of the rate, exactly over all workers, which then grows", async () => {
  holdClock();
  const test = await start();
  const { db } = test.ctx;
  const key = "provider:google";
  const now = () => test.clock.now();
  const campaignId = await aSendingCampaign(test, {
    listIds: [await aListAtDomains(test, ["gmail.com"])],
    senderId: await aVerifiedSender(test, "limit@sender.example"),
  });
  test.clock.set(new Date(Math.ceil(now().getTime() / minutes(1)) * minutes(1)));
  await db.sql`
    insert into domain_throttle (tenant_id, side, domain, level) values (${db.tenantId}, 'recipient', ${key}, 0)`;
  const reserve = (wanted: number) => reservePace(db, key, { wanted, now: now() });
  expect(await reserve(1000)).toMatchObject({ allowed: 1000, minuteAt: undefined });
  await startPace(db, key, now());
  // Counted, not limited: one deferral may have any reason.
  expect((await reserve(300)).allowed).toBe(300);
  expect((await reserve(100)).allowed).toBe(100);
  await startPace(db, key, now());
  test.clock.advance(minutes(1));
  const asked = await Promise.all(Array.from({ length: 30 }, () => reserve(10)));
  expect(asked.reduce((sum, { allowed }) => sum + allowed, 0)).toBe(200);
  expect(await reserve(1)).toEqual({
    allowed: 0,
    nextAt: new Date(now().getTime() + minutes(1)),
    minuteAt: now(),
  });
  const slowed = { provider: "Google", state: "limited", perMinute: 200, deferredPerMinute: 400 };
  expect((await test.api.ok("listSlowedProviders")).items).toMatchObject([slowed]);
  // The estimate of a campaign waits for the limit: 1 000 messages at 200 a minute.
  await db.sql`
    insert into send_batch (tenant_id, source_kind, source_id, variant_id, due_at, size, waits_for)
    values (${db.tenantId}, 'campaign', ${campaignId}, ${campaignId}, ${now()}, 1000, ${key})`;
  expect(await computeEstimate(test.ctx, sendingCampaign(test, campaignId))).toMatchObject({
    limitedUntil: new Date(now().getTime() + minutes(5)),
  });
  test.clock.advance(minutes(10));
  expect((await reserve(1000)).allowed).toBe(220);
  await startPace(db, key, now());
  test.clock.advance(minutes(1));
  expect((await reserve(1000)).allowed).toBe(110);
  // It ends at twice the rate that was deferred first.
  test.clock.advance(minutes(240));
  expect((await reserve(5000)).allowed).toBe(5000);
  expect(await reserve(10)).toMatchObject({ allowed: 10, minuteAt: undefined });
});
