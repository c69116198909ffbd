import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { passEmail, anEmailAutomation, anEmailEngine } from "../../../tests/harness/factories/automation-emails.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anEngine, aSendingCampaign } from "../../../tests/harness/factories/sending-campaigns.ts";
import { addLinks } from "../../../tests/harness/factories/tracked-messages.ts";
import { aWebhookReceiver, runWebhooks, type WebhookReceiver } from "../../../tests/harness/factories/webhooks.ts";
import { emailClicked, emailOpened } from "../../journal/events.ts";
import { appendEntries } from "../../journal/journal.ts";
import { localSecondAt } from "../../kernel/local-time.ts";
import { recordBounce, recordComplaint, recordDelivery } from "../bounces/service.ts";

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

const example = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../tests/fixtures/v3/webhook-call.${name}.json`, import.meta.url), "utf8"));

/** Every value replaced by its type, in the order of the keys; null fits any type. */
const toShape = (value: unknown, model: unknown): unknown => {
  if (value === null || model === null) return null;
  if (Array.isArray(value))
    return value.map((each, index) => toShape(each, Array.isArray(model) ? model[index] : null));
  if (typeof value !== "object") return typeof value;
  return Object.entries(value).map(([key, each]) => [key, toShape(each, Object(model)[key] ?? null)]);
};

function expectShape(actual: unknown, name: string): void {
  const expected = example(name);
  expect(toShape(actual, expected)).toEqual(toShape(expected, actual));
}

const register = (test: TestCompany, event: string) =>
  test.api.ok("createAccountWebhook", { body: { url: `${receiver.origin}/${event}`, event } });

const delivered = (event: string): unknown[] => receiver.bodiesAt(`/${event}`);

/** A person in a list with every field of the example. */
async function aPerson(test: TestCompany) {
  const list = await test.aList();
  const contact = await test.aContact({
    firstName: "Jana",
    lastName: "Nováková",
    salutation: "Jano",
    country: "CZ",
    language: "cs",
    birthday: "1990-05-17",
    nameDay: "05-24",
    gender: "f",
    listIds: [list.id],
  });
  return { list, contact };
}

describe("contact events", () => {
  it("have the shape of the examples", async () => {
    const test = await company(env);
    for (const event of ["new_contact", "updated_contact", "unsubscribed_contact"]) await register(test, event);
    const { list, contact } = await aPerson(test);
    const params = { id: contact.id };
    await test.api.ok("updateContact", { params, body: { lastName: "Malá" } });
    await test.api.ok("unsubscribeContact", { params, body: {} });
    await runWebhooks(test);
    // An unsubscription changes the status, too.
    expect(delivered("updated_contact")).toHaveLength(2);
    for (const event of ["new_contact", "updated_contact"]) {
      expect(delivered(event)[0]).toMatchObject([{ id: Number(contact.id), emailaddress: contact.email, event }]);
      expectShape(delivered(event)[0], event);
    }
    const [unsubscribed] = delivered("unsubscribed_contact");
    expect(unsubscribed).toMatchObject([
      { id: Number(contact.id), surname: "Malá", reason: "admin", unsubscribed_contactlist_ids: [], campaign_id: null },
    ]);
    const keys = (body: unknown) => Object.keys(Array.isArray(body) ? Object(body[0]) : {});
    expect(keys(unsubscribed)).toEqual(keys(example("unsubscribed_contact")));
    expect(list.id).not.toBe("");
  });

  it("name the list that was left, and why", async () => {
    const test = await company(env);
    await register(test, "unsubscribed_contact");
    const { list, contact } = await aPerson(test);
    const campaignId = await aSendingCampaign(test, { listIds: [list.id] });
    await anEngine(test).run();
    const input = { params: { list_id: list.id }, body: { contactIds: [contact.id] } };
    await test.api.ok("unsubscribeListMembers", input);
    await recordComplaint(test.ctx, { campaignId, contactId: contact.id });
    await runWebhooks(test);
    expect(delivered("unsubscribed_contact")).toMatchObject([
      [{ reason: "admin", unsubscribed_contactlist_ids: [Number(list.id)], campaign_id: null }],
      [
        {
          reason: "complaint",
          unsubscribed_contactlist_ids: [],
          campaign_type: "newsletter",
          campaign_id: Number(campaignId),
          email_statistic_id: `c${campaignId}`,
        },
      ],
    ]);
  });
});

describe("e-mail events", () => {
  it("have the shape of the examples, with the relay's reply and times of the company", async () => {
    const test = await company(env);
    for (const event of ["sent_email", "delivery_status", "email_open", "email_click"]) await register(test, event);
    const { list, contact } = await aPerson(test);
    const campaignId = await aSendingCampaign(test, { listIds: [list.id] });
    const response = `250 2.0.0 OK <${contact.email}>`;
    await anEngine(test, () => ({ outcome: "sent", response })).run();
    const at = test.clock.now();
    const source = { campaignId, variantId: campaignId };
    await addLinks(test.ctx.db, {
      campaignId,
      variantId: campaignId,
      from: 90,
      urls: ["https://shop.example.com/sale"],
    });
    await appendEntries(test.ctx.db, [
      emailOpened.entry({ contactId: contact.id, at, payload: { ...source, verdict: "machine" } }),
      emailOpened.entry({ contactId: contact.id, at, payload: { ...source, verdict: "human" } }),
      emailClicked.entry({ contactId: contact.id, at, payload: { ...source, verdict: "human", link: 90 } }),
    ]);
    await recordBounce(
      test.ctx,
      { campaignId, contactId: contact.id },
      {
        kind: "hard",
        code: "mailbox",
        response: "550 5.1.1 User unknown",
        at: "later",
      },
    );
    await runWebhooks(test);
    const known = {
      contact: { id: Number(contact.id), emailaddress: contact.email },
      campaign_type: "newsletter",
      campaign_id: Number(campaignId),
      email_statistic_id: `c${campaignId}`,
    };
    const time = localSecondAt(at, "Europe/Prague");
    const sent = { finished_at: time, delivery_status: "delivered", remote_response: "250 2.0.0 OK <…>" };
    expect(delivered("sent_email")).toMatchObject([{ ...known, ...sent, event: "sent_email" }]);
    expect(delivered("delivery_status")).toMatchObject([
      { ...known, ...sent, event: "delivery_status" },
      { ...known, delivery_status: "hardbounced", remote_response: "550 5.1.1 User unknown" },
    ]);
    expect(delivered("email_open")).toMatchObject([{ ...known, sid: `c${campaignId}`, opened_at: time }]);
    expect(delivered("email_click")).toMatchObject([
      { ...known, sid: `c${campaignId}`, url: "https://shop.example.com/sale", clicked_at: time },
    ]);
    expectShape(delivered("sent_email")[0], "sent_email");
    expectShape(delivered("delivery_status")[1], "delivery_status.hardbounced");
    expectShape(delivered("email_open")[0], "email_open");
    expectShape(delivered("email_click")[0], "email_click");
    const ids = receiver.received.map(({ body }) => Object(body).id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every(Number.isSafeInteger)).toBe(true);
  });

  it("wait for the provider where it reports deliveries", async () => {
    const test = await company(env);
    for (const event of ["sent_email", "delivery_status"]) await register(test, event);
    const { sql, tenantId } = test.ctx.db;
    await sql`
      insert into sending_hook (tenant_id, provider, hint, created_at) values (${tenantId}, 'ses', 'abcd', now())`;
    const { list, contact } = await aPerson(test);
    const campaignId = await aSendingCampaign(test, { listIds: [list.id] });
    await anEngine(test).run();
    await runWebhooks(test);
    expect([delivered("sent_email").length, delivered("delivery_status").length]).toEqual([1, 0]);
    await recordDelivery(test.ctx, { campaignId, contactId: contact.id });
    test.clock.advance(30_000);
    await runWebhooks(test);
    expect(delivered("delivery_status")).toMatchObject([{ delivery_status: "delivered", remote_response: null }]);
  });

  it("of automations name the automation and the node", async () => {
    const test = await company(env);
    await register(test, "sent_email");
    const automation = await anEmailAutomation(test);
    const contact = await test.aContact();
    await passEmail(test, automation, [contact.id]);
    await anEmailEngine(test).run();
    await runWebhooks(test);
    expect(delivered("sent_email")).toMatchObject([
      {
        campaign_type: "automation",
        campaign_id: Number(automation.id),
        email_statistic_id: expect.stringMatching(new RegExp(`^a${automation.id}:.+`)),
      },
    ]);
  });
});
