import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aTemplate } from "../../../../tests/harness/factories/templates.ts";
import { adminEmail } from "../../../../tests/harness/servers/sign-in.ts";
import { minutes } from "../../../kernel/local-time.ts";

const limits = { TEST_EMAILS_PER_DAY: "5", TEST_STRANGERS_PER_DAY: "2" };

const noon = new Date("2026-06-10T12:00:00.000Z");
const midnight = "2026-06-11T00:00:00.000Z";

const strangers = (count: number) => Array.from({ length: count }, anEmail);
const contacts = async (own: TestCompany, count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await own.aContact()).email));

/** Tests a template of its own, so that only the limits of the company count. */
async function sendTest(own: TestCompany, emails: readonly string[], headers: Record<string, string> = {}) {
  await own.api.ok("setTestRecipients", { body: { emails } });
  const params = { template_id: (await aTemplate(own)).id };
  return own.api.call("testTemplate", { params, body: {}, headers });
}

const limited = (message: string, params: { limit: number; remaining: number }, retryAfter = 43_200) => ({
  status: 429,
  headers: { "retry-after": String(retryAfter) },
  body: { error: { code: "rate_limited", message, params: { retryAfter, availableAt: midnight, ...params } } },
});

const accepted = async ({ ctx: { db } }: TestCompany) => {
  const rows = await db.sql`select from test_email where tenant_id = ${db.tenantId}`;
  return rows.length;
};

it("counts test e-mails to strangers over all templates, and those to members and contacts not among them", async () => {
  holdClock();
  const own = await company(limits);
  own.clock.set(noon);
  const known = [await adminEmail(own), ...(await contacts(own, 1))];
  expect(await sendTest(own, [...known, ...strangers(1)])).toMatchObject({ status: 202 });
  const refusal = limited("test-strangers-day", { limit: 2, remaining: 1 });
  expect(await sendTest(own, strangers(2))).toMatchObject(refusal);
  expect(await sendTest(own, strangers(1))).toMatchObject({ status: 202 });
  expect(await sendTest(own, strangers(1))).toMatchObject({
    ...refusal,
    body: { error: { params: { remaining: 0 } } },
  });
  expect(await sendTest(own, known.slice(0, 1))).toMatchObject({ status: 202 });
  expect(await accepted(own)).toBe(5);
});

it("counts all test e-mails of the company until midnight in UTC", async () => {
  holdClock();
  const own = await company(limits);
  own.clock.set(noon);
  const known = await contacts(own, 5);
  expect(await sendTest(own, known.slice(0, 4))).toMatchObject({ status: 202 });
  expect(await sendTest(own, known.slice(0, 2))).toMatchObject(limited("test-emails-day", { limit: 5, remaining: 1 }));
  expect(await sendTest(own, known.slice(0, 1))).toMatchObject({ status: 202 });
  own.clock.set(new Date(Date.parse(midnight) - minutes(1)));
  expect(await sendTest(own, known.slice(0, 1))).toMatchObject(
    limited("test-emails-day", { limit: 5, remaining: 0 }, 60),
  );
  own.clock.advance(minutes(1));
  expect(await sendTest(own, known)).toMatchObject({ status: 202 });
});

it("begins no other day for a company that changes its time zone", async () => {
  holdClock();
  const own = await company(limits);
  own.clock.set(noon);
  expect(await sendTest(own, strangers(2))).toMatchObject({ status: 202 });
  for (const timeZone of ["Pacific/Kiritimati", "Pacific/Midway"]) {
    await own.api.ok("updateCompany", { body: { timeZone } });
    expect(await sendTest(own, strangers(1))).toMatchObject(limited("test-strangers-day", { limit: 2, remaining: 0 }));
  }
});

it("counts the copies of a campaign together", async () => {
  const own = await company(limits);
  await own.api.ok("setTestRecipients", { body: { emails: strangers(1) } });
  const { id } = await own.api.ok("createCampaign", { body: { name: "Spring", shopId: own.shopId } });
  const params = { campaign_id: id };
  await own.api.ok("saveCampaignContent", { params, body: { html: "<p>Hello</p>", baseVersion: 1 } });
  const send = async (campaignId: string) =>
    (await own.api.call("testCampaign", { params: { campaign_id: campaignId }, body: {} })).status;
  const copies = [];
  for (let index = 0; index < 3; index += 1) copies.push(await own.api.ok("copyCampaign", { params, body: {} }));
  const statuses = [];
  for (const copy of copies) statuses.push(await send(copy.id));
  expect(statuses).toEqual([202, 202, 429]);
});

it("holds the limit under parallel requests", async () => {
  const own = await company(limits);
  await own.api.ok("setTestRecipients", { body: { emails: await contacts(own, 2) } });
  const templates = await Promise.all([1, 2, 3, 4].map(() => aTemplate(own)));
  const send = ({ id }: { id: string }) => own.api.call("testTemplate", { params: { template_id: id }, body: {} });
  const answers = await Promise.all(templates.map(send));
  expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([202, 202, 429, 429]);
  expect(await accepted(own)).toBe(4);
});

it("does not count a request again that is repeated with the same Idempotency-Key, nor a refused one", async () => {
  const own = await company(limits);
  await own.api.ok("setTestRecipients", { body: { emails: await contacts(own, 4) } });
  const params = { template_id: (await aTemplate(own)).id };
  const headers = { "idempotency-key": "test-1" };
  const send = () => own.api.call("testTemplate", { params, body: {}, headers });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status]).toEqual([202, 202]);
  expect(second.headers["idempotent-replay"]).toBe("true");
  expect(await sendTest(own, await contacts(own, 2))).toMatchObject({ status: 429 });
  expect(await sendTest(own, await contacts(own, 1))).toMatchObject({ status: 202 });
  const { db } = own.ctx;
  expect([...(await db.sql`select emails, strangers from test_email_day where tenant_id = ${db.tenantId}`)]).toEqual([
    { emails: 5, strangers: 0 },
  ]);
});
