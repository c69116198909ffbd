import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { receiveDmarcReports } from "../../features/sending/dmarc/receive-report.ts";
import { handleAttachments } from "./receive.ts";

const takeReports = ({ app, clock }: TestCompany, raw: Buffer) =>
  handleAttachments((contents) =>
    receiveDmarcReports({ db: app.db, sandbox: app.services.sandbox }, contents, clock.now()),
  )(raw);

const xml = (domain: string, begin: number) => `<?xml version="1.0"?><feedback>
  <report_metadata><org_name>google.com</org_name><report_id>42</report_id>
    <date_range><begin>${begin}</begin><end>${begin + 86_400}</end></date_range></report_metadata>
  <policy_published><domain>${domain}</domain><p>none</p></policy_published>
  <record><row><source_ip>192.0.2.1</source_ip><count>7</count><policy_evaluated><disposition>none</disposition>
    <dkim>pass</dkim><spf>fail</spf></policy_evaluated></row>
    <identifiers><header_from>${domain}</header_from></identifiers></record></feedback>`;

const mail = (attachment: Buffer) =>
  Buffer.from(
    [
      "From: noreply-dmarc-support@google.com",
      "Subject: Report domain: shop.example",
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "A report.",
      "--b",
      'Content-Type: application/gzip; name="report.xml.gz"',
      "Content-Transfer-Encoding: base64",
      "",
      attachment.toString("base64"),
      "--b--",
      "",
    ].join("\r\n"),
  );

it("finds the report in a mail and stores it for the company that owns the domain", async () => {
  const own = await company();
  const { ctx, clock } = own;
  const domain = "reports.example";
  await ctx.db.sql`
    insert into sending_domain (tenant_id, domain, dkim_selector, dkim_private_key, dkim_public_key, verified_at, created_at)
    values (${ctx.db.tenantId}, ${domain}, 's', '', '', now(), now())`;
  const begin = Math.floor(clock.now().getTime() / 1000) - 2 * 86_400;
  const raw = mail(gzipSync(xml(domain, begin)));
  expect(await takeReports(own, raw)).toBe(true);
  expect(await takeReports(own, raw)).toBe(true);
  const [row] = await ctx.db.sql`select count(*)::int as n from dmarc_report where tenant_id = ${ctx.db.tenantId}`;
  expect(row).toEqual({ n: 1 });
});

it("ignores other mail", async () => {
  const own = await company();
  expect(await takeReports(own, mail(Buffer.from("no report")))).toBe(false);
  expect(await takeReports(own, Buffer.from("Subject: Hello\r\n\r\nHello"))).toBe(false);
});
