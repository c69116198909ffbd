import { expect, it } from "vitest";
import { testEmailJob } from "../../src/features/content/test-emails/jobs.ts";
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
import { aConnectedApp } from "../harness/factories/oauth.ts";
import { aVerifiedSender } from "../harness/factories/sending-campaigns.ts";
import { aTemplate } from "../harness/factories/templates.ts";
import { createApi } from "../harness/servers/api-client.ts";
import { anAssistant } from "../harness/servers/assistant.ts";
import { adminHeaders } from "../harness/servers/sign-in.ts";

async function withAssistant(assistantSending: "never" | "approval" | "token") {
  const own = await company();
  await own.api.ok("updateCompany", { body: { assistantSending } });
  const { access_token: token } = await aConnectedApp(own, { scope: "full" });
  return { ...own, assistant: anAssistant(own.server, token) };
}
type Attacked = Awaited<ReturnType<typeof withAssistant>>;

const writeOf = (operation: string, values: object) => ({ operation, arguments: { ...values } });
const forbidden = { status: 403, error: { code: "forbidden", message: "assistant" } };

const refuse = async ({ assistant }: Attacked, operation: string, values: object) =>
  expect(await assistant.refused("api_write", writeOf(operation, values))).toMatchObject(forbidden);

async function confirm({ assistant }: Attacked, operation: string, values: object) {
  const target = writeOf(operation, values);
  const { confirmToken } = await assistant.ask("api_write", target);
  return assistant.ok("api_write", { ...target, confirmToken });
}

const messagesOf = async ({ ctx: { db } }: TestCompany) =>
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
  expect(await messagesOf(own)).toHaveLength(0);
  expect(await own.api.ok("getAutomation", { params: paramsOf(automation) })).toMatchObject({ version: 1 });
});

it("with the token the graph is saved and the waiting computed again", async () => {
  const own = await withAssistant("token");
  const { save, node } = await anOccupiedAutomation(own);
  expect(await own.assistant.ok("api_write", writeOf("saveAutomationGraph", save))).toMatchObject({
    status: "confirmation_required",
    preview: { automations: 1, consequences: [{ by: "automation", id: save.automation_id, effects: ["sends"] }] },
  });
  await confirm(own, "saveAutomationGraph", save);
  expect(await confirm(own, "rescheduleNode", node)).toEqual({ rescheduled: 1 });
  await runAutomations(own, 120_000);
  expect(await messagesOf(own)).toHaveLength(1);
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
  expect(await messagesOf(own)).toHaveLength(1);
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
  expect(await own.assistant.ask("api_write", writeOf("saveAutomationGraph", save))).toMatchObject({
    preview: { consequences: [{ effects: ["discloses"] }] },
  });
});
