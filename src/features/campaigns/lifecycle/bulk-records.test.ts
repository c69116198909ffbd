import { describe, expect, it } from "vitest";
import { anEmailAutomation } from "../../../../tests/harness/factories/automation-emails.ts";
import { insertContactsOfCity } from "../../../../tests/harness/factories/bulk-contacts.ts";
import { aReadyCampaign, aSender } from "../../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aSignedDomain } from "../../../../tests/harness/factories/senders.ts";
import { startOfDay, dayAt, days } from "../../../kernel/local-time.ts";

/** A segment of contacts with addresses at the domain. */
async function anAudience(test: TestCompany, count: number, domain: string) {
  const city = domain;
  await insertContactsOfCity(test, count, city);
  await test.ctx.db.sql`
    update contact set email = replace(email, '@example.com', 'x@' || ${domain}::text)
    where tenant_id = ${test.tenantId} and city = ${city}`;
  const rules = [{ type: "field", field: "city", operator: "eq", value: city }];
  const definition = { type: "group", match: "all", rules };
  const { id } = await test.api.ok("createSegment", {
    body: { name: city, shopId: test.shopId, refresh: "daily", definition },
  });
  return { segmentIds: [id] };
}

async function aSignedSender(test: TestCompany, domain: string) {
  await aSignedDomain(test, domain);
  return aSender(test, { email: `news@${domain}`, isOperatorVerified: false });
}

const setRecords = ({ ctx: { db } }: TestCompany, domain: string, ...kinds: ("spf" | "dmarc")[]) => {
  const checks = kinds.map((kind) => ({ kind, name: domain, type: "TXT", expected: null, found: ["v=…"], ok: true }));
  return db.sql`
    update sending_domain set checks = ${JSON.stringify(checks)}::jsonb where tenant_id = ${db.tenantId} and domain = ${domain}`;
};

const approve = (test: TestCompany, id: string, expectedRecipients: number) =>
  test.api.call("approveCampaign", { params: { campaign_id: id }, body: { expectedRecipients } });

const check = async (test: TestCompany, id: string) => {
  const { ready, variants } = await test.api.ok("checkCampaign", { params: { campaign_id: id } });
  return { ready, issues: variants[0]?.issues.filter(({ code }) => code === "sender_records") };
};

const refusal = (params: object) => ({ error: { code: "conflict", message: "sender_records", params } });

describe("a campaign of a company that sends 5 000 e-mails a day to one provider", () => {
  it("needs SPF, DKIM, DMARC and alignment, and says which is missing", async () => {
    const test = await company();
    const sender = await aSignedSender(test, "bulk.example");
    const audience = await anAudience(test, 5000, "gmail.com");
    const { id } = await aReadyCampaign(test, { people: 0, senderId: sender.id, audience });
    const params = { domain: "bulk.example", missing: ["spf", "dmarc"], provider: "Google", perDay: 5000, limit: 5000 };
    expect(await approve(test, id, 5000)).toMatchObject({ status: 409, body: refusal(params) });
    expect(await check(test, id)).toEqual({
      ready: false,
      issues: [
        {
          code: "sender_records",
          severity: "error",
          params: { domain: "bulk.example", missing: "spf, dmarc", provider: "Google", limit: 5000 },
        },
      ],
    });
    await setRecords(test, "bulk.example", "spf");
    expect((await approve(test, id, 5000)).body).toMatchObject(refusal({ missing: ["dmarc"] }));
    await setRecords(test, "bulk.example", "spf", "dmarc");
    expect(await check(test, id)).toEqual({ ready: true, issues: [] });
    expect(await approve(test, id, 5000)).toMatchObject({ status: 200 });
  });

  it("counts all domains of the provider and all campaigns of the day; below, the check warns", async () => {
    const test = await company();
    await test.app.db.sql`
      insert into recipient_domain (domain, provider, used_at) values ('workspace.example', 'google', now())
      on conflict (domain) do update set provider = 'google'`;
    const sender = await aSignedSender(test, "twice.example");
    const first = { senderId: sender.id, audience: await anAudience(test, 3000, "gmail.com") };
    const second = { senderId: sender.id, audience: await anAudience(test, 2000, "workspace.example") };
    const { id } = await aReadyCampaign(test, { people: 0, ...first });
    expect(await check(test, id)).toMatchObject({ ready: true, issues: [{ severity: "warning" }] });
    expect(await approve(test, id, 3000)).toMatchObject({ status: 200 });
    const other = await aReadyCampaign(test, { people: 0, ...second });
    expect((await approve(test, other.id, 2000)).body).toMatchObject(refusal({ provider: "Google", perDay: 5000 }));
    const plannedAt = new Date(test.clock.now().getTime() + days(2)).toISOString();
    const tomorrow = { expectedRecipients: 2000, timing: "schedule", plannedAt };
    expect(await test.api.call("approveCampaign", { params: { campaign_id: other.id }, body: tomorrow })).toMatchObject(
      { status: 200 },
    );
  });

  it("is not refused when the operator verified the sender, nor for many providers together", async () => {
    const test = await company();
    const audience = await anAudience(test, 5000, "seznam.cz");
    const verified = await aReadyCampaign(test, { people: 0, audience });
    expect(await check(test, verified.id)).toEqual({ ready: true, issues: [] });
    const other = await company();
    const sender = await aSignedSender(other, "many.example");
    const domains = ["gmail.com", "seznam.cz", "outlook.com"];
    const audiences = await Promise.all(domains.map((domain) => anAudience(other, 2000, domain)));
    const segmentIds = audiences.flatMap((each) => each.segmentIds);
    const { id } = await aReadyCampaign(other, { people: 0, senderId: sender.id, audience: { segmentIds } });
    expect(await approve(other, id, 6000)).toMatchObject({ status: 200 });
  });
});

describe("an automation", () => {
  it("is not activated when the company sent so many on a day of the last week", async () => {
    const test = await company();
    const { db } = test.ctx;
    const sender = await aSignedSender(test, "auto.example");
    const { id } = await anEmailAutomation(test, { config: { senderId: sender.id } });
    const params = { automation_id: id };
    await test.api.ok("pauseAutomation", { params });
    const { timeZone } = test.ctx.company;
    const hour = startOfDay(dayAt(new Date(test.clock.now().getTime() - days(3)), timeZone), timeZone);
    await db.sql`
      insert into company_hourly_stat (tenant_id, hour, metric, n) values (${db.tenantId}, ${hour}, 'sent', 6000)`;
    await db.sql`
      insert into campaign_hourly_stat (tenant_id, campaign_id, variant_id, domain, hour, metric, n)
      values (${db.tenantId}, 1, 1, 'gmail.com', ${hour}, 'sent', 4000), (${db.tenantId}, 1, 1, 'googlemail.com', ${hour}, 'sent', 2000)`;
    expect(await test.api.refused("activateAutomation", { params })).toEqual({
      status: 409,
      code: "conflict",
      message: "sender_records",
      params: { domain: "auto.example", missing: ["spf", "dmarc"], provider: "Google", perDay: 6000, limit: 5000 },
    });
    await setRecords(test, "auto.example", "spf", "dmarc");
    await test.api.ok("activateAutomation", { params });
  });
});
