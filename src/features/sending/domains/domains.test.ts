import { createPublicKey } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { dnsServer, type DnsServer } from "../../../../tests/harness/servers/dns.ts";
import { aCampaignFrom } from "../../../../tests/harness/factories/senders.ts";
import { dayAt, days } from "../../../kernel/local-time.ts";
import { checkDomains } from "../jobs.ts";
import { findOutgoingSender, createSenderSigner } from "../outgoing-sender.ts";
import { addPreverifiedSender } from "../senders/preverified-sender.ts";

let dns: DnsServer;
beforeAll(async () => {
  dns = await dnsServer();
});
afterAll(() => dns.close());

const host = "mail.service.test";
const start = () => company({ DNS_SERVERS: dns.address, PUBLIC_URL: `https://${host}` });

let count = 0;
const aName = () => `shop${(count += 1)}.example`;

const aDomain = ({ api }: TestCompany, fields: Record<string, unknown> = {}) =>
  api.ok("createSendingDomain", { body: { domain: aName(), ...fields } });
type Domain = Awaited<ReturnType<typeof aDomain>>;

const paramsOf = ({ id }: { id: string }) => ({ params: { domain_id: id } });
const check = ({ api }: TestCompany, domain: Domain) => api.ok("checkSendingDomain", paramsOf(domain));

/** Sets the DNS records that the answer asks for. */
function setRecords({ records, domain }: Domain, kinds = ["dkim", "spf", "dmarc", "mx", "return_path", "tracking"]) {
  for (const { kind, name, type, expected } of records) {
    if (kinds.includes(kind)) dns.set(name, type, expected ?? `10 mx.${domain}`);
  }
}

async function senderAt(own: TestCompany, domain: string): Promise<string> {
  return addPreverifiedSender(own.ctx.db, { address: `news@${domain}`, name: "News", at: own.clock.now() });
}

describe("a new domain", () => {
  it("lists the records to set", async () => {
    holdClock();
    const own = await start();
    const name = aName();
    const domain = await own.api.ok("createSendingDomain", { body: { domain: ` ${name.toUpperCase()}. ` } });
    const { dkimSelector: selector, records } = domain;
    const publicKey = /p=(.+)$/.exec(records[0]?.expected ?? "")?.[1] ?? "";
    const report = `dmarc-${own.tenant.replaceAll("-", "")}@${host}`;
    const record = (kind: string, at: string, type: string, expected: string | null) => ({
      kind,
      name: at,
      type,
      expected,
      found: [],
      ok: false,
    });
    expect(selector).toMatch(/^pst[0-9a-f]{8}$/);
    expect(createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" })).toMatchObject({
      asymmetricKeyType: "rsa",
      asymmetricKeyDetails: { modulusLength: 2048 },
    });
    expect(domain).toEqual({
      id: domain.id,
      domain: name,
      connectionId: null,
      dkimSelector: selector,
      verified: false,
      verifiedAt: null,
      returnPath: false,
      tracking: false,
      warmUp: true,
      warmingSince: null,
      dailyLimit: null,
      sentToday: null,
      records: [
        record("dkim", `${selector}._domainkey.${name}`, "TXT", `v=DKIM1; k=rsa; p=${publicKey}`),
        record("spf", name, "TXT", `v=spf1 include:${host} ~all`),
        record("dmarc", `_dmarc.${name}`, "TXT", `v=DMARC1; p=none; rua=mailto:${report}`),
        record("mx", name, "MX", null),
        record("return_path", `bounce.${name}`, "CNAME", host),
        record("tracking", `click.${name}`, "CNAME", host),
      ],
      checkedAt: null,
      createdAt: own.clock.now().toISOString(),
    });
    expect((await own.api.ok("getSendingSetup")).domains).toEqual([domain]);
  });

  it.each([
    ["co.uk", "public_suffix"],
    ["nonsense", "invalid"],
    ["http://a.cz", "invalid"],
  ])("rejects %s", async (domain, reason) => {
    const { api } = await start();
    expect(await api.refused("createSendingDomain", { body: { domain } })).toEqual({
      status: 400,
      code: "validation",
      message: "domain",
      params: expect.objectContaining({ reason, pattern: expect.any(String) }),
    });
  });

  it("is unique in a company; another company gets its own key for the same name", async () => {
    const [own, other] = [await start(), await start()];
    const { domain, dkimSelector } = await aDomain(own);
    expect(await own.api.refused("createSendingDomain", { body: { domain: `${domain}.` } })).toEqual({
      status: 409,
      code: "conflict",
      message: "name",
      params: {},
    });
    expect((await aDomain(other, { domain })).dkimSelector).not.toBe(dkimSelector);
    const body = { domain: "včely.example" };
    expect((await own.api.ok("createSendingDomain", { body })).domain).toBe("xn--vely-gua.example");
  });

  it("requires the data key", async () => {
    const { api } = await company({ DATA_KEY: "" });
    expect(await api.refused("createSendingDomain", { body: { domain: aName() } })).toEqual({
      status: 503,
      code: "unavailable",
      message: "data_key",
      params: {},
    });
  });

  it("is limited to 50 per company", async () => {
    const own = await start();
    await own.ctx.db.sql`
      insert into sending_domain (tenant_id, domain, dkim_selector, dkim_private_key, dkim_public_key, created_at)
      select ${own.tenantId}, n || '.example', 's', '', '', now() from generate_series(1, 50) n`;
    expect(await own.api.refused("createSendingDomain", { body: { domain: aName() } })).toMatchObject({
      status: 409,
      message: "limit",
    });
  });
});

describe("a check", () => {
  it("verifies the domain, which then signs messages", async () => {
    holdClock();
    const own = await start();
    const domain = await aDomain(own);
    const senderId = await senderAt(own, domain.domain);
    setRecords(domain);
    own.clock.advance(1000);
    const at = own.clock.now();
    const checked = await check(own, domain);
    expect(checked).toEqual({
      ...domain,
      verified: true,
      verifiedAt: at.toISOString(),
      returnPath: true,
      tracking: true,
      warmingSince: at.toISOString(),
      dailyLimit: 200,
      sentToday: 0,
      checkedAt: at.toISOString(),
      records: domain.records.map((record) => ({
        ...record,
        ok: true,
        found: [record.expected ?? `10 mx.${domain.domain}`],
      })),
    });
    const sender = await findOutgoingSender(own.ctx.db, senderId);
    expect(sender).toMatchObject({
      signing: { selector: domain.dkimSelector },
      returnPathHost: `bounce.${domain.domain}`,
      trackingHost: `click.${domain.domain}`,
      warmingSince: at,
    });
    const signer = sender && createSenderSigner(own.tenantId, sender, own.ctx.dataKey);
    expect(signer?.key.type).toBe("private");
    expect(sender && createSenderSigner("0", { ...sender, signing: null }, own.ctx.dataKey)).toBeUndefined();
  });

  it("revokes the verification of a broken domain and notifies the company", async () => {
    const own = await start();
    const domain = await aDomain(own);
    setRecords(domain);
    await check(own, domain);
    for (const { name, type } of domain.records) dns.set(name, type);
    expect(await check(own, domain)).toMatchObject({
      verified: false,
      verifiedAt: null,
      returnPath: false,
      tracking: false,
      records: domain.records.map((record) => ({ ...record, found: [], ok: false })),
    });
    await check(own, domain);
    expect((await own.api.ok("listNotifications")).items).toMatchObject([
      { type: "sending_domain_broken", params: { domain: domain.domain } },
    ]);
    const senderId = await senderAt(own, domain.domain);
    expect(await findOutgoingSender(own.ctx.db, senderId)).toMatchObject({ signing: null, trackingHost: null });
  });

  it("requires only DKIM and reports the other problems", async () => {
    const own = await start();
    const domain = await aDomain(own);
    setRecords(domain, ["dkim"]);
    dns.set(domain.domain, "TXT", "v=spf1 mx -all", "google-site-verification=x");
    dns.set(`click.${domain.domain}`, "CNAME", "elsewhere.example");
    const { records, verified, tracking } = await check(own, domain);
    expect([verified, tracking]).toEqual([true, false]);
    expect(records[1]).toMatchObject({ expected: `v=spf1 include:${host} mx -all`, found: ["v=spf1 mx -all"] });
    expect(records[5]).toMatchObject({ expected: host, found: ["elsewhere.example"], ok: false });
  });

  it("finds the DMARC record of the parent domain", async () => {
    const own = await start();
    const parent = aName();
    dns.set(`_dmarc.${parent}`, "TXT", "v=DMARC1; p=reject");
    const { records } = await check(own, await aDomain(own, { domain: `a.b.${parent}` }));
    expect(records[2]).toMatchObject({ kind: "dmarc", name: `_dmarc.${parent}`, ok: true });
  });

  it("answers 503 and changes nothing if the DNS lookup fails", async () => {
    const own = await start();
    const domain = await aDomain(own);
    setRecords(domain);
    const checked = await check(own, domain);
    dns.fail(true);
    const refusal = await own.api.refused("checkSendingDomain", paramsOf(domain));
    const unanswered = await checkDomains(own.ctx);
    dns.fail(false);
    expect(refusal).toEqual({ status: 503, code: "unavailable", message: "dns", params: {} });
    expect(unanswered).toBe(1);
    expect((await own.api.ok("getSendingSetup")).domains).toEqual([checked]);
  });

  it("runs every day", async () => {
    const own = await start();
    const domain = await aDomain(own);
    setRecords(domain);
    expect(await checkDomains(own.ctx)).toBe(0);
    expect((await own.api.ok("getSendingSetup")).domains).toMatchObject([{ verified: true }]);
  });
});

describe("the warm-up", () => {
  const sent = (own: TestCompany, domain: Domain, n: number) => own.ctx.db.sql`
    insert into warm_up_usage (tenant_id, domain, day, n)
    values (${own.tenantId}, ${domain.domain}, ${dayAt(own.clock.now(), "Europe/Prague")}, ${n})`;

  it("starts with the first message and shows today's limit and usage", async () => {
    holdClock();
    const own = await start();
    const domain = await aDomain(own);
    setRecords(domain);
    await check(own, domain);
    own.clock.advance(days(10));
    const since = own.clock.now().toISOString();
    expect(await check(own, domain)).toMatchObject({ warmingSince: since, dailyLimit: 200 });
    await sent(own, domain, 150);
    own.clock.advance(days(1));
    await sent(own, domain, 99);
    expect(await check(own, domain)).toMatchObject({ warmingSince: since, dailyLimit: 236, sentToday: 99 });
    own.clock.advance(days(42));
    expect(await check(own, domain)).toMatchObject({ warmUp: false, dailyLimit: null, sentToday: 0 });
  });

  it("can be disabled", async () => {
    const own = await start();
    const domain = await aDomain(own, { warmUp: false });
    setRecords(domain);
    expect(await check(own, domain)).toMatchObject({ warmUp: false, warmingSince: null, dailyLimit: null });
  });
});

it("is deleted unless an active campaign uses it", async () => {
  const own = await start();
  const domain = await aDomain(own);
  const senderId = await senderAt(own, domain.domain);
  await aCampaignFrom(own, senderId, "completed");
  const campaign = await aCampaignFrom(own, senderId, "scheduled");
  expect(await own.api.refused("deleteSendingDomain", paramsOf(domain))).toEqual({
    status: 409,
    code: "conflict",
    message: "used",
    params: { by: [{ kind: "campaign", id: campaign, name: "Campaign scheduled" }], campaignIds: [campaign] },
  });
  await own.ctx.db.sql`
    update campaign set status = 'cancelled' where tenant_id = ${own.tenantId} and id = ${campaign}`;
  await own.api.ok("deleteSendingDomain", paramsOf(domain));
  expect((await own.api.ok("getSendingSetup")).domains).toEqual([]);
});

it("is not found by another company", async () => {
  const domain = await aDomain(await start());
  const { api } = await start();
  const gone = { status: 404, code: "not_found", message: "domain", params: {} };
  expect(await api.refused("checkSendingDomain", paramsOf(domain))).toEqual(gone);
  expect(await api.refused("deleteSendingDomain", paramsOf(domain))).toEqual(gone);
});
