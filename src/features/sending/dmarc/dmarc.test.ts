import { deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import { deleteOldReportsAndMails } from "../jobs.ts";
import { receiveDmarcReport } from "./receive-report.ts";

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

/** As mailbox providers write them: one file, sizes only in the directory. */
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

/** A company that proved the domain to be its own. */
async function owner(domain: string): Promise<TestCompany> {
  const own = await company();
  await own.ctx.db.sql`
    insert into sending_domain (tenant_id, domain, dkim_selector, dkim_private_key, dkim_public_key, verified_at, created_at)
    values (${own.tenantId}, ${domain}, 's', '', '', now(), now())`;
  return own;
}

const receive = (own: TestCompany, content: Uint8Array) => receiveDmarcReport(own.app.db, content, own.clock.now());

describe("a report", () => {
  it.each([
    ["plain", (xml: Buffer) => xml],
    ["gzip", (xml: Buffer) => gzipSync(xml)],
    ["zip", (xml: Buffer) => zipOf(xml)],
    ["stored zip", (xml: Buffer) => zipOf(xml, { method: 0 })],
  ])("is read as %s, and kept once", async (_name, pack) => {
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
  ])("is not made of %s", async (_name, content) => {
    expect(await receive(await company(), content)).toBe("unreadable");
  });

  it("expands nothing, and drops rows that are wrong", async () => {
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

  it("is kept for every company that proved the domain, and for no other", async () => {
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
    // Its address in the DNS is the proof.
    await curious.ctx.db.sql`update monitored_domain set reports_at = now() where tenant_id = ${curious.tenantId}`;
    expect(await receive(first, content)).toBe("stored");
    expect(await curious.api.ok("getDmarcReport")).toMatchObject({ messages: 4 });
    expect(await receive(first, xmlOf({ domain: aName() }))).toBe("no_owner");
  });

  it("is one of at most a thousand of a domain in a day", async () => {
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
