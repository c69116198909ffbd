import { expect, it } from "vitest";
import {
  anEmailAutomation,
  anEmailEngine,
  emailsOf,
  passEmail,
} from "../../../../tests/harness/factories/automation-emails.ts";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { judgeAll } from "../../../../tests/harness/factories/judged-events.ts";
import { browserUserAgent } from "../../../../tests/harness/factories/tracked-messages.ts";
import { request } from "../../../../tests/harness/servers/api-client.ts";
import { aToken, submitForm, visit } from "../../../../tests/harness/servers/public-pages.ts";
import { recordBounce } from "../../bounces/service.ts";

/** Quoted-printable text of ASCII characters. */
const unquoted = (text: string): string =>
  text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-7][0-9A-F])/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** A contact that got the e-mail, and its tokens. */
async function aRecipient(test: TestCompany, fields: Parameters<typeof anEmailAutomation>[1] = {}) {
  const automation = await anEmailAutomation(test, fields);
  const contact = await test.aContact({ email: anEmail(), firstName: "Bob" });
  await passEmail(test, automation, [contact.id]);
  const { run, taken } = anEmailEngine(test);
  await run();
  const raw = taken.find(({ envelope }) => envelope.to === contact.email)?.raw.toString() ?? "";
  const [message] = await emailsOf(test, automation);
  const sourceId = message?.sourceId ?? "";
  const tokenFor = (purpose: "click" | "unsubscribe" | "browser") =>
    aToken(test, { purpose, contactId: contact.id, campaignId: sourceId });
  return { automation, contact, raw: unquoted(raw), sourceId, tokenFor };
}

const click = ({ server }: TestCompany, url: string) =>
  request(server, { method: "GET", url, headers: { "user-agent": browserUserAgent } });

const readActivities = async ({ api }: TestCompany, id: string) =>
  (await api.ok("listActivities", { params: { id }, query: {} })).items.map(({ type, title }) => ({ type, title }));

it("attributes opens and clicks to the e-mail and shows its subject in the time line", async () => {
  const test = await company();
  const { automation, contact, raw, sourceId, tokenFor } = await aRecipient(test);
  const token = tokenFor("click");
  expect(raw).toContain(`/t/c/${token}.1`);
  test.clock.advance(600_000);
  const answer = await click(test, `/t/c/${token}.1`);
  expect(answer).toMatchObject({ status: 302, headers: { location: "https://example.org/sale" } });
  await expect
    .poll(async () => {
      await judgeAll(test);
      return (await readActivities(test, contact.id)).some(({ type }) => type === "email_clicked");
    })
    .toBe(true);
  await test.runListeners();
  expect(await readActivities(test, contact.id)).toEqual([
    { type: "email_clicked", title: "Hello {{df_name}}" },
    { type: "email_sent", title: "Hello {{df_name}}" },
    { type: "contact_created", title: expect.any(String) },
  ]);
  const { sql, tenantId } = test.ctx.db;
  const totals = await sql`
    select metric, n from campaign_metric_total where tenant_id = ${tenantId} and campaign_id = ${sourceId} order by metric`;
  expect([...totals]).toEqual(
    expect.arrayContaining([
      { metric: "clicked", n: 1 },
      { metric: "sent", n: 1 },
    ]),
  );
  expect(await test.api.ok("getAutomation", { params: { automation_id: automation.id } })).toMatchObject({ sent: 1 });
});

it("unsubscribes through the link of the e-mail and names it", async () => {
  const test = await company();
  const { contact, sourceId, tokenFor } = await aRecipient(test);
  const answer = await submitForm(test, `/u/${tokenFor("unsubscribe")}`, { "List-Unsubscribe": "One-Click" });
  expect(answer.status).toBe(200);
  expect(await test.api.ok("getContact", { params: { id: contact.id } })).toMatchObject({ status: "unsubscribed" });
  const { sql, tenantId } = test.ctx.db;
  const entries = await sql`
    select payload->>'campaignId' as source_id from journal
    where tenant_id = ${tenantId} and contact_id = ${contact.id} and type = 'unsubscribed'`;
  expect([...entries]).toEqual([{ sourceId }]);
});

it("shows the sent e-mail in the browser, and to nobody who did not get it", async () => {
  const test = await company();
  const { sourceId, tokenFor } = await aRecipient(test);
  const shown = await visit(test, `/v/${tokenFor("browser")}`);
  expect(shown.status).toBe(200);
  expect(shown.html).toContain("<p>Hello Bob");
  const other = await test.aContact();
  const token = aToken(test, { purpose: "browser", contactId: other.id, campaignId: sourceId });
  expect(await visit(test, `/v/${token}`)).toMatchObject({ status: 404 });
});

it("suppresses an address whose mailbox rejects the e-mail", async () => {
  const test = await company();
  const { automation, contact, sourceId } = await aRecipient(test);
  const bounce = { kind: "hard", code: "5.1.1", response: "no such user", at: "later" } as const;
  await recordBounce(test.ctx, { campaignId: sourceId, contactId: contact.id }, bounce);
  expect(await test.api.ok("getContact", { params: { id: contact.id } })).toMatchObject({ status: "bounced" });
  expect(await emailsOf(test, automation)).toMatchObject([{ state: "hardbounced" }]);
  const { outcomes } = await passEmail(test, automation, [contact.id]);
  expect(outcomes).toMatchObject([{ result: "skipped", reason: "bounced" }]);
});

it.each([true, false])("gives links to surveys the contact's token, tracked: %s", async (trackClicks) => {
  const test = await company();
  const survey = await test.api.ok("createSurvey", {
    body: { name: "How was it", active: true, questions: [{ key: "how", type: "text", label: "How?" }] },
  });
  const html = `<p><a href="${test.ctx.publicUrl}/s/${survey.key}">Tell us</a></p>`;
  const { contact, raw, tokenFor } = await aRecipient(test, { html, config: { trackClicks } });
  const token = tokenFor("click");
  const target = `${test.ctx.publicUrl}/s/${survey.key}?c=${token}`;
  if (trackClicks) {
    const answer = await click(test, `/t/c/${token}.1`);
    expect(answer).toMatchObject({ status: 302, headers: { location: target } });
  } else expect(raw).toContain(`href="${target}"`);
  await submitForm(test, `/s/${survey.key}?c=${token}`, { "q-how": "Well" });
  const { sql, tenantId } = test.ctx.db;
  const answers = await sql`select contact_id from survey_response where tenant_id = ${tenantId}`;
  expect([...answers]).toEqual([{ contactId: contact.id }]);
});

it("gives changed links new numbers, so that old e-mails keep their targets", async () => {
  const test = await company();
  const { automation, tokenFor } = await aRecipient(test);
  const params = { template_id: automation.templateId };
  const html = `<p><a href="https://example.org/new">New</a> <a href="https://example.org/sale">Sale</a></p>`;
  const { version } = await test.api.ok("getTemplate", { params });
  await test.api.ok("saveTemplateContent", { params, body: { html, baseVersion: version } });
  const next = await test.aContact({ email: anEmail() });
  await passEmail(test, automation, [next.id]);
  const { run, taken } = anEmailEngine(test);
  await run();
  expect(taken.some(({ envelope }) => envelope.to === next.email)).toBe(true);
  const follow = async (number: number) =>
    (await click(test, `/t/c/${tokenFor("click")}.${number}`)).headers["location"];
  expect(await follow(1)).toBe("https://example.org/sale");
  expect(await follow(2)).toBe("https://example.org/new");
});
