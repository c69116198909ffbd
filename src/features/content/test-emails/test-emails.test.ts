import { expect, it } from "vitest";
import { anAutomation } from "../../../../tests/harness/factories/automations.ts";
import { aSender } from "../../../../tests/harness/factories/campaign-drafts.ts";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { sendTestEmails } from "../../../../tests/harness/factories/test-emails.ts";
import { aFooter, aTemplate } from "../../../../tests/harness/factories/templates.ts";

const refusal = (message: string, params: unknown = expect.any(Object)) => ({
  status: 400,
  code: "validation",
  message,
  params,
});

const setEmails = ({ api }: TestCompany, emails: readonly string[]) =>
  api.ok("setTestRecipients", { body: { emails } });

const some = (count: number) => Array.from({ length: count }, (_, index) => `tester${index}@example.com`);

it("replaces the test addresses, normalized and without duplicates", async () => {
  const test = await company();
  expect(await test.api.ok("getTestRecipients")).toEqual({ emails: [] });
  const emails = ["B@Example.com", "a@example.com", "b@example.com"];
  expect(await setEmails(test, emails)).toEqual({ emails: ["b@example.com", "a@example.com"] });
  expect(await setEmails(test, ["c@example.com", "a@example.com"])).toEqual({
    emails: ["c@example.com", "a@example.com"],
  });
  expect(await test.api.ok("getTestRecipients")).toEqual({ emails: ["c@example.com", "a@example.com"] });
  expect(await (await company()).api.ok("getTestRecipients")).toEqual({ emails: [] });
  expect(await setEmails(test, [])).toEqual({ emails: [] });
});

it("accepts up to 50 test addresses", async () => {
  const test = await company();
  expect((await setEmails(test, some(50))).emails).toHaveLength(50);
  const refused = (body: object) => test.api.refused("setTestRecipients", { body });
  expect(await refused({ emails: some(51) })).toEqual(refusal("emails"));
  expect(await refused({ emails: ["a@example.com", "nobody"] })).toEqual(refusal("emails.1"));
  expect(await refused({})).toEqual(refusal("emails"));
  expect(await refused({ emails: "a@example.com" })).toEqual(refusal("emails"));
});

it("sends the draft content to all test addresses, marked as a test", async () => {
  const test = await company();
  const { api } = test;
  await setEmails(test, ["one@example.com", "two@example.com"]);
  const stack = await api.ok("createCouponStack", { body: { name: "Spring", mergeKey: "spring" } });
  await api.ok("addCouponCodes", { params: { stack_id: stack.id }, body: { codes: ["REAL-1"] } });
  const footer = await aFooter(test, { html: "<p>Bye from {{df_shop_name}}</p>" });
  const { id } = await aTemplate(test, {
    subject: "Dobrý den, {{df_name}}",
    preheader: "Podívejte se",
    html: "<p>Milá {{df_name}}, kód {{coupon:spring}}</p>",
    footerId: footer.id,
    shopId: test.shopId,
  });
  const answer = await api.call("testTemplate", { params: { template_id: id }, body: {} });
  expect(answer).toMatchObject({
    status: 202,
    body: { emails: ["one@example.com", "two@example.com"], leftOut: [], remaining: 8 },
  });
  const [one, two, ...more] = await sendTestEmails(test);
  expect(more).toEqual([]);
  expect([one?.to, two?.to]).toEqual(["one@example.com", "two@example.com"]);
  expect(one?.raw).toContain("X-Service-Test: 1");
  expect(one?.raw).toContain("From: Main shop <service@example.com>");
  expect(one?.raw).toContain(Buffer.from("[Test] Dobrý den, Jano").toString("base64").slice(0, -1));
  expect(one?.raw).toContain("Milá Jano, kód TEST-1234");
  const { counts } = await api.ok("getCouponStack", { params: { stack_id: stack.id } });
  expect(counts).toEqual({ free: 1, assigned: 0, used: 0 });
  expect(one?.raw).toContain("Podívejte se");
  expect(one?.raw).toContain("Bye from Main shop");
  expect(one?.raw).toContain("multipart/alternative");
});

it("sends to the given test addresses and to no other address", async () => {
  const test = await company();
  const { api } = test;
  await setEmails(test, ["one@example.com", "two@example.com"]);
  const { id } = await aTemplate(test, { name: "Spring" });
  const params = { template_id: id };
  const refused = (emails: unknown) => api.refused("testTemplate", { params, body: { emails } });
  expect(await refused(["stranger@example.com"])).toEqual(refusal("emails"));
  expect(await refused(["one@example.com", "stranger@example.com"])).toEqual(refusal("emails"));
  expect(await refused(["no address"])).toEqual(refusal("emails"));
  expect(await refused([])).toEqual(refusal("emails"));
  expect(await refused("one@example.com")).toEqual(refusal("emails"));
  const body = { emails: ["TWO@example.com", "two@example.com"] };
  expect(await api.ok("testTemplate", { params, body })).toEqual({
    emails: ["two@example.com"],
    leftOut: [],
    remaining: 9,
  });
  const [mail, ...more] = await sendTestEmails(test);
  expect(more).toEqual([]);
  expect(mail?.to).toBe("two@example.com");
  expect(mail?.raw).toContain("Subject: [Test] Spring");
});

it("shows the published content with the settings of an automation's e-mail", async () => {
  const test = await company();
  const { api, shopId } = test;
  await setEmails(test, ["one@example.com"]);
  const sender = await aSender(test);
  const template = await aTemplate(test, { subject: "Draft subject", html: "<p>Published</p>" });
  const config = { senderId: sender.id, subject: "Welcome", templateId: template.id };
  const automation = await anAutomation(test, {
    graph: {
      nodes: [
        { id: "t", type: "manual", config: {} },
        { id: "one", type: "email", config },
      ],
      edges: [{ from: "t", to: "one" }],
    },
  });
  await api.ok("activateAutomation", { params: { automation_id: automation.id } });
  const params = { template_id: template.id };
  await api.ok("saveTemplateContent", { params, body: { html: "<p>Drafted</p>", baseVersion: template.version } });
  const settings = {
    subject: "Welcome",
    preheader: "A look inside",
    senderId: sender.id,
    fromName: "Eva of the shop",
    shopId,
  };
  await api.ok("testTemplate", { params, body: { published: true, settings } });
  const [mail] = await sendTestEmails(test);
  expect(mail?.raw).toContain("Subject: [Test] Welcome");
  expect(mail?.raw).toContain(`From: Eva of the shop <${sender.email}>`);
  expect(mail?.raw).toContain("<p>Published</p>");
  expect(mail?.raw).toContain("A look inside");
  await api.ok("testTemplate", { params, body: { settings: { subject: "Welcome" } } });
  const [, draft] = await sendTestEmails(test);
  expect(draft?.raw).toContain("Subject: [Test] Welcome");
  expect(draft?.raw).toContain("<p>Drafted</p>");
});

it("refuses settings that name a sender or a shop of nobody, or of another company", async () => {
  const test = await company();
  await setEmails(test, ["one@example.com"]);
  const other = await company();
  const foreign = { senderId: (await aSender(other)).id, shopId: other.shopId };
  const params = { template_id: (await aTemplate(test)).id };
  const refused = (settings: object) => test.api.refused("testTemplate", { params, body: { settings } });
  for (const senderId of [foreign.senderId, "999999"])
    expect(await refused({ senderId })).toEqual(refusal("settings.senderId"));
  expect(await refused({ shopId: foreign.shopId })).toEqual(refusal("settings.shopId"));
  expect(await refused({ subject: "two\nlines" })).toEqual(refusal("settings.subject"));
});

it("renders Twig and rejects the request if it is broken", async () => {
  const test = await company();
  const { api } = test;
  await setEmails(test, ["one@example.com"]);
  const good = await aTemplate(test, { html: "<p>{% if df_name %}Hello {{df_name}}{% else %}Nobody{% endif %}</p>" });
  await api.ok("testTemplate", { params: { template_id: good.id }, body: {} });
  const [mail] = await sendTestEmails(test);
  expect(mail?.raw).toContain("<p>Hello Jano</p>");
  const broken = await aTemplate(test, { html: "<p>{% if %}</p>" });
  const refused = await api.refused("testTemplate", { params: { template_id: broken.id }, body: {} });
  expect(refused).toMatchObject(refusal("html", { issues: [{ code: "twig_syntax", severity: "error" }] }));
});

it("is rejected without test addresses", async () => {
  const test = await company();
  const { id } = await aTemplate(test);
  expect(await test.api.refused("testTemplate", { params: { template_id: id }, body: {} })).toEqual(refusal("emails"));
});

it("is never sent to a suppressed address, also if it is suppressed later", async () => {
  const test = await company();
  const { api, aContact } = test;
  const [left, later, open] = [anEmail(), anEmail(), anEmail()];
  const contact = await aContact({ email: left });
  await api.ok("unsubscribeContact", { params: { id: contact.id }, body: {} });
  await setEmails(test, [left, later, open]);
  const params = { template_id: (await aTemplate(test)).id };
  const leftOut = [{ email: left, reason: "unsubscribed" }];
  expect(await api.ok("testTemplate", { params, body: {} })).toEqual({ emails: [later, open], leftOut, remaining: 8 });
  expect(await api.refused("testTemplate", { params, body: { emails: [left] } })).toEqual(
    refusal("emails", { leftOut, pattern: "an address that may be mailed" }),
  );
  await api.ok("createSuppression", { body: { email: later } });
  expect((await sendTestEmails(test)).map(({ to }) => to)).toEqual([open]);
});

it("is not sent to a removed test address, nor from a deleted template", async () => {
  const test = await company();
  const { api } = test;
  await setEmails(test, ["one@example.com", "two@example.com"]);
  const [kept, gone] = [await aTemplate(test), await aTemplate(test)];
  for (const { id } of [kept, gone]) await api.ok("testTemplate", { params: { template_id: id }, body: {} });
  await setEmails(test, ["two@example.com"]);
  await api.ok("deleteTemplate", { params: { template_id: gone.id } });
  expect((await sendTestEmails(test)).map(({ to }) => to)).toEqual(["two@example.com"]);
});

it("allows ten e-mails per template in 24 hours", async () => {
  const test = await company();
  const { api, clock } = test;
  await setEmails(test, some(6));
  const [one, two] = [await aTemplate(test), await aTemplate(test)];
  const send = (id: string, count: number) =>
    api.call("testTemplate", { params: { template_id: id }, body: { emails: some(count) } });
  const limited = (retryAfter: number) => ({
    status: 429,
    body: { error: { code: "rate_limited", message: "test-emails", params: { retryAfter } } },
    headers: { "retry-after": String(retryAfter) },
  });
  expect(await send(one.id, 6)).toMatchObject({ body: { remaining: 4 } });
  clock.advance(3_600_000);
  expect(await send(one.id, 5)).toMatchObject(limited(23 * 3600));
  expect(await send(one.id, 4)).toMatchObject({ body: { remaining: 0 } });
  expect(await send(one.id, 1)).toMatchObject(limited(23 * 3600));
  expect(await send(two.id, 6)).toMatchObject({ body: { remaining: 4 } });
  clock.advance(23 * 3_600_000);
  expect(await send(one.id, 6)).toMatchObject({ body: { remaining: 0 } });
  await setEmails(test, some(11));
  expect(await api.call("testTemplate", { params: { template_id: two.id }, body: {} })).toMatchObject(limited(86_400));
});

it("enforces the limit under parallel requests", async () => {
  const test = await company();
  await setEmails(test, some(4));
  const params = { template_id: (await aTemplate(test)).id };
  const answers = await Promise.all([1, 2, 3, 4].map(() => test.api.call("testTemplate", { params, body: {} })));
  expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([202, 202, 429, 429]);
});

it("is unavailable while mail is off", async () => {
  const test = await company({ MAIL_MODE: "off" });
  await setEmails(test, ["one@example.com"]);
  const params = { template_id: (await aTemplate(test)).id };
  expect(await test.api.refused("testTemplate", { params, body: {} })).toEqual({
    status: 503,
    code: "unavailable",
    message: "mail",
    params: {},
  });
});

it("deletes the test address of an erased person", async () => {
  const test = await company();
  const contact = await test.aContact();
  await setEmails(test, [contact.email, "two@example.com"]);
  await test.api.ok("eraseContact", { params: { id: contact.id }, body: { confirm: true } });
  expect(await test.api.ok("getTestRecipients")).toEqual({ emails: ["two@example.com"] });
});
