import { describe, expect, it } from "vitest";
import { anAutomation } from "../../../../tests/harness/factories/automations.ts";
import { aReadyCampaign, aSender } from "../../../../tests/harness/factories/campaign-drafts.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import { aConnectedApp } from "../../../../tests/harness/factories/oauth.ts";
import { call, connect, message, post, toolCall, type Caller } from "../../../../tests/harness/servers/mcp-client.ts";

const uri = "ui://postrider/approval";
const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
const emailsKey = "postrider/emails";

async function withAssistant() {
  const own = await company();
  const { access_token: apiKey } = await aConnectedApp(own, { scope: "full" });
  const campaign = await aReadyCampaign(own, { people: 2 });
  const approval = { campaign_id: campaign.id, expectedRecipients: 2, timing: "now" };
  return { ...own, assistant: { server: own.server, apiKey }, campaign, approval };
}

const initialize = (capabilities: object) =>
  message("initialize", {
    protocolVersion: "2025-11-25",
    capabilities,
    clientInfo: { name: "desk", version: "1" },
  });

/** What a client of 2025 sends with each request after it opened a session. */
async function openSession({ server, apiKey }: Caller, capabilities: object) {
  const { headers, body } = await post(server, apiKey, initialize(capabilities));
  const id = headers["mcp-session-id"];
  return { body, headers: id === undefined ? {} : { "mcp-session-id": String(id) } };
}

const getResult = async ({ server, apiKey }: Caller, name: string, values: object, headers: object) =>
  (await post(server, apiKey, toolCall(name, values), headers)).body["result"];

describe("a client that shows cards", () => {
  it("is told which tools have one, in both generations", async () => {
    const { assistant } = await withAssistant();
    for (const mode of ["legacy", "auto"] as const) {
      const client = await connect(assistant, { mode, capabilities: { extensions } });
      const { tools } = await client.listTools();
      const withCard = tools.filter(({ _meta }) => _meta !== undefined);
      expect(withCard.map(({ name }) => name)).toEqual(["campaigns_approve", "automations_activate"]);
      expect(withCard.map(({ _meta }) => _meta)).toEqual([{ ui: { resourceUri: uri } }, { ui: { resourceUri: uri } }]);
      const { contents } = await client.readResource({ uri });
      expect(contents).toMatchObject([
        { uri, mimeType: "text/html;profile=mcp-app", _meta: { ui: { csp: {}, prefersBorder: true } } },
      ]);
      await client.close();
    }
  });

  it("gets the e-mail as it will look, in every language, beside the same question", async () => {
    const own = await withAssistant();
    const { headers, body } = await openSession(own.assistant, { extensions });
    expect(body["result"].capabilities.extensions).toEqual({ "io.modelcontextprotocol/ui": {} });
    await own.api.ok("addVariant", {
      params: { campaign_id: own.campaign.id },
      body: { language: "sk", subject: "Ahoj", content: { html: "<p>Ahoj {{firstName}}</p>" } },
    });
    const result = await getResult(own.assistant, "campaigns_approve", own.approval, headers);
    expect(result.structuredContent).toMatchObject({ status: "confirmation_required", preview: { recipients: 2 } });
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    expect(result._meta[emailsKey]).toEqual([
      { title: "", subject: "Hello", preheader: "", html: expect.stringContaining("Hello") },
      { title: "sk", subject: "Ahoj", preheader: "", html: expect.stringContaining("Ahoj") },
    ]);
    expect(result._meta[emailsKey][1].html).not.toContain("{{firstName}}");
  });

  it("gets the e-mails again with a renewed question, and not with the result", async () => {
    const own = await withAssistant();
    const { headers } = await openSession(own.assistant, { extensions });
    const asked = await getResult(own.assistant, "campaigns_approve", own.approval, headers);
    await own.aContact({ listIds: [own.campaign.listId] });
    const confirmed = { ...own.approval, confirmToken: asked.structuredContent.confirmToken };
    const changed = await getResult(own.assistant, "campaigns_approve", confirmed, headers);
    expect(changed).toMatchObject({ isError: true, _meta: { [emailsKey]: [{ subject: "Hello" }] } });
    const renewed = { ...own.approval, confirmToken: changed.structuredContent.confirmToken };
    const done = await getResult(own.assistant, "campaigns_approve", renewed, headers);
    expect([done.isError ?? false, done._meta[emailsKey]]).toEqual([false, undefined]);
  });

  it("gets the e-mails of an automation; one that cannot be rendered is without its HTML", async () => {
    const own = await withAssistant();
    const sender = await aSender(own);
    const body = { name: "T", html: "<p>Welcome</p>", preheader: "Nice to see you" };
    const template = await own.api.ok("createTemplate", { body });
    const graph = {
      nodes: [
        { id: "t", type: "manual", config: {} },
        { id: "one", type: "email", config: { senderId: sender.id, subject: "Welcome", templateId: template.id } },
        { id: "two", type: "email", config: { senderId: sender.id, subject: "Bye" } },
      ],
      edges: [
        { from: "t", to: "one" },
        { from: "one", to: "two" },
      ],
    };
    const { id } = await anAutomation(own, { graph });
    const { headers } = await openSession(own.assistant, { extensions });
    const result = await getResult(own.assistant, "automations_activate", { automation_id: id }, headers);
    expect(result._meta[emailsKey]).toEqual([
      { title: "one", subject: "Welcome", preheader: "Nice to see you", html: expect.stringContaining("Welcome") },
      { title: "two", subject: "Bye", preheader: "", html: null },
    ]);
  });

  it("gets the published version of a template that has a draft", async () => {
    const own = await withAssistant();
    const sender = await aSender(own);
    const template = await own.api.ok("createTemplate", { body: { name: "T", html: "<p>Welcome</p>" } });
    const config = { senderId: sender.id, subject: "Welcome", templateId: template.id };
    const graph = {
      nodes: [
        { id: "t", type: "manual", config: {} },
        { id: "one", type: "email", config },
      ],
      edges: [{ from: "t", to: "one" }],
    };
    const [active, second] = [await anAutomation(own, { graph }), await anAutomation(own, { graph })];
    await own.api.ok("activateAutomation", { params: { automation_id: active.id } });
    const content = { html: "<p>Draft</p>", baseVersion: template.version };
    await own.api.ok("saveTemplateContent", { params: { template_id: template.id }, body: content });
    const { headers } = await openSession(own.assistant, { extensions });
    const result = await getResult(own.assistant, "automations_activate", { automation_id: second.id }, headers);
    expect(result._meta[emailsKey]).toMatchObject([{ title: "one", html: expect.stringContaining("Welcome") }]);
  });

  it("gets the HTML of the first twelve e-mails", async () => {
    const own = await withAssistant();
    const sender = await aSender(own);
    const template = await own.api.ok("createTemplate", { body: { name: "T", html: "<p>Welcome</p>" } });
    const config = { senderId: sender.id, subject: "Welcome", templateId: template.id };
    const ids = Array.from({ length: 13 }, (_, index) => `email${index}`);
    const graph = {
      nodes: [{ id: "t", type: "manual", config: {} }, ...ids.map((id) => ({ id, type: "email", config }))],
      edges: ids.map((to, index) => ({ from: ids[index - 1] ?? "t", to })),
    };
    const { id } = await anAutomation(own, { graph });
    const { headers } = await openSession(own.assistant, { extensions });
    const result = await getResult(own.assistant, "automations_activate", { automation_id: id }, headers);
    const shown = result._meta[emailsKey].map(({ html }: { html: string | null }) => html !== null);
    expect(shown).toEqual([...Array.from({ length: 12 }, () => true), false]);
  });

  it("gets the card and no form, where it could show both", async () => {
    const own = await withAssistant();
    const capabilities = { extensions, elicitation: { form: {} } };
    const client = await connect(own.assistant, { mode: "auto", capabilities });
    const asked = await client.callTool({ name: "campaigns_approve", arguments: own.approval });
    expect(asked.structuredContent).toMatchObject({ status: "confirmation_required" });
    expect(asked._meta).toHaveProperty([emailsKey]);
    await client.close();
  });

  it("is refused where assistants may never send, and waits for a member where one has to approve", async () => {
    const own = await withAssistant();
    const { headers } = await openSession(own.assistant, { extensions });
    await own.api.ok("updateCompany", { body: { assistantSending: "never" } });
    const refused = await getResult(own.assistant, "campaigns_approve", own.approval, headers);
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { message: "assistant" } } });
    expect(refused._meta[emailsKey]).toBeUndefined();
    await own.api.ok("updateCompany", { body: { assistantSending: "approval" } });
    const asked = await getResult(own.assistant, "campaigns_approve", own.approval, headers);
    const confirmed = { ...own.approval, confirmToken: asked.structuredContent.confirmToken };
    const waiting = await getResult(own.assistant, "campaigns_approve", confirmed, headers);
    expect(waiting.structuredContent).toMatchObject({ status: "approval_required" });
  });

  it("gets no e-mails of another company", async () => {
    const own = await withAssistant();
    const other = await withAssistant();
    const { headers } = await openSession(other.assistant, { extensions });
    const refused = await getResult(other.assistant, "campaigns_approve", own.approval, headers);
    expect(refused).toMatchObject({ isError: true, structuredContent: { status: 404 } });
    expect(refused._meta[emailsKey]).toBeUndefined();
  });
});

describe("a client without cards", () => {
  it("gets what it got before: no session, the same tools, the same results", async () => {
    const own = await withAssistant();
    for (const capabilities of [{}, { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html"] } } }]) {
      const { headers, body } = await openSession(own.assistant, capabilities);
      expect([headers, body["result"].capabilities.extensions]).toEqual([{}, undefined]);
    }
    const listed = await post(own.server, own.assistant.apiKey, message("tools/list"));
    expect(JSON.stringify(listed.body)).not.toContain("ui://");
    const result = await getResult(own.assistant, "campaigns_approve", own.approval, {});
    expect(result._meta).toEqual({ "postrider/content": "data" });
    expect((await call(own.assistant, "campaigns_approve", own.approval)).content).toMatchObject({
      status: "confirmation_required",
    });
    const resources = await post(own.server, own.assistant.apiKey, message("resources/list"));
    expect(JSON.stringify(resources.body)).not.toContain("ui://");
  });
});
