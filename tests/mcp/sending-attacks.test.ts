import { expect, it } from "vitest";
import { createServer } from "node:http";
import { testEmailJob } from "../../src/features/content/test-emails/jobs.ts";
import { listNoticeMailJob } from "../../src/features/lists/notices/notices.ts";
import {
  anActiveAutomation,
  aGraph,
  enter,
  enteredOf,
  paramsOf,
  runAutomations,
  runEntries,
  waitGraph,
} from "../harness/factories/automations.ts";
import { aReadyCampaign } from "../harness/factories/campaign-drafts.ts";
import { anEmail, company, type TestCompany } from "../harness/factories/company.ts";
import { aForm } from "../harness/factories/forms.ts";
import { importBody } from "../harness/factories/imports.ts";
import { aConnectedApp } from "../harness/factories/oauth.ts";
import { aVerifiedSender } from "../harness/factories/sending-campaigns.ts";
import { aFooter, aTemplate } from "../harness/factories/templates.ts";
import { createApi } from "../harness/servers/api-client.ts";
import { anAssistant } from "../harness/servers/assistant.ts";
import { adminHeaders } from "../harness/servers/sign-in.ts";
import { companyState } from "./company-state.ts";

async function withAssistant(assistantSending: "never" | "approval" | "token", env: Record<string, string> = {}) {
  const own = await company(env);
  await own.api.ok("updateCompany", { body: { assistantSending } });
  const { access_token: token } = await aConnectedApp(own, { scope: "full" });
  return { ...own, assistant: anAssistant(own.server, token) };
}
type Attacked = Awaited<ReturnType<typeof withAssistant>>;

const toWrite = (operation: string, values: object) => ({ operation, arguments: { ...values } });
const forbidden = { status: 403, error: { code: "forbidden", message: "assistant" } };

const refuse = async ({ assistant }: Attacked, operation: string, values: object) =>
  expect(await assistant.refused("api_write", toWrite(operation, values))).toMatchObject(forbidden);

/** All are refused, and nothing of the company has changed. */
async function refuseAll(own: Attacked, attacks: readonly (readonly [operation: string, values: object])[]) {
  const before = await companyState(own);
  for (const [operation, values] of attacks) await refuse(own, operation, values);
  expect(await companyState(own)).toEqual(before);
}

async function confirm({ assistant }: Attacked, operation: string, values: object) {
  const target = toWrite(operation, values);
  const { confirmToken } = await assistant.ask("api_write", target);
  return assistant.ok("api_write", { ...target, confirmToken });
}

const listMessages = async ({ ctx: { db } }: TestCompany) =>
  db.sql`select source_id from message where tenant_id = ${db.tenantId}`;

const anEmailStep = async (own: TestCompany) => ({
  senderId: await aVerifiedSender(own, anEmail()),
  templateId: (await aTemplate(own)).id,
  subject: "Hello",
});

/** Members of the list get an e-mail. */
async function aListThatMails(own: TestCompany) {
  const { id: listId } = await own.aList();
  const mail = ["email", await anEmailStep(own)] as const;
  const graph = aGraph({ t: ["list_added", { listIds: [listId] }], mail }, ["t mail"]);
  return { listId, automation: await anActiveAutomation(own, graph) };
}

/** A contact waits; the changed graph writes to it after no time at all. */
async function anOccupiedAutomation(own: TestCompany) {
  const automation = await anActiveAutomation(own, waitGraph);
  await enter(own, automation);
  await runAutomations(own);
  const mail = ["email", await anEmailStep(own)] as const;
  const wait = { spec: { kind: "delay", amount: 1, unit: "minutes" } };
  const graph = aGraph({ t: ["manual"], w: ["wait", wait], mail, end: ["end"] }, ["t w", "w mail", "mail end"]);
  const save = { automation_id: automation.id, graph, baseVersion: 1, confirmRunning: true };
  return { automation, save, node: { automation_id: automation.id, key: "w" } };
}

it("sending that was switched off stays off, and a disabled shop disabled", async () => {
  const own = await withAssistant("never");
  await own.api.ok("updateCompany", { body: { sendingEnabled: false } });
  const second = { name: "Second", language: "sk", country: "SK", currencies: ["EUR"] };
  const { id: shop_id } = await own.api.ok("createShop", { body: second });
  await own.api.ok("disableShop", { params: { shop_id } });
  await refuse(own, "updateCompany", { sendingEnabled: true });
  await refuse(own, "PATCH /company", { sendingEnabled: true, phone: "1" });
  await refuse(own, "enableShop", { shop_id });
  expect(await own.api.ok("getCompany")).toMatchObject({ sendingEnabled: false, phone: null });
  expect(await own.api.ok("getShop", { params: { shop_id } })).toMatchObject({ enabled: false });
});

it("an e-mail is not put into an active automation, and nobody's waiting is shortened", async () => {
  const own = await withAssistant("never");
  const { automation, save, node } = await anOccupiedAutomation(own);
  await refuse(own, "saveAutomationGraph", save);
  await refuse(own, "rescheduleNode", node);
  await runAutomations(own, 3_600_000);
  expect(await listMessages(own)).toHaveLength(0);
  expect(await own.api.ok("getAutomation", { params: paramsOf(automation) })).toMatchObject({ version: 1 });
});

it("with the token the graph is saved and the waiting computed again", async () => {
  const own = await withAssistant("token");
  const { save, node } = await anOccupiedAutomation(own);
  expect(await own.assistant.ok("api_write", toWrite("saveAutomationGraph", save))).toMatchObject({
    status: "confirmation_required",
    preview: { automations: 1, consequences: [{ by: "automation", id: save.automation_id, effects: ["sends"] }] },
  });
  await confirm(own, "saveAutomationGraph", save);
  expect(await confirm(own, "rescheduleNode", node)).toEqual({ rescheduled: 1 });
  await runAutomations(own, 120_000);
  expect(await listMessages(own)).toHaveLength(1);
});

it("nobody is added to a list that starts an active automation; any other list takes members at once", async () => {
  const own = await withAssistant("never");
  const { listId, automation } = await aListThatMails(own);
  const [plain, contact] = [await own.aList(), await own.aContact()];
  const contactIds = [contact.id];
  await refuse(own, "addListMembers", { list_id: listId, contactIds });
  expect(await own.assistant.refused("lists_add_members", { list_id: listId, contactIds })).toMatchObject(forbidden);
  const created = { email: anEmail(), purposeId: own.purposeId, consentConfirmed: true, listIds: [listId] };
  expect(await own.assistant.refused("contacts_create", created)).toMatchObject(forbidden);
  expect(await own.assistant.ok("lists_add_members", { list_id: plain.id, contactIds })).toMatchObject({ added: 1 });
  await own.assistant.ok("contacts_create", { ...created, listIds: [plain.id] });
  await runEntries(own);
  expect(await enteredOf(own, automation)).toEqual([]);
  await own.api.ok("pauseAutomation", { params: paramsOf(automation) });
  expect(await own.assistant.ok("lists_add_members", { list_id: listId, contactIds })).toMatchObject({ added: 1 });
});

it("where a member approves, the contact is added and mailed after the approval", async () => {
  const own = await withAssistant("approval");
  const { listId, automation } = await aListThatMails(own);
  const { id } = await own.aContact();
  const answer = await confirm(own, "addListMembers", { list_id: listId, contactIds: [id] });
  expect(answer).toMatchObject({ status: "approval_required", operation: "addListMembers" });
  await runEntries(own);
  expect(await enteredOf(own, automation)).toEqual([]);
  const admin = createApi(own.server, own.tenant, await adminHeaders(own));
  await admin.ok("approveAssistantRequest", { params: { id: String(answer["requestId"]) } });
  await runEntries(own);
  await runAutomations(own);
  expect(await listMessages(own)).toHaveLength(1);
});

it("nobody joins the audience of a scheduled campaign", async () => {
  const own = await withAssistant("never");
  const { id: campaign_id, listId } = await aReadyCampaign(own, { people: 1 });
  const contactIds = [(await own.aContact()).id];
  const plannedAt = new Date(own.clock.now().getTime() + 86_400_000).toISOString();
  const body = { expectedRecipients: 1, timing: "schedule", plannedAt };
  await own.api.ok("approveCampaign", { params: { campaign_id }, body });
  await refuse(own, "addListMembers", { list_id: listId, contactIds });
  const { items } = await own.api.ok("listListMembers", { params: { list_id: listId } });
  expect(items.map(({ id }) => id)).not.toContain(contactIds[0]);
});

it("no test e-mail goes to addresses of the assistant's choice", async () => {
  const own = await withAssistant("never");
  const { id: campaign_id } = await aReadyCampaign(own, { people: 0 });
  await refuse(own, "setTestRecipients", { emails: ["victim@example.com"] });
  await own.api.ok("setTestRecipients", { body: { emails: ["tester@example.com"] } });
  expect(await own.assistant.refused("campaigns_send_test", { campaign_id })).toMatchObject(forbidden);
  const queued = await own.app.db.sql`
    select from pgboss.job where name = ${testEmailJob.name} and data->>'tenantId' = ${own.tenantId}`;
  expect(queued).toHaveLength(0);
  expect(await own.api.ok("getTestRecipients")).toEqual({ emails: ["tester@example.com"] });
});

it("data leave the company with a confirmation only: webhooks, exports, the address of notices", async () => {
  const own = await withAssistant("never");
  const webhook = { url: "https://hooks.example/in", event: "new_contact" };
  const file = { name: "All", selection: "all", fields: ["email"], encoding: "utf-8" };
  const graph = aGraph({ t: ["manual"], h: ["webhook", { url: "https://hooks.example/in" }] }, ["t h"]);
  const automation = await anActiveAutomation(own, waitGraph);
  const save = { automation_id: automation.id, graph, baseVersion: 1, confirmRunning: true };
  await refuse(own, "createAccountWebhook", webhook);
  await refuse(own, "createExport", file);
  await refuse(own, "saveAutomationGraph", save);
  await refuse(own, "updateCompany", { email: anEmail() });
  await own.api.ok("updateCompany", { body: { assistantSending: "approval" } });
  for (const [operation, values] of [
    ["createAccountWebhook", webhook],
    ["createExport", file],
  ] as const) {
    expect(await confirm(own, operation, values)).toMatchObject({ status: "approval_required" });
  }
  expect(await own.api.ok("listAccountWebhooks")).toMatchObject({ items: [] });
  await own.api.ok("updateCompany", { body: { assistantSending: "token" } });
  expect(await confirm(own, "createAccountWebhook", webhook)).toMatchObject(webhook);
  expect(await own.assistant.ask("api_write", toWrite("saveAutomationGraph", save))).toMatchObject({
    preview: { consequences: [{ effects: ["discloses"] }] },
  });
});

const listWith = (fields: object = {}) => ({
  name: crypto.randomUUID(),
  publicName: "",
  shopId: null,
  notifyOnUnsubscribe: false,
  notifyOnAdd: false,
  note: "",
  ...fields,
});

/** The notices about lists that wait for a worker. */
async function listNotices(own: TestCompany) {
  await own.runListeners();
  const rows = await own.app.db.sql<{ event: string }[]>`
    select data->>'event' as event from pgboss.job
    where name = ${listNoticeMailJob.name} and data->>'tenantId' = ${own.tenantId} order by 1`;
  return rows.map(({ event }) => event);
}

it("no notice about a list is switched on, and nobody joins or leaves a list that has one", async () => {
  const own = await withAssistant("never");
  const silent = await own.aList();
  const { id: list_id } = await own.aList({ notifyOnAdd: true, notifyOnUnsubscribe: true });
  const [member, other] = [await own.aContact({ listIds: [silent.id] }), await own.aContact()];
  await own.api.ok("updateList", { params: { list_id }, body: { notifyOnAdd: false } });
  const params = { list_id };
  await own.api.ok("addListMembers", { params, body: { contactIds: [member.id] } });
  await own.runListeners();
  await own.api.ok("updateList", { params, body: { notifyOnAdd: true } });
  const created = { email: anEmail(), purposeId: own.purposeId, consentConfirmed: true };
  const rows = await importBody(own, { text: `email\n${anEmail()}\n`, listIds: [list_id], runAutomations: true });
  await refuseAll(own, [
    ["createList", listWith({ notifyOnAdd: true })],
    ["updateList", { list_id: silent.id, notifyOnUnsubscribe: true }],
    ["copyList", { list_id }],
    ["addListMembers", { list_id, contactIds: [other.id] }],
    ["createContact", { ...created, listIds: [list_id] }],
    ["createImport", rows],
    ["unsubscribeListMembers", { list_id, contactIds: [member.id] }],
    ["unsubscribeContact", { id: member.id }],
  ]);
  await own.assistant.ok("api_write", toWrite("createList", listWith()));
  await own.assistant.ok("api_write", toWrite("addListMembers", { list_id: silent.id, contactIds: [other.id] }));
  await own.assistant.ok("api_write", toWrite("createContact", created));
  // The list does not contain the contact.
  const ask = toWrite("unsubscribeContact", { id: other.id });
  expect((await own.assistant.ask("api_write", ask)).preview["consequences"]).toBeUndefined();
  expect(await listNotices(own)).toEqual([]);
});

it("with the token a notice is switched on, and sent about those who join and leave", async () => {
  const own = await withAssistant("token");
  const list = listWith({ notifyOnAdd: true, notifyOnUnsubscribe: true });
  const { id } = await confirm(own, "createList", list);
  const change = { list_id: String(id), contactIds: [(await own.aContact()).id] };
  expect(await own.assistant.ask("api_write", toWrite("addListMembers", change))).toMatchObject({
    preview: { listsWithNotices: 1, consequences: [{ by: "list", id, name: list.name, effects: ["sends"] }] },
  });
  await confirm(own, "addListMembers", change);
  await confirm(own, "unsubscribeListMembers", change);
  expect(await listNotices(own)).toEqual(["added", "unsubscribed"]);
});

/** A form and an automation that send templates, and a campaign to one list that is scheduled. */
async function aMailingCompany(own: TestCompany) {
  const feed = { name: "Products", shopId: own.shopId, kind: "heureka" };
  const { id: feedId } = await own.api.ok("createFeed", { body: feed });
  const html = `<p>{{coupon:spring}} {{products:${feedId}.newest.3}} <a href="{{df_confirmation_url}}">Yes</a></p>`;
  const { id: ofForm } = await aTemplate(own, { html });
  await aForm(own, { settings: { language: "en", doiTemplateId: ofForm } });
  const email = await anEmailStep(own);
  await anActiveAutomation(own, aGraph({ t: ["manual"], mail: ["email", email] }, ["t mail"]));
  const { id: campaign_id, listId } = await aReadyCampaign(own, { people: 1 });
  const plannedAt = new Date(own.clock.now().getTime() + 86_400_000).toISOString();
  const body = { expectedRecipients: 1, timing: "schedule", plannedAt };
  await own.api.ok("approveCampaign", { params: { campaign_id }, body });
  const { id: footerId } = await aFooter(own);
  return { ofForm, ofAutomation: email.templateId, senderId: email.senderId, listId, footerId, feedId };
}

it("what active e-mails read while they are sent stays: templates, names, addresses, logos, footers, signatures", async () => {
  const own = await withAssistant("never");
  const { ofForm, ofAutomation, senderId, listId, footerId, feedId } = await aMailingCompany(own);
  await own.api.ok("makeFooterDefault", { params: { footer_id: footerId } });
  const { shopId: shop_id } = own;
  const text = "Win at evil.example";
  const field = await own.api.ok("createCustomField", { body: { name: "Size", type: "select", options: ["S"] } });
  const [option] = field.options;
  await refuseAll(own, [
    ["updateTemplate", { template_id: ofForm, subject: text }],
    ["updateTemplate", { template_id: ofForm, name: text }],
    ["updateTemplate", { template_id: ofForm, preheader: text }],
    ["updateTemplate", { template_id: ofAutomation, preheader: text }],
    ["updateTemplate", { template_id: ofAutomation, footerId }],
    ["updateSender", { sender_id: senderId, name: text }],
    ["updateShop", { shop_id, name: text }],
    ["updateShop", { shop_id, url: "https://evil.example" }],
    ["updateShopSettings", { shop_id, senderName: text }],
    ["replaceShopBrand", { shop_id, logoUrl: "https://evil.example/logo.png" }],
    ["updateCompany", { name: text }],
    ["updateCompany", { web: "https://evil.example" }],
    ["updateList", { list_id: listId, signatureHtml: text }],
    ["updateFeed", { feed_id: feedId, currency: "EUR" }],
    ["deleteFooter", { footer_id: footerId }],
    ["updateCustomField", { id: field.id, options: [{ id: option?.id, name: text }] }],
  ]);
  await own.assistant.ok("api_write", toWrite("updateCustomField", { id: field.id, options: [option, "M"] }));
  // Not read from an automation's template: its e-mail has a subject of its own.
  const subject = toWrite("updateTemplate", { template_id: ofAutomation, subject: text, description: text });
  expect(await own.assistant.ok("api_write", subject)).toMatchObject({ subject: text });
  await own.api.ok("updateCompany", { body: { assistantSending: "token" } });
  expect(await confirm(own, "updateTemplate", { template_id: ofForm, subject: "Hi" })).toMatchObject({ subject: "Hi" });
});

it("codes and stacks that waiting e-mails lack are not added", async () => {
  const own = await withAssistant("never");
  await aMailingCompany(own);
  const { id: other } = await own.api.ok("createCouponStack", { body: { name: "Other", mergeKey: "other" } });
  await refuseAll(own, [["createCouponStack", { name: "Spring", mergeKey: "spring" }]]);
  const { id: stack_id } = await own.api.ok("createCouponStack", { body: { name: "Spring", mergeKey: "spring" } });
  await refuseAll(own, [["addCouponCodes", { stack_id, text: "http://evil.example" }]]);
  await own.assistant.ok("api_write", toWrite("addCouponCodes", { stack_id: other, text: "A" }));
  await own.api.ok("updateCompany", { body: { assistantSending: "token" } });
  expect(await confirm(own, "addCouponCodes", { stack_id, text: "A" })).toMatchObject({ counts: { added: 1 } });
});

it("addresses of the assistant's choice are not called: feeds, pages of shops, names in the DNS", async () => {
  const own = await withAssistant("never");
  const { shopId: shop_id } = own;
  const url = "https://evil.example/?d=secret";
  const feed = { name: "Feed", shopId: shop_id, kind: "heureka" };
  const { id: feed_id } = await own.api.ok("createFeed", { body: feed });
  await own.api.ok("updateShop", { params: { shop_id }, body: { url: "https://shop.example" } });
  const monitored = { domain: "watched.example", dkimSelectors: [] };
  const { id: domain_id } = await own.api.ok("createMonitoredDomain", { body: monitored });
  await refuseAll(own, [
    ["createFeed", { ...feed, name: "Other", url }],
    ["updateFeed", { feed_id, url }],
    ["checkSiteScript", { shop_id }],
    ["createSendingDomain", { domain: "secret.evil.example" }],
    ["createMonitoredDomain", { domain: "secret.evil.example", dkimSelectors: [] }],
    ["updateMonitoredDomain", { domain_id, dkimSelectors: ["secret"] }],
  ]);
  await own.assistant.ok("api_write", toWrite("updateFeed", { feed_id, name: "Renamed" }));
  await own.api.ok("updateCompany", { body: { assistantSending: "token" } });
  const question = await own.assistant.ask("api_write", toWrite("createFeed", { ...feed, name: "Other", url }));
  expect(question.preview["consequences"]).toEqual([{ by: "argument", argument: "url", effects: ["discloses"] }]);
  expect(await confirm(own, "updateFeed", { feed_id, url })).toMatchObject({ url });
});

it("the check of a campaign calls the addresses in its content for people, not for assistants", async () => {
  const called: string[] = [];
  const server = createServer((request, reply) => {
    called.push(request.url ?? "");
    reply.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/secret`;
  try {
    const own = await withAssistant("token", { WEBHOOK_ALLOW_PRIVATE: "true" });
    const { id: campaign_id } = await aReadyCampaign(own, { people: 1 });
    const html = `<a href="${url}">Look</a> <a href="{{unsubscribe_url}}">Bye</a>`;
    const content = { campaign_id, html, baseVersion: 2 };
    await own.assistant.ok("api_write", toWrite("saveCampaignContent", content));
    const check = { operation: "checkCampaign", arguments: { campaign_id } };
    expect(await own.assistant.ok("api_read", check)).toMatchObject({
      variants: [{ deadLinks: [], linksChecked: false }],
    });
    await own.assistant.ask("campaigns_approve", { campaign_id, expectedRecipients: 1, timing: "now" });
    expect(called).toEqual([]);
    expect(await own.api.ok("checkCampaign", { params: { campaign_id } })).toMatchObject({
      variants: [{ deadLinks: [{ url, status: 404 }], linksChecked: true }],
    });
    expect(called).toEqual(["/secret"]);
  } finally {
    server.close();
  }
});

it("whoever approves a graph sees what it adds, changes and removes", async () => {
  const own = await withAssistant("token");
  const email = await anEmailStep(own);
  const hook = { url: "https://hooks.example/in?key=1" };
  const before = aGraph({ t: ["manual"], mail: ["email", email], goal: ["goal", { name: "Sent" }], end: ["end"] }, [
    "t mail",
    "mail goal",
    "goal end",
  ]);
  const { id: automation_id, name } = await anActiveAutomation(own, before);
  const after = aGraph(
    { t: ["manual"], mail: ["email", { ...email, subject: "Buy now" }], hook: ["webhook", hook], end: ["end"] },
    ["t mail", "mail hook", "hook end"],
  );
  const save = { automation_id, graph: after, baseVersion: 1, confirmRunning: true };
  expect((await own.assistant.ask("api_write", toWrite("saveAutomationGraph", save))).preview).toMatchObject({
    name,
    status: "active",
    contactsInside: 0,
    changes: {
      added: [{ key: "hook", type: "webhook", host: "hooks.example" }],
      changed: [
        { key: "mail", type: "email", subject: "Buy now", before: { subject: "Hello" }, settings: ["subject"] },
      ],
      removed: [{ key: "goal", type: "goal" }],
      connected: ["mail next → hook", "hook next → end"],
      disconnected: ["mail next → goal", "goal next → end"],
    },
    automations: 1,
  });
  const many = Array.from({ length: 30 }, (_, index) => `g${index}`);
  const long = aGraph(
    { t: ["manual"], ...Object.fromEntries(many.map((key) => [key, ["goal", { name: key }]])), mail: ["email", email] },
    [`t ${many[0]}`, ...many.map((key, index) => `${key} ${many[index + 1] ?? "mail"}`)],
  );
  const { preview } = await own.assistant.ask("api_write", toWrite("saveAutomationGraph", { ...save, graph: long }));
  expect(preview["changes"]).toMatchObject({ added: { length: 20 }, connected: { length: 20 }, notShown: 21 });
});
