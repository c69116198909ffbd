import { expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anActiveAutomation } from "../../../tests/harness/factories/automations.ts";
import { aReadyCampaign } from "../../../tests/harness/factories/campaign-drafts.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aConnectedApp } from "../../../tests/harness/factories/oauth.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";
import { createApi } from "../../../tests/harness/servers/api-client.ts";
import { call, callConfirmed } from "../../../tests/harness/servers/mcp-client.ts";
import { adminEmail, adminHeaders, password, signInHeaders } from "../../../tests/harness/servers/sign-in.ts";
import { deleteExpiredConfirmations } from "../../features/mcp/jobs.ts";
import { addMember } from "../../features/members/members.ts";
import { days } from "../../kernel/local-time.ts";

type AssistantSending = "never" | "approval" | "token";

/** A company whose administrator connected an assistant, with a campaign that can be approved. */
async function withAssistant(assistantSending: AssistantSending) {
  const own = await company();
  await own.api.ok("updateCompany", { body: { assistantSending } });
  const { access_token: apiKey } = await aConnectedApp(own, { scope: "full" });
  const admin = createApi(own.server, own.tenant, await adminHeaders(own));
  const campaign = await aReadyCampaign(own, { people: 3 });
  const approval = { campaign_id: campaign.id, expectedRecipients: 3, timing: "now" };
  return { ...own, assistant: { server: own.server, apiKey }, admin, campaign, approval };
}

const getStatus = async ({ api }: TestCompany, id: string) =>
  (await api.ok("getCampaign", { params: { campaign_id: id } })).status;

async function aRequest(own: Awaited<ReturnType<typeof withAssistant>>): Promise<{ params: { id: string } }> {
  const { content } = await callConfirmed(own.assistant, "campaigns_approve", own.approval);
  return { params: { id: content.requestId } };
}

it("refuses sending where assistants may never send, and nothing else", async () => {
  const own = await withAssistant("never");
  const refused = await call(own.assistant, "campaigns_approve", own.approval);
  expect(refused).toMatchObject({
    isError: true,
    content: { status: 403, error: { code: "forbidden", message: "assistant" } },
  });
  const { id } = await own.aContact();
  expect((await callConfirmed(own.assistant, "contacts_unsubscribe", { id })).isError).toBe(false);
  expect(await getStatus(own, own.campaign.id)).toBe("draft");
});

it("does not let an assistant change what it may send", async () => {
  const own = await withAssistant("never");
  const change = { operation: "updateCompany", arguments: { assistantSending: "token" } };
  const refused = await call(own.assistant, "api_write", change);
  expect(refused.content).toMatchObject({ status: 403, error: { message: "assistant" } });
  const allowed = await call(own.assistant, "api_write", { ...change, arguments: { phone: "1" } });
  expect(allowed.content).toMatchObject({ phone: "1", assistantSending: "never" });
});

it("waits for a member, who sees the preview, and runs the operation when they approve", async () => {
  holdClock();
  const own = await withAssistant("approval");
  const answer = await callConfirmed(own.assistant, "campaigns_approve", own.approval);
  const { requestId } = answer.content;
  expect(answer.content).toEqual({
    status: "approval_required",
    requestId,
    operation: "approveCampaign",
    expiresAt: expect.any(String),
    lookUp: { operation: "getAssistantRequest", arguments: { id: requestId } },
  });
  expect(await getStatus(own, own.campaign.id)).toBe("draft");
  const { items: notifications } = await own.api.ok("listNotifications");
  const params = { requestId, operation: "approveCampaign", client: "Assistant" };
  expect(notifications).toMatchObject([{ type: "assistant_request", params }]);
  const member = { id: own.member, email: await adminEmail(own) };
  const waiting = {
    id: requestId,
    state: "waiting",
    operation: "approveCampaign",
    client: "Assistant",
    member,
    preview: expect.objectContaining({ recipients: 3, status: "draft" }),
    warnings: expect.arrayContaining([expect.any(String)]),
    createdAt: own.clock.now().toISOString(),
    expiresAt: answer.content.expiresAt,
    decidedAt: null,
    decidedBy: null,
  };
  expect(await own.admin.ok("listAssistantRequests")).toEqual({ items: [waiting], total: 1, page: 1, pageSize: 25 });
  const seen = await call(own.assistant, "api_read", answer.content.lookUp);
  expect(seen.content).toEqual(waiting);
  const approved = await own.admin.ok("approveAssistantRequest", { params: { id: requestId } });
  expect(approved).toEqual({
    ...waiting,
    state: "approved",
    decidedAt: own.clock.now().toISOString(),
    decidedBy: member,
  });
  expect(await getStatus(own, own.campaign.id)).toBe("sending");
  expect(await own.admin.refused("approveAssistantRequest", { params: { id: requestId } })).toMatchObject({
    status: 409,
    message: "status",
    params: { current: "approved" },
  });
  const { items } = await own.admin.ok("listCampaignHistory", { params: { campaign_id: own.campaign.id } });
  expect(items[0]).toMatchObject({ change: "approved", actor: { kind: "assistant", client: "Assistant", member } });
});

it("approves a request once, however many members press the button", async () => {
  const own = await withAssistant("approval");
  const request = await aRequest(own);
  const answers = await Promise.allSettled(
    Array.from({ length: 4 }, () => own.admin.ok("approveAssistantRequest", request)),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const { items } = await own.admin.ok("listCampaignHistory", { params: { campaign_id: own.campaign.id } });
  expect(items.filter(({ change }) => change === "approved")).toHaveLength(1);
});

it("is declined by a member, and then cannot be approved", async () => {
  const own = await withAssistant("approval");
  const request = await aRequest(own);
  expect(await own.admin.ok("declineAssistantRequest", request)).toMatchObject({ state: "declined" });
  for (const operation of ["approveAssistantRequest", "declineAssistantRequest"] as const) {
    expect(await own.admin.refused(operation, request)).toMatchObject({ status: 409, message: "status" });
  }
  expect(await getStatus(own, own.campaign.id)).toBe("draft");
  const { items } = await own.admin.ok("listAssistantRequests", { query: { state: "waiting" } });
  expect(items).toEqual([]);
});

it("is outdated when the campaign changed since the preview", async () => {
  const own = await withAssistant("approval");
  const request = await aRequest(own);
  own.clock.advance(1000);
  await own.api.ok("updateCampaign", { params: { campaign_id: own.campaign.id }, body: { subject: "Other" } });
  const refused = await own.admin.refused("approveAssistantRequest", request);
  expect(refused).toMatchObject({ status: 409, message: "confirm_state_changed" });
  expect(await own.admin.ok("getAssistantRequest", request)).toMatchObject({ state: "outdated" });
  expect(await getStatus(own, own.campaign.id)).toBe("draft");
});

it("stays waiting when the operation refuses", async () => {
  const own = await withAssistant("approval");
  const { content } = await callConfirmed(own.assistant, "campaigns_approve", {
    ...own.approval,
    expectedRecipients: 30,
  });
  const request = { params: { id: content.requestId } };
  expect(await own.admin.refused("approveAssistantRequest", request)).toMatchObject({ message: "recipients" });
  expect(await own.admin.ok("getAssistantRequest", request)).toMatchObject({ state: "waiting" });
});

it("of a campaign that another one waits for is refused, whoever asks, until that one is decided", async () => {
  const own = await withAssistant("approval");
  const confirm = () => callConfirmed(own.assistant, "campaigns_approve", own.approval);
  const [first, second] = await Promise.all([confirm(), confirm()]);
  const [waiting, refused] = first.isError ? [second, first] : [first, second];
  const { requestId } = waiting.content;
  const requested = { status: 409, error: { message: "requested", params: { requestId } } };
  expect(refused.content).toMatchObject(requested);
  expect((await callConfirmed(own, "campaigns_approve", own.approval)).content).toMatchObject(requested);
  expect((await own.admin.ok("listAssistantRequests")).total).toBe(1);
  const other = await aReadyCampaign(own, { people: 1 });
  const approval = { campaign_id: other.id, expectedRecipients: 1, timing: "now" };
  expect((await callConfirmed(own.assistant, "campaigns_approve", approval)).isError).toBe(false);
  await own.admin.ok("declineAssistantRequest", { params: { id: requestId } });
  expect((await confirm()).content).toMatchObject({ status: "approval_required" });
});

it("shows the expected number of recipients, and customers among them that never consented", async () => {
  const own = await withAssistant("approval");
  const params = { shop_id: own.shopId };
  await own.api.ok("updateConsentSettings", { params, body: { customerException: true, customerExceptionDays: 30 } });
  const email = anEmail();
  await own.api.ok("recordOrders", { body: anOrder(own, { email, createdAt: own.clock.now().toISOString() }) });
  const [buyer] = (await own.api.ok("listContacts", { query: { q: email } })).items;
  const members = { params: { list_id: own.campaign.listId }, body: { contactIds: [buyer?.id ?? ""] } };
  await own.api.ok("addListMembers", members);
  const { content } = await call(own.assistant, "campaigns_approve", own.approval);
  expect(content.preview).toMatchObject({ recipients: 4, expectedRecipients: 3, customersWithoutConsent: 1 });
  expect(content.warnings).toEqual([
    "Messages that were sent cannot be called back.",
    "The call expects another number of recipients: the approval would be refused.",
    "Recipients that never consented, customers mailed by legitimate interest: 1.",
    ...content.warnings.slice(3),
  ]);
  const right = await call(own.assistant, "campaigns_approve", { ...own.approval, expectedRecipients: 4 });
  expect(right.content.warnings).not.toContainEqual(expect.stringContaining("another number"));
});

it("expires after a week and is deleted after three months", async () => {
  const own = await withAssistant("approval");
  const request = await aRequest(own);
  own.clock.advance(7 * 86_400_000);
  const admin = createApi(own.server, own.tenant, await adminHeaders(own));
  expect(await admin.ok("getAssistantRequest", request)).toMatchObject({ state: "expired" });
  expect(await admin.refused("approveAssistantRequest", request)).toMatchObject({ status: 410, code: "expired" });
  expect(await admin.refused("declineAssistantRequest", request)).toMatchObject({ status: 410 });
  own.clock.advance(84 * 86_400_000);
  await deleteExpiredConfirmations(own.app.db, own.clock);
  expect((await own.api.ok("listAssistantRequests")).total).toBe(0);
});

it("asks for the rights again: of the assistant, of its member and of who approves", async () => {
  const own = await withAssistant("approval");
  const request = await aRequest(own);
  const email = anEmail();
  await addMember(own.app.db, own.tenantId, { email, password, roles: ["analyst"], at: own.clock.now() });
  const analyst = createApi(own.server, own.tenant, await signInHeaders(own.server, email));
  expect(await analyst.refused("approveAssistantRequest", request)).toMatchObject({
    status: 403,
    message: "campaigns",
  });
  const [app] = (await own.admin.ok("listConnectedApps")).items;
  await own.admin.ok("disconnectApp", { params: { id: app?.id ?? "" } });
  expect(await own.admin.refused("approveAssistantRequest", request)).toMatchObject({
    status: 409,
    message: "assistant",
    params: { reason: "access" },
  });
  expect(await getStatus(own, own.campaign.id)).toBe("draft");
});

it("holds no secret in clear, and nothing of the call once it is decided or expired", async () => {
  const own = await withAssistant("approval");
  const graph = {
    nodes: [
      { id: "t", type: "manual", config: {} },
      {
        id: "hook",
        type: "webhook",
        config: {
          url: "https://hooks.example.com/{{secret:key}}",
          headers: [
            { name: "Authorization", value: "secret-of-header" },
            { name: "X-Shop", value: "secret-of-mark", secret: true },
          ],
          secrets: [{ name: "key", value: "secret-of-url" }],
        },
      },
    ],
    edges: [{ from: "t", to: "hook" }],
  };
  const automation = await anActiveAutomation(own, { ...graph, nodes: graph.nodes.slice(0, 1), edges: [] });
  const basicAuth = { enabled: true, login: "shop", password: "secret-of-webhook" };
  const ask = async (operation: string, values: object) => {
    const { content } = await callConfirmed(own.assistant, "api_write", { operation, arguments: values });
    return { params: { id: content.requestId } };
  };
  const webhook = { url: "https://hooks.example.com/in", event: "new_contact", basicAuth };
  const saved = { automation_id: automation.id, graph, baseVersion: 1, confirmRunning: true };
  const first = await ask("createAccountWebhook", webhook);
  const second = await ask("saveAutomationGraph", saved);
  const third = await ask("createAccountWebhook", webhook);
  const { sql, tenantId } = own.ctx.db;
  const texts = async () => {
    const rows = await sql<{ text: string }[]>`
      select to_jsonb(r)::text as text from assistant_request r where tenant_id = ${tenantId}
      union all select to_jsonb(c)::text from mcp_confirmation c where tenant_id = ${tenantId}
      union all select to_jsonb(a)::text from audit_entry a where tenant_id = ${tenantId}
      union all select to_jsonb(n)::text from notification n where tenant_id = ${tenantId}`;
    return rows.map(({ text }) => text).join();
  };
  expect(await texts()).not.toMatch(/secret-of/);
  expect(JSON.stringify(await own.api.ok("listAssistantRequests"))).not.toMatch(/secret-of/);
  const withCall = async () =>
    (await sql`select from assistant_request where tenant_id = ${tenantId} and call is not null`).length;
  expect(await withCall()).toBe(3);
  await own.admin.ok("approveAssistantRequest", first);
  await own.admin.ok("approveAssistantRequest", second);
  expect((await own.api.ok("listAccountWebhooks")).items).toMatchObject([{ basicAuth: { passwordSet: true } }]);
  expect(await withCall()).toBe(1);
  own.clock.advance(days(7));
  await deleteExpiredConfirmations(own.app.db, own.clock);
  expect(await withCall()).toBe(0);
  expect(await own.api.ok("getAssistantRequest", third)).toMatchObject({ state: "expired" });
});

it("is not created for an operation whose answer has a secret that is shown once", async () => {
  const own = await withAssistant("approval");
  const endpoint = { url: "https://hooks.example.com/in", events: ["new_contact"] };
  const refused = await call(own.assistant, "api_write", { operation: "createWebhookEndpoint", arguments: endpoint });
  expect(refused).toMatchObject({
    isError: true,
    content: {
      status: 409,
      error: { code: "conflict", message: "assistant", params: { reason: "shown_once" } },
      help: expect.stringContaining("in the app"),
    },
  });
  expect((await own.api.ok("listAssistantRequests")).total).toBe(0);
  await own.api.ok("updateCompany", { body: { assistantSending: "token" } });
  const done = await callConfirmed(own.assistant, "api_write", {
    operation: "createWebhookEndpoint",
    arguments: endpoint,
  });
  expect(done.content.secret).toMatch(/^whsec_/);
});

it("is refused when the company forbade sending meanwhile", async () => {
  const own = await withAssistant("approval");
  const request = await aRequest(own);
  await own.api.ok("updateCompany", { body: { assistantSending: "never" } });
  expect(await own.admin.refused("approveAssistantRequest", request)).toMatchObject({ params: { reason: "never" } });
});

it("of an API key waits too, with the key's name", async () => {
  const own = await withAssistant("approval");
  const { content } = await callConfirmed(own, "campaigns_approve", own.approval);
  const request = { params: { id: content.requestId } };
  expect(await own.admin.ok("getAssistantRequest", request)).toMatchObject({ client: expect.any(String) });
  await own.admin.ok("approveAssistantRequest", request);
  expect(await getStatus(own, own.campaign.id)).toBe("sending");
});

it("of another company is not found", async () => {
  const own = await withAssistant("approval");
  const other = await withAssistant("approval");
  const request = await aRequest(other);
  for (const operation of ["getAssistantRequest", "approveAssistantRequest", "declineAssistantRequest"] as const) {
    expect(await own.admin.refused(operation, request)).toMatchObject({ status: 404, message: "assistant_request" });
  }
});
