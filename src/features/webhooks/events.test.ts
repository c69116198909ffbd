import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { passEmail, anEmailAutomation, anEmailEngine } from "../../../tests/harness/factories/automation-emails.ts";
import { aGraph, anActiveAutomation, runAutomations } from "../../../tests/harness/factories/automations.ts";
import { aDraft } from "../../../tests/harness/factories/campaign-drafts.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aForm, aSignUp, sendConfirmationEmails } from "../../../tests/harness/factories/forms.ts";
import { aVerifiedSender } from "../../../tests/harness/factories/sending-campaigns.ts";
import { aTemplate } from "../../../tests/harness/factories/templates.ts";
import { sendTestEmails } from "../../../tests/harness/factories/test-emails.ts";
import { aWebhookReceiver, runWebhooks, type WebhookReceiver } from "../../../tests/harness/factories/webhooks.ts";
import { submitForm } from "../../../tests/harness/servers/public-pages.ts";
import { localSecondAt } from "../../kernel/local-time.ts";
import type { SendOutcome } from "../../mail/outcome.ts";
import { recordBounce, recordDelivery } from "../bounces/service.ts";

const env = { WEBHOOK_ALLOW_PRIVATE: "1" };
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await aWebhookReceiver();
});
afterAll(() => receiver.close());
afterEach(async () => {
  receiver.reset();
  const { app } = await company(env);
  await app.db.sql`delete from webhook`;
});

const register = (test: TestCompany, event: string) =>
  test.api.ok("createAccountWebhook", { body: { url: `${receiver.origin}/${event}`, event } });

const delivered = (event: string): unknown[] => receiver.bodiesAt(`/${event}`);

const refusal = (code: number, response: string): SendOutcome => ({
  outcome: "refused",
  kind: "permanent",
  stage: "rcpt",
  code,
  enhanced: undefined,
  response,
});

describe("updated_contact", () => {
  const updatedAt = async ({ api }: TestCompany, id: string) =>
    (await api.ok("getContact", { params: { id } })).updatedAt;

  it("fires once for a confirmed double opt-in, also where values were typed", async () => {
    const test = await company(env);
    const fields = [
      { key: "email", type: "email", label: "E-mail" },
      { key: "name", type: "text", label: "Name", target: "firstName" },
    ];
    const form = await aForm(test, { fields });
    const { link, email } = await aSignUp(test, form, { name: "Jana" });
    await register(test, "updated_contact");
    await submitForm(test, link, {});
    await runWebhooks(test);
    expect(delivered("updated_contact")).toMatchObject([
      [{ emailaddress: email, name: "Jana", event: "updated_contact" }],
    ]);
  });

  it("fires once for a consent that is given or withdrawn by API, and updatedAt moves", async () => {
    const test = await company(env);
    const { id } = await test.aContact();
    await register(test, "updated_contact");
    const purpose = await test.api.ok("createPurpose", { body: { name: "Surveys" } });
    const before = await updatedAt(test, id);
    const body = { purposeId: purpose.id, consentConfirmed: true };
    const consent = await test.api.ok("addContactPurpose", { params: { id }, body });
    const given = await updatedAt(test, id);
    expect(given).not.toBe(before);
    await runWebhooks(test);
    expect(delivered("updated_contact")).toMatchObject([[{ id: Number(id) }]]);
    await test.api.ok("withdrawContactPurpose", { params: { id, consentId: consent.id }, body: {} });
    expect(await updatedAt(test, id)).not.toBe(given);
    test.clock.advance(30_000);
    await runWebhooks(test);
    expect(delivered("updated_contact")).toHaveLength(2);
  });

  it("fires once for every other change of the status", async () => {
    const test = await company(env);
    const left = await test.aContact();
    const bounced = await test.aContact();
    await register(test, "updated_contact");
    const automation = await anEmailAutomation(test);
    await passEmail(test, automation, [bounced.id]);
    await anEmailEngine(test).run();
    const [message] = await test.ctx.db.sql<{ sourceId: string }[]>`
      select source_id from message where tenant_id = ${test.tenantId} and contact_id = ${bounced.id}`;
    await test.api.ok("unsubscribeContact", { params: { id: left.id }, body: {} });
    await recordBounce(
      test.ctx,
      { campaignId: message?.sourceId ?? "", contactId: bounced.id },
      { kind: "hard", code: "mailbox", response: "550 no", at: "later" },
    );
    await runWebhooks(test);
    expect(delivered("updated_contact")).toMatchObject([
      [{ id: Number(left.id) }],
      [{ id: Number(bounced.id), hardbounced: 1 }],
    ]);
  });
});

describe("e-mail events", () => {
  const events = ["sent_email", "delivery_status"];

  it("fire for confirmation e-mails of forms", async () => {
    const test = await company(env);
    const form = await aForm(test);
    for (const event of events) await register(test, event);
    const { email } = await aSignUp(test, form);
    const { items } = await test.api.ok("listContacts", { query: { q: email } });
    await runWebhooks(test);
    const doi = {
      contact: { id: Number(items[0]?.id), emailaddress: email },
      campaign_type: "doi",
      campaign_id: Number(form.id),
      email_statistic_id: null,
      trigger_event: null,
      delivery_status: "delivered",
    };
    expect(delivered("sent_email")).toMatchObject([{ event: "sent_email", ...doi }]);
    expect(delivered("delivery_status")).toMatchObject([{ event: "delivery_status", ...doi }]);
    const journal = await test.ctx.db.sql<{ payload: object }[]>`
      select payload from journal where tenant_id = ${test.tenantId}`;
    expect(JSON.stringify(journal)).not.toContain(email);
  });

  it("tell how a confirmation e-mail was refused", async () => {
    const test = await company(env);
    const form = await aForm(test);
    for (const event of events) await register(test, event);
    const emails = [anEmail(), anEmail()];
    for (const email of emails) await submitForm(test, `/f/${form.key}`, { email });
    await sendConfirmationEmails(test, [
      refusal(550, "550 5.1.1 User unknown"),
      refusal(554, "554 5.7.1 Content rejected"),
    ]);
    await runWebhooks(test);
    expect(delivered("sent_email")).toEqual([]);
    expect(delivered("delivery_status")).toMatchObject([
      {
        contact: { emailaddress: emails[0] },
        delivery_status: "hardbounced",
        remote_response: "550 5.1.1 User unknown",
      },
      { contact: { emailaddress: emails[1] }, delivery_status: "softbounced" },
    ]);
  });

  it("wait for the provider's report of a confirmation e-mail where it reports deliveries, which counts once", async () => {
    const test = await company(env);
    const { sql, tenantId } = test.ctx.db;
    await sql`
      insert into sending_hook (tenant_id, provider, hint, created_at) values (${tenantId}, 'ses', 'abcd', now())`;
    const form = await aForm(test);
    for (const event of events) await register(test, event);
    await aSignUp(test, form);
    await runWebhooks(test);
    expect([delivered("sent_email").length, delivered("delivery_status").length]).toEqual([1, 0]);
    const [confirmationEmail] = await sql<{ id: string; signupId: string }[]>`
      select id, signup_id from confirmation_email where tenant_id = ${tenantId}`;
    const key = { campaignId: confirmationEmail?.id ?? "", contactId: confirmationEmail?.signupId ?? "" };
    expect(await recordDelivery((await company(env)).ctx, key)).toBe("not_found");
    expect(await recordDelivery(test.ctx, key)).toBe("recorded");
    expect(await recordDelivery(test.ctx, key)).toBe("not_found");
    test.clock.advance(30_000);
    await runWebhooks(test);
    expect(delivered("delivery_status")).toMatchObject([{ campaign_type: "doi", delivery_status: "delivered" }]);
  });

  it("fire for test e-mails of campaigns and templates, also to addresses of no contact", async () => {
    const test = await company(env);
    for (const event of events) await register(test, event);
    const contact = await test.aContact();
    await test.api.ok("setTestRecipients", { body: { emails: [contact.email, "stranger@example.com"] } });
    const draft = await aDraft(test, { html: "<p>Hello</p>", subject: "Hello" });
    await test.api.ok("testCampaign", { params: { campaign_id: draft.id }, body: { emails: [contact.email] } });
    await sendTestEmails(test, [{ outcome: "sent", response: `250 OK <${contact.email}>` }]);
    const { id } = await aTemplate(test);
    await test.api.ok("testTemplate", { params: { template_id: id }, body: { emails: ["stranger@example.com"] } });
    await test.app.db
      .sql`delete from pgboss.job where data->>'testId' = (select min(id)::text from test_email where tenant_id = ${test.tenantId})`;
    await sendTestEmails(test, [refusal(550, "550 5.1.1 User unknown")]);
    await runWebhooks(test);
    const ofCampaign = {
      contact: { id: Number(contact.id), emailaddress: contact.email },
      campaign_type: "test",
      campaign_id: Number(draft.id),
      email_statistic_id: `c${draft.id}`,
      remote_response: "250 OK <…>",
    };
    expect(delivered("sent_email")).toMatchObject([ofCampaign]);
    expect(delivered("delivery_status")).toMatchObject([
      { ...ofCampaign, delivery_status: "delivered" },
      {
        contact: { id: null, emailaddress: "stranger@example.com" },
        campaign_type: "test",
        campaign_id: null,
        email_statistic_id: null,
        delivery_status: "hardbounced",
      },
    ]);
  });
});

describe("trigger_event", () => {
  async function anAutomationStartedBy(test: TestCompany, type: string, config: Record<string, unknown> = {}) {
    const { id: templateId } = await aTemplate(test, { html: "<p>Hello</p>" });
    const senderId = await aVerifiedSender(test, anEmail());
    const mail = { senderId, subject: "Hello", templateId };
    const graph = aGraph({ t: [type, config], mail: ["email", mail], end: ["end"] }, ["t mail", "mail end"]);
    return anActiveAutomation(test, graph);
  }

  async function sendAndDeliver(test: TestCompany, event: string): Promise<unknown[]> {
    await test.runListeners();
    await runAutomations(test);
    await anEmailEngine(test).run();
    await runWebhooks(test);
    return delivered(event);
  }

  it("is the contact's event that started the automation", async () => {
    const test = await company(env);
    await anAutomationStartedBy(test, "event", { name: "quote" });
    const contact = await test.aContact();
    const at = test.clock.now();
    const body = { contactId: contact.id, type: "custom", name: "quote", at: at.toISOString(), data: { total: 5 } };
    const { id } = await test.api.ok("recordContactEvent", { body });
    await register(test, "sent_email");
    const trigger_event = {
      type: "custom",
      id: Number(id),
      at: localSecondAt(at, "Europe/Prague"),
      name: "quote",
      data: { total: 5 },
    };
    expect(await sendAndDeliver(test, "sent_email")).toMatchObject([{ campaign_type: "automation", trigger_event }]);
  });

  it("is another entry of the history that started it", async () => {
    const test = await company(env);
    const { id: listId } = await test.aList();
    await anAutomationStartedBy(test, "list_added", { listIds: [listId] });
    const contact = await test.aContact();
    await register(test, "sent_email");
    await test.api.ok("addListMembers", { params: { list_id: listId }, body: { contactIds: [contact.id] } });
    expect(await sendAndDeliver(test, "sent_email")).toMatchObject([
      { trigger_event: { type: "list_added", id: expect.any(Number), data: { listId } } },
    ]);
  });

  it("is null where a person started it", async () => {
    const test = await company(env);
    const automation = await anAutomationStartedBy(test, "manual");
    const contact = await test.aContact();
    await register(test, "sent_email");
    const input = { params: { automation_id: automation.id }, body: { contactIds: [contact.id] } };
    await test.api.ok("addAutomationContacts", input);
    expect(await sendAndDeliver(test, "sent_email")).toMatchObject([
      { contact: { id: Number(contact.id) }, trigger_event: null },
    ]);
  });
});
