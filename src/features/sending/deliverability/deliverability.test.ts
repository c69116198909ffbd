import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { dnsServer, type DnsServer } from "../../../../tests/harness/servers/dns.ts";
import { addPreverifiedSender } from "../senders/preverified-sender.ts";

let dns: DnsServer;
beforeAll(async () => {
  dns = await dnsServer();
});
afterAll(() => dns.close());

const start = () => company({ DNS_SERVERS: dns.address, PUBLIC_URL: "https://mail.service.test" });
const addressOf = (own: TestCompany) => `dmarc-${own.tenant.replaceAll("-", "")}@mail.service.test`;

let count = 0;
const aName = () => `watched${(count += 1)}.example`;
const watch = ({ api }: TestCompany, fields: Record<string, unknown> = {}) =>
  api.ok("createMonitoredDomain", { body: { domain: aName(), dkimSelectors: ["google"], ...fields } });
const paramsOf = ({ id }: { id: string }) => ({ params: { domain_id: id } });
const gone = { status: 404, code: "not_found", message: "domain", params: {} };

describe("a monitored domain", () => {
  it("is added, listed, changed and deleted", async () => {
    holdClock();
    const own = await start();
    const name = aName();
    const body = { domain: `${name.toUpperCase()}.`, dkimSelectors: ["Google", "google", "k1"] };
    const domain = await own.api.ok("createMonitoredDomain", { body });
    expect(domain).toEqual({
      id: domain.id,
      domain: name,
      dkimSelectors: ["google", "k1"],
      ok: null,
      reports: false,
      reportAddress: addressOf(own),
      records: [],
      checkedAt: null,
      createdAt: own.clock.now().toISOString(),
    });
    expect(await own.api.ok("listMonitoredDomains")).toEqual({ items: [domain] });
    const change = { ...paramsOf(domain), body: { dkimSelectors: [] } };
    expect(await own.api.ok("updateMonitoredDomain", change)).toEqual({ ...domain, dkimSelectors: [] });
    await own.api.ok("deleteMonitoredDomain", paramsOf(domain));
    expect(await own.api.ok("listMonitoredDomains")).toEqual({ items: [] });
    expect(await own.api.refused("deleteMonitoredDomain", paramsOf(domain))).toEqual(gone);
  });

  it.each([
    ["domain", { domain: "co.uk" }],
    ["domain", { domain: "nonsense" }],
    ["domain", { domain: undefined }],
    ["dkimSelectors", { dkimSelectors: undefined }],
    ["dkimSelectors.0", { dkimSelectors: ["a b"] }],
    ["dkimSelectors.0", { dkimSelectors: [""] }],
    ["dkimSelectors", { dkimSelectors: Array.from({ length: 21 }, (_, index) => `s${index}`) }],
  ])("rejects an invalid %s: %j", async (message, fields) => {
    const { api } = await start();
    const body = { domain: aName(), dkimSelectors: [], ...fields };
    const refusal = await api.refused("createMonitoredDomain", { body });
    expect(refusal).toMatchObject({ status: 400, code: "validation", message });
  });

  it("requires selectors in an update and rejects a duplicate", async () => {
    const own = await start();
    const domain = await watch(own);
    expect(await own.api.refused("updateMonitoredDomain", { ...paramsOf(domain), body: {} })).toMatchObject({
      status: 400,
      message: "dkimSelectors",
    });
    const body = { domain: domain.domain, dkimSelectors: [] };
    expect(await own.api.refused("createMonitoredDomain", { body })).toMatchObject({ status: 409, message: "name" });
    await watch(await start(), { domain: domain.domain });
    await own.ctx.db.sql`
      insert into monitored_domain (tenant_id, domain, dkim_selectors, created_at)
      select ${own.tenantId}, n || '.example', '{}', now() from generate_series(1, 99) n`;
    const next = { body: { domain: aName(), dkimSelectors: [] } };
    expect(await own.api.refused("createMonitoredDomain", next)).toMatchObject({ status: 409, message: "limit" });
  });

  it("is checked by SPF, each selector, DMARC and MX", async () => {
    holdClock();
    const own = await start();
    const domain = await watch(own, { dkimSelectors: ["google", "k1"] });
    const { domain: name } = domain;
    dns.set(name, "TXT", "v=spf1 -all");
    dns.set(name, "MX", "5 mx.example");
    dns.set(`google._domainkey.${name}`, "TXT", "v=DKIM1; p=abc");
    dns.set(`_dmarc.${name}`, "TXT", "v=DMARC1; p=none");
    const checked = await own.api.ok("checkMonitoredDomain", paramsOf(domain));
    const text = { type: "TXT", expected: null };
    expect(checked).toEqual({
      ...domain,
      ok: false,
      checkedAt: own.clock.now().toISOString(),
      records: [
        { kind: "spf", name, ...text, found: ["v=spf1 -all"], ok: true },
        { kind: "dkim", name: `google._domainkey.${name}`, ...text, found: ["v=DKIM1; p=abc"], ok: true },
        { kind: "dkim", name: `k1._domainkey.${name}`, ...text, found: [], ok: false },
        {
          kind: "dmarc",
          name: `_dmarc.${name}`,
          type: "TXT",
          expected: `v=DMARC1; p=none; rua=mailto:${addressOf(own)}`,
          found: ["v=DMARC1; p=none"],
          ok: true,
        },
        { kind: "mx", name, type: "MX", expected: null, found: ["5 mx.example"], ok: true },
      ],
    });
    expect(await own.api.ok("listMonitoredDomains")).toEqual({ items: [checked] });
    const changed = await own.api.ok("updateMonitoredDomain", {
      ...paramsOf(domain),
      body: { dkimSelectors: ["google"] },
    });
    expect(changed).toMatchObject({ ok: null, records: [], checkedAt: null });
    dns.set(`_dmarc.${name}`, "TXT", `v=DMARC1; p=none; rua=mailto:${addressOf(own)}`);
    expect(await own.api.ok("checkMonitoredDomain", paramsOf(domain))).toMatchObject({ ok: true, reports: true });
  });

  it("answers 503 if the DNS lookup fails", async () => {
    const own = await start();
    const domain = await watch(own);
    dns.fail(true);
    const refusal = await own.api.refused("checkMonitoredDomain", paramsOf(domain));
    dns.fail(false);
    expect(refusal).toEqual({ status: 503, code: "unavailable", message: "dns", params: {} });
  });

  it("is not found by another company", async () => {
    const domain = await watch(await start());
    const { api } = await start();
    const change = { ...paramsOf(domain), body: { dkimSelectors: [] } };
    expect(await api.refused("updateMonitoredDomain", change)).toEqual(gone);
    expect(await api.refused("deleteMonitoredDomain", paramsOf(domain))).toEqual(gone);
    expect(await api.refused("checkMonitoredDomain", paramsOf(domain))).toEqual(gone);
    expect(await api.ok("listMonitoredDomains")).toEqual({ items: [] });
  });
});

it("lists every sender with the state of its domain", async () => {
  const own = await start();
  const [signed, watched] = [aName(), aName()];
  const domain = await own.api.ok("createSendingDomain", { body: { domain: signed } });
  const [dkim, , , , bounce] = domain.records;
  dns.set(dkim?.name ?? "", "TXT", dkim?.expected ?? "");
  dns.set(bounce?.name ?? "", "CNAME", bounce?.expected ?? "");
  const first = await own.api.ok("checkSendingDomain", paramsOf(domain));
  const second = await own.api.ok("checkMonitoredDomain", paramsOf(await watch(own, { domain: watched })));
  for (const name of [signed, watched]) {
    await addPreverifiedSender(own.ctx.db, { address: `a@${name}`, name: "News", at: own.clock.now() });
  }
  const plain = await own.api.ok("createSender", { body: { email: `a@${aName()}`, name: "Plain" } });
  const { items } = await own.api.ok("listSenderStates");
  const none = { sendingDomainId: null, domainVerified: false, returnPath: false, tracking: false };
  expect(items).toEqual([
    {
      ...items[0],
      email: `a@${signed}`,
      verified: true,
      sendingDomainId: domain.id,
      domainVerified: true,
      returnPath: true,
      tracking: false,
      records: first.records,
      checkedAt: first.checkedAt,
    },
    { ...items[1], email: `a@${watched}`, ...none, records: second.records, checkedAt: second.checkedAt },
    { ...plain, ...none, records: [], checkedAt: null },
  ]);
  expect((await (await start()).api.ok("listSenderStates")).items).toEqual([]);
});
