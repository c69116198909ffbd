import { expect, it } from "vitest";
import { aDraft, aSender } from "../../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { captureMail } from "../../../../tests/harness/servers/sign-in.ts";
import { anEngine, aSendingCampaign } from "../../../../tests/harness/factories/sending-campaigns.ts";
import { aSignedDomain } from "../../../../tests/harness/factories/senders.ts";
import { createWorker, loadBackground } from "../../../composition/background.ts";
import { sampleContact } from "../../../mail/render/values.ts";
import { testEmailJob } from "../../content/test-emails/jobs.ts";

const getTestEmail = async (test: TestCompany, campaignId: string) => (await sendTest(test, campaignId))?.raw ?? "";

/** What a worker sends for a test of this campaign. */
async function sendTest(test: TestCompany, campaignId: string, body: { language?: string } = {}) {
  const { api, app, tenantId } = test;
  await api.ok("setTestRecipients", { body: { emails: ["tester@example.com"] } });
  await api.ok("testCampaign", { params: { campaign_id: campaignId }, body });
  const { caught, transport } = captureMail();
  const { jobs } = await loadBackground();
  const handler = jobs.find(({ job }) => job.name === testEmailJob.name);
  const [queued] = await app.db.sql<{ data: unknown }[]>`
    select data from pgboss.job where name = ${testEmailJob.name} and data->>'tenantId' = ${tenantId}
    order by (data->>'testId')::bigint desc limit 1`;
  await handler?.run(createWorker(app, transport), queued?.data);
  return caught[0];
}

const html = `<p><a href="https://shop.example/sale">Sale</a> <a href="{{unsubscribe_url}}">Bye</a></p>`;

async function aCampaign(test: TestCompany, fields: Record<string, unknown>, content = html) {
  const { id } = await aDraft(test, { subject: "Hello {{df_name}}", ...fields });
  const body = { html: content, baseVersion: 1 };
  await test.api.ok("saveCampaignContent", { params: { campaign_id: id }, body });
  return id;
}

it("equals what recipients get: sender, Reply-To, headers and link parameters", async () => {
  const test = await company();
  const sender = await aSender(test, { email: "shop@signed.example" });
  const answers = await aSender(test, { email: "answers@signed.example" });
  await aSignedDomain(test, "signed.example");
  const id = await aCampaign(test, {
    senderId: sender.id,
    fromName: "Jana from the shop",
    replyTo: answers.email,
    utm: { source: "news" },
    linkParams: [{ name: "from", value: "mail" }],
    headers: [{ name: "X-Season", value: "spring {{df_name}}" }],
  });
  const raw = await getTestEmail(test, id);
  expect(raw).toContain("From: Jana from the shop <shop@signed.example>\r\n");
  expect(raw).toContain("Reply-To: answers@signed.example\r\n");
  expect(raw).toContain("X-Season: spring Jano\r\n");
  expect(raw).toContain("X-Service-Test: 1\r\n");
  expect(raw).toContain("Subject: [Test] Hello Jano\r\n");
  expect(raw).toMatch(/^DKIM-Signature: [^]*d=signed\.example/);
  expect(raw).toMatch(
    /List-Unsubscribe: <http[^>]+\/u\/test>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n/,
  );
  expect(raw).toContain("https://shop.example/sale?utm_source=news&amp;from=mail");
  expect(raw).toMatch(/Message-ID: <test-[\d-]+@signed\.example>/);
});

it("uses the name of its sender unless another is set, and a variant's own sender", async () => {
  const test = await company();
  const [main, slovak] = [await aSender(test), await aSender(test)];
  const id = await aCampaign(test, { senderId: main.id });
  const body = { language: "sk", senderId: slovak.id };
  const variant = await test.api.ok("addVariant", { params: { campaign_id: id }, body });
  expect(await getTestEmail(test, id)).toContain(`From: Shop <${main.email}>\r\n`);
  expect(await getTestEmail(test, variant.id)).toContain(`From: Shop <${slovak.email}>\r\n`);
});

it("is in the language of the variant: by its id, or by the campaign and the language", async () => {
  const test = await company();
  const day = "{{df_language}} {{df_today}} {{df_first_name}}";
  const id = await aCampaign(test, {}, `<p>main ${day}</p>`);
  const params = { campaign_id: id };
  const body = { language: "en", subject: "English", content: { html: `<p>variant ${day}</p>` } };
  const variant = await test.api.ok("addVariant", { params, body });
  expect((await sendTest(test, id))?.raw).toMatch(/main =?\s*cs[^]*Jana/);
  for (const mail of [await sendTest(test, variant.id), await sendTest(test, id, { language: "en" })]) {
    expect(mail?.raw).toContain("Subject: [Test] English\r\n");
    expect(mail?.raw).toMatch(/variant =?\s*en[^]*\d\d\/\d\d\/\d{4}[^]*Jane/);
    expect(mail?.raw).toContain("Unsubscribe");
  }
  const unknown = { params, body: { language: "de" } };
  expect(await test.api.refused("testCampaign", unknown)).toMatchObject({ status: 400, message: "language" });
});

const nameTags = "df_name df_surname_vocative df_salutation df_salutation_formal df_nameday df_gender df_vocative";
const namesHtml = `<p>[${nameTags.replaceAll(/\w+/g, "{{$&}}")}]</p>`;
const namesIn = (raw: string) => {
  const [, names = ""] = /<p>(\[.*?\])<\/p>/.exec(raw.replaceAll("=\r\n", "")) ?? [];
  return decodeURIComponent(names.replaceAll(/=([0-9A-F]{2})/g, "%$1"));
};

it.each([
  ["cs", "Jano"],
  ["sk", "Jana"],
  ["en", "Jane"],
])("shows the names as a new contact of the shop gets them: %s", async (language, name) => {
  const test = await company();
  const { db } = test.ctx;
  await db.sql`update shop set language = ${language} where tenant_id = ${db.tenantId}`;
  const { firstName, lastName, gender } = sampleContact(language);
  const { id: listId } = await test.aList();
  const { email } = await test.aContact({ firstName, lastName, gender, listIds: [listId] });
  await aSendingCampaign(test, { listIds: [listId], html: namesHtml, subject: "Hello {{df_name}}" });
  const { run, taken } = anEngine(test);
  await run();
  const sent = taken.find(({ envelope }) => envelope.to === email)?.raw.toString() ?? "";
  const tested = await getTestEmail(test, await aCampaign(test, {}, namesHtml));
  expect(sent).toContain(`Subject: Hello ${name}\r\n`);
  expect(tested).toContain(`Subject: [Test] Hello ${name}\r\n`);
  expect(namesIn(tested)).toContain(`[${name} `);
  expect(namesIn(tested)).toBe(namesIn(sent));
});

it("comes from the service while the sender is not verified", async () => {
  const test = await company();
  const sender = await aSender(test, { isVerified: false });
  const raw = await getTestEmail(test, await aCampaign(test, { senderId: sender.id, fromName: "Jana" }));
  expect(raw).toMatch(/From: Jana <[^>]+>\r\n/);
  expect(raw).not.toContain(sender.email);
  expect(raw).toContain("Auto-Submitted: auto-generated\r\n");
});

it("gets an unsubscribe line when its author left it out", async () => {
  const test = await company();
  const id = await aCampaign(test, {}, "<p>Hello {{df_confirmation_url}}</p>");
  const message = (await getTestEmail(test, id)).replaceAll("=\r\n", "").replaceAll("=3D", "=").replaceAll("=2E", ".");
  expect(message).toMatch(/<a href="http[^"]+\/u\/test"/);
});

it("has the return path of campaigns of its sender, and of the service without one", async () => {
  const test = await company();
  const [plain, own] = [await aSender(test), await aSender(test, { email: "shop@signed.example" })];
  await aSignedDomain(test, "signed.example");
  const getReturnPath = async (fields: Record<string, unknown>) =>
    (await sendTest(test, await aCampaign(test, fields)))?.from;
  const { hostname } = new URL(test.ctx.publicUrl);
  expect(await getReturnPath({ senderId: plain.id })).toBe(`test@${hostname}`);
  await test.ctx.db.sql`update sending_domain set return_path_at = now() where tenant_id = ${test.tenantId}`;
  expect(await getReturnPath({ senderId: own.id })).toBe("test@bounce.signed.example");
  expect(await getReturnPath({})).not.toMatch(/^test@/);
});
