import { isInputRequiredResult } from "@modelcontextprotocol/server";
import { describe, expect, it, vi } from "vitest";
import { anAutomation } from "../../../tests/harness/factories/automations.ts";
import { aReadyCampaign, aSender } from "../../../tests/harness/factories/campaign-drafts.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aConnectedApp } from "../../../tests/harness/factories/oauth.ts";
import { call, callConfirmed, connect, message, post } from "../../../tests/harness/servers/mcp-client.ts";
import { adminEmail } from "../../../tests/harness/servers/sign-in.ts";

async function withAssistant() {
  const own = await company();
  const { access_token: apiKey } = await aConnectedApp(own, { scope: "full" });
  return { ...own, assistant: { server: own.server, apiKey } };
}

const getState = async ({ api }: TestCompany, id: string) => (await api.ok("getContact", { params: { id } })).state;

it("keeps the token of an operation that failed", async () => {
  const own = await withAssistant();
  const campaign = await aReadyCampaign(own, { people: 2 });
  const values = { campaign_id: campaign.id, expectedRecipients: 50, timing: "now" };
  const { content } = await call(own.assistant, "campaigns_approve", values);
  const confirmed = { ...values, confirmToken: content.confirmToken };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const failed = await call(own.assistant, "campaigns_approve", confirmed);
    expect(failed.content).toMatchObject({ status: 409, error: { message: "recipients" } });
  }
});

it("runs an operation that opens its own transaction once under parallel calls", async () => {
  const own = await withAssistant();
  const campaign = await aReadyCampaign(own, { people: 2 });
  const values = { campaign_id: campaign.id, expectedRecipients: 2, timing: "now" };
  const { content } = await call(own.assistant, "campaigns_approve", values);
  const confirmed = { ...values, confirmToken: content.confirmToken };
  const answers = await Promise.all([1, 2, 3].map(() => call(own.assistant, "campaigns_approve", confirmed)));
  expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
  const { items } = await own.api.ok("listCampaignHistory", { params: { campaign_id: campaign.id } });
  expect(items.filter(({ change }) => change === "approved")).toHaveLength(1);
});

it("checks the URL of a receiver before the transaction that uses the token begins", async () => {
  const own = await withAssistant();
  const { db, services } = own.app;
  const open: number[] = [];
  const check = vi.spyOn(services.outbound, "check").mockImplementation(async () => {
    const [row] = await db.sql<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`;
    open.push(row?.n ?? 0);
    return undefined;
  });
  const write = async (operation: string, values: object) => {
    const { content } = await callConfirmed(own.assistant, "api_write", { operation, arguments: values });
    return content.id;
  };
  const url = "https://hooks.example.com/in";
  const webhookId = await write("createAccountWebhook", { url, event: "new_contact" });
  await write("updateAccountWebhook", { webhook_id: webhookId, url });
  const endpointId = await write("createWebhookEndpoint", { url, events: ["new_contact"] });
  await write("updateWebhookEndpoint", { endpoint_id: endpointId, url });
  expect(open).toEqual([0, 0, 0, 0]);
  check.mockRestore();
});

const forms = { capabilities: { elicitation: { form: {} } } };

it("asks the person through a client that can, and runs what they accept", async () => {
  const own = await withAssistant();
  const { id } = await own.aContact();
  const client = await connect(own.assistant, { mode: "auto", ...forms });
  const questions: string[] = [];
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    questions.push(params.message);
    return { action: "accept", content: { confirm: true } };
  });
  const done = await client.callTool({ name: "contacts_unsubscribe", arguments: { id } });
  expect(done.isError ?? false).toBe(false);
  expect(questions).toHaveLength(1);
  expect(questions[0]).toContain("contacts: 1");
  expect(await getState(own, id)).toBe("unsubscribed");
  await client.close();
});

it.each([{ action: "decline" }, { action: "cancel" }, { action: "accept", content: { confirm: false } }] as const)(
  "does nothing when the person answers %j",
  async (answer) => {
    const own = await withAssistant();
    const { id } = await own.aContact();
    const client = await connect(own.assistant, { mode: "auto", ...forms });
    client.setRequestHandler("elicitation/create", async () => answer);
    const refused = await client.callTool({ name: "contacts_unsubscribe", arguments: { id } });
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: { status: 409, error: { message: "cancelled" } },
    });
    expect(await getState(own, id)).toBe("active");
    await client.close();
  },
);

it("answers a token to a client that cannot ask, whatever its generation", async () => {
  const own = await withAssistant();
  const { id } = await own.aContact();
  for (const options of [{ mode: "auto" }, { mode: "legacy", ...forms }] as const) {
    const client = await connect(own.assistant, options);
    const asked = await client.callTool({ name: "contacts_unsubscribe", arguments: { id } });
    expect(asked.structuredContent).toMatchObject({ status: "confirmation_required" });
    await client.close();
  }
});

/** A request of the revision 2026-07-28 from a client that can ask. */
function modernCall({ server, apiKey }: { server: TestCompany["server"]; apiKey: string }, id: string, more = {}) {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  };
  const params = { name: "contacts_unsubscribe", arguments: { id }, _meta: meta, ...more };
  const headers = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "contacts_unsubscribe",
  };
  return post(server, apiKey, message("tools/call", params), headers);
}

const accepted = { inputResponses: { confirm: { action: "accept", content: { confirm: true } } } };

it("accepts an answer only with the state of its question, once, from the same grant", async () => {
  const own = await withAssistant();
  const { id } = await own.aContact();
  const { body } = await modernCall(own.assistant, id);
  expect(isInputRequiredResult(body["result"])).toBe(true);
  const { requestState } = body["result"];
  const other = await aConnectedApp(own, { scope: "full" });
  const stolen = await modernCall({ server: own.server, apiKey: other.access_token }, id, {
    requestState,
    ...accepted,
  });
  expect(stolen.body["result"].structuredContent.error.message).toBe("confirm_token_invalid");
  const forged = await modernCall(own.assistant, id, { requestState: `${requestState}x`, ...accepted });
  expect(forged.body["result"].structuredContent.error.message).toBe("confirm_token_invalid");
  expect(await getState(own, id)).toBe("active");
  const unanswered = await modernCall(own.assistant, id, { requestState });
  expect(isInputRequiredResult(unanswered.body["result"])).toBe(true);
  const done = await modernCall(own.assistant, id, { requestState, ...accepted });
  expect(done.body["result"].isError ?? false).toBe(false);
  expect(await getState(own, id)).toBe("unsubscribed");
  const again = await modernCall(own.assistant, id, { requestState, ...accepted });
  expect(again.body["result"].structuredContent.error.message).toBe("confirm_token_invalid");
});

it("asks again when the state changed since the question", async () => {
  const own = await withAssistant();
  const { id } = await own.aContact();
  const { requestState } = (await modernCall(own.assistant, id)).body["result"];
  own.clock.advance(1000);
  await own.api.ok("updateContact", { params: { id }, body: { firstName: "Eva" } });
  const asked = await modernCall(own.assistant, id, { requestState, ...accepted });
  expect(isInputRequiredResult(asked.body["result"])).toBe(true);
  expect(asked.body["result"].requestState).not.toBe(requestState);
  expect(await getState(own, id)).toBe("active");
});

describe("an e-mail that changed since the preview", () => {
  /** What the assistant's confirmation answers, after the change. */
  async function confirmAfter(
    own: Awaited<ReturnType<typeof withAssistant>>,
    tool: string,
    values: object,
    change: () => Promise<unknown>,
  ) {
    const { content } = await call(own.assistant, tool, values);
    await change();
    return call(own.assistant, tool, { ...values, confirmToken: content.confirmToken });
  }
  const changed = { isError: true, content: { error: { message: "confirm_state_changed" } } };

  it("asks again for a language variant of a campaign", async () => {
    const own = await withAssistant();
    const { id: campaign_id } = await aReadyCampaign(own, { people: 2 });
    const params = { campaign_id };
    const variant = { language: "sk", subject: "Ahoj", content: { html: "<p>Ahoj</p>" } };
    await own.api.ok("addVariant", { params, body: variant });
    const values = { ...params, expectedRecipients: 2, timing: "now" };
    for (const body of [
      { variants: [{ ...variant, subject: "Nie" }] },
      { variants: [{ ...variant, content: { html: "<p>Nie</p>" } }] },
    ]) {
      const change = () => own.api.ok("setVariants", { params, body });
      expect(await confirmAfter(own, "campaigns_approve", values, change)).toMatchObject(changed);
    }
  });

  it("asks again for a template of an automation", async () => {
    const own = await withAssistant();
    const sender = await aSender(own);
    const template = await own.api.ok("createTemplate", { body: { name: "T", html: "<p>Welcome</p>" } });
    const graph = {
      nodes: [
        { id: "t", type: "manual", config: {} },
        { id: "one", type: "email", config: { senderId: sender.id, subject: "Welcome", templateId: template.id } },
      ],
      edges: [{ from: "t", to: "one" }],
    };
    const { id: automation_id } = await anAutomation(own, { graph });
    const params = { template_id: template.id };
    const save = (html: string) => async () => {
      const { version: baseVersion } = await own.api.ok("getTemplate", { params });
      await own.api.ok("saveTemplateContent", { params, body: { html, baseVersion } });
    };
    const values = { automation_id };
    expect(await confirmAfter(own, "automations_activate", values, save("<p>Other</p>"))).toMatchObject(changed);
    expect(await confirmAfter(own, "automations_activate", values, async () => {})).toMatchObject({ isError: false });
    const contact = await own.aContact();
    const adding = { operation: "addAutomationContacts", arguments: { automation_id, contactIds: [contact.id] } };
    const saveDraft = save("<p>Third</p>");
    const publish = async () => {
      await saveDraft();
      await own.api.ok("publishTemplate", { params });
    };
    expect(await confirmAfter(own, "api_write", adding, publish)).toMatchObject(changed);
    expect(await confirmAfter(own, "api_write", adding, save("<p>Draft</p>"))).toMatchObject({ isError: false });
  });
});

it("names client and member in the history of a contact, for assistants alone", async () => {
  const own = await withAssistant();
  const { id } = await own.aContact();
  await own.api.ok("updateContact", { params: { id }, body: { firstName: "Eva" } });
  own.clock.advance(1000);
  await callConfirmed(own.assistant, "contacts_unsubscribe", { id });
  const { items } = await own.api.ok("listActivities", { params: { id } });
  const actor = { kind: "assistant", client: "Assistant", member: { id: own.member, email: await adminEmail(own) } };
  const byType = new Map(items.map((item) => [item.type, item.actor]));
  expect(byType.get("unsubscribed")).toEqual(actor);
  expect(byType.get("status_change")).toEqual(actor);
  expect(byType.get("contact_updated")).toBeUndefined();
  const { recentActivities } = await own.api.ok("getContact", { params: { id } });
  expect(recentActivities).toEqual(items);
});

it("names the assistant also in what a worker does for it later", async () => {
  const own = await withAssistant();
  const list = await own.aList();
  const { id } = await own.aContact({ listIds: [list.id] });
  await callConfirmed(own.assistant, "api_write", {
    operation: "deleteList",
    arguments: { list_id: list.id, mode: "with_contacts" },
  });
  await own.runActions();
  const [entry] = await own.ctx.db.sql`
    select contact_id, assistant from journal where tenant_id = ${own.tenantId} and type = 'contact_deleted'`;
  expect(entry).toMatchObject({ contactId: id, assistant: { client: "Assistant" } });
});

it("records every write of an assistant in the journal, and no read", async () => {
  const own = await withAssistant();
  const list = await call(own.assistant, "lists_create", {
    name: "New",
    publicName: "",
    shopId: null,
    notifyOnUnsubscribe: false,
    notifyOnAdd: false,
    note: "",
  });
  expect(list.isError).toBe(false);
  await call(own.assistant, "lists_list");
  await call(own.assistant, "contacts_create", {
    email: "new@example.com",
    purposeId: own.purposeId,
    consentConfirmed: true,
    listIds: [list.content.id],
  });
  const wrong = await call(own.assistant, "contacts_create", {
    email: "new@example.com",
    purposeId: own.purposeId,
    consentConfirmed: true,
  });
  expect(wrong.isError).toBe(true);
  await callConfirmed(own.assistant, "api_write", { operation: "deleteList", arguments: { list_id: list.content.id } });
  const rows = await own.ctx.db.sql<{ operation: string; assistant: object }[]>`
    select payload->>'operation' as operation, assistant from journal
    where tenant_id = ${own.tenantId} and type = 'assistant_acted' order by id`;
  const assistant = { client: "Assistant", memberId: own.member };
  expect(rows).toEqual([
    { operation: "createList", assistant },
    { operation: "createContact", assistant },
    { operation: "deleteList", assistant },
  ]);
  const unnamed = await own.ctx.db.sql<{ type: string }[]>`
    select type from journal where tenant_id = ${own.tenantId} and assistant is null`;
  expect(unnamed).toEqual([]);
});

it("shows the preview of a campaign as a resource, within the rights of the caller", async () => {
  const own = await withAssistant();
  const { id } = await aReadyCampaign(own, { people: 1 });
  const client = await connect(own.assistant, { mode: "auto" });
  const uri = `app://campaigns/${id}/preview`;
  const { contents } = await client.readResource({ uri });
  expect(contents).toMatchObject([
    { uri, mimeType: "application/json", text: expect.stringContaining('"subject":"Hello"') },
    { uri, mimeType: "text/html", text: expect.stringContaining("<p>Hello</p>") },
  ]);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain("app://campaigns/{id}/preview");
  await expect(client.readResource({ uri: "app://campaigns/999999/preview" })).rejects.toThrow("not found");
  const other = await company();
  const stranger = await connect(other, { mode: "auto" });
  await expect(stranger.readResource({ uri })).rejects.toThrow("not found");
  await Promise.all([client.close(), stranger.close()]);
});

it("answers a fresh token when the state changed, which can be used", async () => {
  const own = await withAssistant();
  const list = await own.aList();
  const target = { operation: "deleteList", arguments: { list_id: list.id } };
  const first = await call(own.assistant, "api_write", target);
  await own.aContact({ listIds: [list.id] });
  const changed = await call(own.assistant, "api_write", { ...target, confirmToken: first.content.confirmToken });
  expect(changed.content).toMatchObject({ status: 409, error: { message: "confirm_state_changed" } });
  const again = await call(own.assistant, "api_write", { ...target, confirmToken: first.content.confirmToken });
  expect(again.content).toMatchObject({ error: { message: "confirm_token_invalid" } });
  const done = await call(own.assistant, "api_write", { ...target, confirmToken: changed.content.confirmToken });
  expect(done.isError).toBe(false);
  expect(await own.api.refused("getList", { params: { list_id: list.id } })).toMatchObject({ status: 404 });
});

describe("the fresh token of an approval", () => {
  /** The audience grew after the preview. */
  async function withChangedAudience() {
    const own = await withAssistant();
    const campaign = await aReadyCampaign(own, { people: 2 });
    const values = { campaign_id: campaign.id, expectedRecipients: 2, timing: "now" };
    const { content } = await call(own.assistant, "campaigns_approve", values);
    const grow = () => own.aContact({ listIds: [campaign.listId] });
    await grow();
    const changed = await call(own.assistant, "campaigns_approve", { ...values, confirmToken: content.confirmToken });
    return { own, values, changed, grow, campaign };
  }

  it.each([2, 3])("confirms the recipients that it showed, when the call expects %i", async (expectedRecipients) => {
    const { own, values, changed, campaign } = await withChangedAudience();
    expect(changed.content).toMatchObject({
      error: { message: "confirm_state_changed", params: { expected: { recipients: 2 }, actual: { recipients: 3 } } },
      preview: { recipients: 3, expectedRecipients: 3 },
    });
    expect(changed.content.warnings).not.toContainEqual(expect.stringContaining("another number"));
    const confirmed = { ...values, expectedRecipients, confirmToken: changed.content.confirmToken };
    const done = await call(own.assistant, "campaigns_approve", confirmed);
    expect(done.isError).toBe(false);
    const { status } = await own.api.ok("getCampaign", { params: { campaign_id: campaign.id } });
    expect(status).toBe("sending");
  });

  it("is bound to the other arguments, and to the recipients that it showed", async () => {
    const { own, values, changed, grow } = await withChangedAudience();
    await grow();
    const confirmed = { ...values, confirmToken: changed.content.confirmToken };
    const more = await call(own.assistant, "campaigns_approve", confirmed);
    expect(more.content).toMatchObject({
      error: { message: "confirm_state_changed" },
      preview: { recipients: 4, expectedRecipients: 4 },
    });
    const later = { ...values, timing: "schedule", plannedAt: "2099-01-01T00:00:00Z" };
    const other = await call(own.assistant, "campaigns_approve", { ...later, confirmToken: more.content.confirmToken });
    expect(other.content.error.message).toBe("confirm_args_mismatch");
  });

  it("of a first preview is bound to the expected number too", async () => {
    const own = await withAssistant();
    const campaign = await aReadyCampaign(own, { people: 2 });
    const values = { campaign_id: campaign.id, expectedRecipients: 1, timing: "now" };
    const { content } = await call(own.assistant, "campaigns_approve", values);
    const other = { ...values, expectedRecipients: 2, confirmToken: content.confirmToken };
    expect((await call(own.assistant, "campaigns_approve", other)).content.error.message).toBe("confirm_args_mismatch");
  });
});
