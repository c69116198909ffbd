import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import { deleteOldReportsAndMails } from "../jobs.ts";
import { parseDmarcReport } from "../../../mail/inbound/dmarc/parse-report.ts";
import { readDmarcReport } from "../../../mail/inbound/dmarc/read-report.ts";
import { receiveDmarcReports, storeReport } from "./receive-report.ts";
import { maxReportBytes } from "../../../mail/inbound/dmarc/unpack-report.ts";

let count = 0;
const aName = () => `dmarc${(count += 1)}.example`;

type Row = { ip?: string; n?: number; dkim?: string; spf?: string; disposition?: string; from?: string };
type Report = { domain: string; org?: string; id?: string; begin?: Date; end?: Date; policy?: string; rows?: Row[] };

const rowXml = (row: Row, domain: string) => `
  <record>
    <row>
      <source_ip>${row.ip ?? "192.0.2.1"}</source_ip><count>${row.n ?? 1}</count>
      <policy_evaluated><disposition>${row.disposition ?? "none"}</disposition>
        <dkim>${row.dkim ?? "pass"}</dkim><spf>${row.spf ?? "fail"}</spf></policy_evaluated>
    </row>
    <identifiers><header_from>${row.from ?? domain}</header_from></identifiers>
    <auth_results><dkim><domain>${domain}</domain><result>pass</result></dkim></auth_results>
  </record>`;

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

function xmlOf(report: Report): Buffer {
  const begin = report.begin ?? addMs(new Date(), -days(2));
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<feedback>
  <report_metadata>
    <org_name>${report.org ?? "google.com"}</org_name><email>noreply@google.com</email>
    <report_id>${report.id ?? `r${(count += 1)}`}</report_id>
    <date_range><begin>${seconds(begin)}</begin><end>${seconds(report.end ?? addMs(begin, days(1)))}</end></date_range>
  </report_metadata>
  <policy_published><domain>${report.domain}</domain><p>${report.policy ?? "none"}</p></policy_published>
  ${(report.rows ?? [{}]).map((row) => rowXml(row, report.domain)).join("")}
</feedback>`);
}

/** A ZIP as mailbox providers write it: one file, sizes only in the central directory. */
function zipOf(content: Buffer, { method = 8, entries = 1, flags = 0 } = {}): Buffer {
  const packed = method === 8 ? deflateRawSync(content) : content;
  const name = Buffer.from("report.xml");
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(method, 8);
  head.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(content.length, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(head.length + name.length + packed.length, 16);
  return Buffer.concat([head, name, packed, entry, name, end, Buffer.from("comment")]);
}

/** A company with a verified sending domain. */
async function owner(domain: string): Promise<TestCompany> {
  const own = await company();
  await own.ctx.db.sql`
    insert into sending_domain (tenant_id, domain, dkim_selector, dkim_private_key, dkim_public_key, verified_at, created_at)
    values (${own.tenantId}, ${domain}, 's', '', '', now(), now())`;
  return own;
}

const depsOf = ({ app }: TestCompany) => ({ db: app.db, sandbox: app.services.sandbox });

async function receive(own: TestCompany, content: Uint8Array) {
  const { report } = await readDmarcReport({
    content: Buffer.from(content).toString("base64"),
    maxBytes: maxReportBytes,
  });
  return report === null ? "unreadable" : storeReport(own.app.db, report, own.clock.now());
}

describe("a DMARC report", () => {
  it.each([
    ["plain", (xml: Buffer) => xml],
    ["gzip", (xml: Buffer) => gzipSync(xml)],
    ["zip", (xml: Buffer) => zipOf(xml)],
    ["stored zip", (xml: Buffer) => zipOf(xml, { method: 0 })],
  ])("is read as %s and stored once", async (_name, pack) => {
    const domain = aName();
    const own = await owner(domain);
    const content = pack(
      xmlOf({ domain: domain.toUpperCase(), rows: [{ n: 3 }, { ip: "2001:DB8::1", n: 2, dkim: "fail" }] }),
    );
    expect(await receive(own, content)).toBe("stored");
    expect(await receive(own, content)).toBe("duplicate");
    const { items, messages, passed } = await own.api.ok("getDmarcReport");
    expect([messages, passed]).toEqual([5, 3]);
    expect(items.map(({ source }) => source)).toEqual(["192.0.2.1", "2001:db8::1"]);
  });

  it.each([
    ["text", Buffer.from("hello")],
    ["nothing", Buffer.alloc(0)],
    ["two bytes", Buffer.from([0x1f, 0x8b])],
    ["other XML", Buffer.from("<html><body>no</body></html>")],
    ["a broken gzip", gzipSync(xmlOf({ domain: "a.cz" })).subarray(0, 60)],
    ["a gzip that bursts", gzipSync(Buffer.alloc(21 * 1_048_576))],
    ["a zip that bursts", zipOf(Buffer.alloc(21 * 1_048_576))],
    ["a zip of two files", zipOf(xmlOf({ domain: "a.cz" }), { entries: 2 })],
    ["a locked zip", zipOf(xmlOf({ domain: "a.cz" }), { flags: 1 })],
    ["a zip of another kind", zipOf(xmlOf({ domain: "a.cz" }), { method: 99 })],
    ["a cut zip", zipOf(xmlOf({ domain: "a.cz" })).subarray(0, 200)],
    ["a wrong domain", xmlOf({ domain: "nonsense" })],
    ["no name", xmlOf({ domain: "a.cz", org: " " })],
    ["an end before its beginning", xmlOf({ domain: "a.cz", end: new Date("2020-01-01") })],
    ["a time to come", xmlOf({ domain: "a.cz", begin: addMs(new Date(), days(5)) })],
  ])("rejects %s", async (_name, content) => {
    expect(await receive(await company(), content)).toBe("unreadable");
  });

  it("expands no entities and drops invalid rows", async () => {
    const domain = aName();
    const own = await owner(domain);
    const rows = [{ ip: "not an address" }, { n: -1 }, { n: 99_999_999_999 }, { from: "no domain", n: 7 }];
    const xml = xmlOf({ domain, org: "Seznam &amp; &bomb;", rows }).toString();
    const bomb = '<!DOCTYPE x [<!ENTITY bomb "boom"><!ENTITY b SYSTEM "file:///etc/passwd">]>';
    expect(await receive(own, Buffer.from(xml.replace("<feedback>", `${bomb}<feedback>`)))).toBe("stored");
    const { items, reporters } = await own.api.ok("getDmarcReport");
    expect(reporters).toEqual([{ name: "Seznam & &bomb;", reports: 1 }]);
    expect(items).toMatchObject([{ headerFrom: domain, messages: 7 }]);
  });

  it("is stored for every company that proved control of the domain, and for no other", async () => {
    const domain = aName();
    const [first, second] = [await owner(domain), await owner(domain)];
    const curious = await company();
    await curious.api.ok("createMonitoredDomain", { body: { domain, dkimSelectors: [] } });
    await curious.ctx.db.sql`
      insert into sending_domain (tenant_id, domain, dkim_selector, dkim_private_key, dkim_public_key, created_at)
      values (${curious.tenantId}, ${domain}, 's', '', '', now())`;
    const content = xmlOf({ domain, rows: [{ n: 4 }] });
    expect(await receive(first, content)).toBe("stored");
    for (const own of [first, second]) expect(await own.api.ok("getDmarcReport")).toMatchObject({ messages: 4 });
    expect(await curious.api.ok("getDmarcReport")).toMatchObject({ messages: 0, items: [], reporters: [] });
    // The report address in the DNS proves control of the domain.
    await curious.ctx.db.sql`update monitored_domain set reports_at = now() where tenant_id = ${curious.tenantId}`;
    expect(await receive(first, content)).toBe("stored");
    expect(await curious.api.ok("getDmarcReport")).toMatchObject({ messages: 4 });
    expect(await receive(first, xmlOf({ domain: aName() }))).toBe("no_owner");
  });

  it("is limited to a thousand per domain and day", async () => {
    const domain = aName();
    const own = await owner(domain);
    await own.ctx.db.sql`
      insert into dmarc_report (tenant_id, domain, reporter, report_id, begins_at, ends_at, policy, received_at)
      select ${own.tenantId}, ${domain}, 'x', n::text, now(), now(), 'none', ${own.clock.now()}
      from generate_series(1, 1000) n`;
    expect(await receive(own, xmlOf({ domain }))).toBe("duplicate");
    own.clock.advance(days(1));
    expect(await receive(own, xmlOf({ domain }))).toBe("stored");
  });

  it("is kept for 400 days", async () => {
    const domain = aName();
    const own = await owner(domain);
    await receive(own, xmlOf({ domain, begin: addMs(own.clock.now(), -days(401)) }));
    await receive(own, xmlOf({ domain, begin: addMs(own.clock.now(), -days(398)) }));
    await deleteOldReportsAndMails(own.app.db, own.clock.now());
    const [{ n } = { n: 0 }] = await own.ctx.db.sql<{ n: number }[]>`
      select count(*)::int as n from dmarc_row where tenant_id = ${own.tenantId}`;
    expect(n).toBe(1);
  });
});

it("is summarized by domain, for all domains", async () => {
  const [domain, silent] = [aName(), aName()];
  const own = await owner(domain);
  await own.api.ok("createMonitoredDomain", { body: { domain: silent, dkimSelectors: [] } });
  const now = own.clock.now();
  const begin = new Date(seconds(addMs(now, -days(3))) * 1000);
  await receive(own, xmlOf({ domain, begin, rows: [{ n: 10 }, { n: 5, dkim: "fail", spf: "pass" }] }));
  const later = { begin: addMs(begin, days(1)), policy: "reject", org: "seznam.cz" };
  await receive(own, xmlOf({ domain, ...later, rows: [{ n: 2, dkim: "fail", disposition: "reject" }] }));
  await receive(own, xmlOf({ domain, begin: addMs(now, -days(40)), rows: [{ n: 100 }] }));
  expect(await own.api.ok("getDmarcOverview")).toEqual({
    days: 30,
    reportAddress: `dmarc-${own.tenant.replaceAll("-", "")}@127.0.0.1`,
    items: [
      {
        domain,
        policy: "reject",
        reports: 2,
        reporters: 2,
        messages: 17,
        passed: 15,
        failed: 2,
        lastReportAt: addMs(begin, days(2)).toISOString(),
      },
      {
        domain: silent,
        policy: null,
        reports: 0,
        reporters: 0,
        messages: 0,
        passed: 0,
        failed: 0,
        lastReportAt: null,
      },
    ],
  });
});

describe("the report by source", () => {
  it("merges equal rows and filters by days, domain and reporter", async () => {
    const domain = aName();
    const own = await owner(domain);
    const at = (day: string) => new Date(`${day}T10:00:00+02:00`);
    const rows = [{ n: 5 }, { ip: "192.0.2.9", n: 1, dkim: "fail", disposition: "quarantine" }];
    await receive(own, xmlOf({ domain, begin: at("2026-06-01"), rows }));
    await receive(own, xmlOf({ domain, begin: at("2026-06-02"), rows, org: "seznam.cz" }));
    const report = (query: object) => own.api.ok("getDmarcReport", { query: { ...query } });
    const good = { domain, source: "192.0.2.1", headerFrom: domain, dkim: "pass", spf: "fail", result: "pass" };
    const bad = { domain, source: "192.0.2.9", headerFrom: domain, dkim: "fail", spf: "fail", result: "fail" };
    expect(await report({ from: "2026-06-01", to: "2026-06-02" })).toEqual({
      from: "2026-06-01",
      to: "2026-06-02",
      messages: 12,
      passed: 10,
      failed: 2,
      reporters: [
        { name: "google.com", reports: 1 },
        { name: "seznam.cz", reports: 1 },
      ],
      items: [
        { ...good, disposition: "none", messages: 10 },
        { ...bad, disposition: "quarantine", messages: 2 },
      ],
      truncated: false,
    });
    expect(await report({ from: "2026-06-01", to: "2026-06-01" })).toMatchObject({ messages: 6 });
    const wide = { from: "2026-01-01", to: "2026-12-31" };
    expect(await report({ ...wide, reporter: "seznam.cz" })).toMatchObject({ messages: 6 });
    expect(await report({ ...wide, domain: `${domain.toUpperCase()}.` })).toMatchObject({ messages: 12 });
    expect(await report({ ...wide, domain: aName() })).toMatchObject({ messages: 0, items: [] });
    expect(await report({})).toMatchObject({ messages: 0 });
  });

  it.each([
    ["from", { from: "yesterday" }],
    ["to", { to: "2026-02-30" }],
    ["to", { from: "2026-06-02", to: "2026-06-01" }],
    ["domain", { domain: "nonsense" }],
  ])("rejects an invalid %s: %j", async (message, query) => {
    const { api } = await company();
    expect(await api.refused("getDmarcReport", { query })).toMatchObject({ status: 400, code: "validation", message });
  });
});

it("limits the unpacked bytes of all reports in one mail", { timeout: 120_000 }, async () => {
  const domain = "bombs.example";
  const own = await owner(domain);
  const report = gzipSync(xmlOf({ domain, begin: own.clock.now() }));
  const bomb = gzipSync(Buffer.alloc(maxReportBytes, " "), { level: 1 });
  const receiveAll = (contents: Uint8Array[]) => receiveDmarcReports(depsOf(own), contents, own.clock.now());
  expect(await receiveAll([bomb, bomb, report])).toBe(false);
  expect(await receiveAll([bomb, report])).toBe(true);
});

it("leaves the process free while it reads a large report", { timeout: 120_000 }, async () => {
  const own = await company();
  const xml = Buffer.from(`<feedback>${"<record><row><count>1</count></row></record>".repeat(20_000)}`);
  const cpuMsOf = async (work: () => unknown) => {
    const begun = process.cpuUsage();
    await work();
    return process.cpuUsage(begun).user / 1000;
  };
  const content = gzipSync(xml);
  const inThisProcess = await cpuMsOf(() => parseDmarcReport(xml));
  const inAnother = await cpuMsOf(() => receiveDmarcReports(depsOf(own), [content], own.clock.now()));
  expect(inAnother).toBeLessThan(inThisProcess);
});
