import Fastify from "fastify";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { makeCall } from "../src/features/automations/webhooks/call.ts";
import { insertCalls } from "../src/features/automations/webhooks/calls.queries.ts";
import { findDeadLinks } from "../src/features/content/checks/dead-links.ts";
import { readNextPage } from "../src/features/platform-migration/read.ts";
import { startMigration } from "../src/features/platform-migration/start.ts";
import { registerProviderHooks } from "../src/surfaces/hooks/provider-hooks.ts";
import { anAutomation, setStatus } from "./harness/factories/automations.ts";
import { company, type TestCompany } from "./harness/factories/company.ts";
import { authorizePath, pkce } from "./harness/factories/oauth.ts";
import { runWebhooksAgain } from "./harness/factories/webhooks.ts";
import { request } from "./harness/servers/api-client.ts";
import { dnsServer, type DnsServer } from "./harness/servers/dns.ts";
import { certificateUrl, signSns, snsOutbound } from "./harness/servers/sns.ts";
import { sourceFiles, withoutComments } from "./harness/source-files.ts";

/** Linux refuses to connect to a broadcast address at once, as it does for IPv6 on a host without IPv6. */
const addressFailingAtOnce = "127.255.255.255";
const host = "unreachable.example";
const url = `https://${host}/path`;

let dns: DnsServer;

beforeAll(async () => {
  dns = await dnsServer();
  for (const name of [host, new URL(certificateUrl).hostname]) dns.set(name, "A", addressFailingAtOnce);
});
afterAll(() => dns.close());

/** The status of the hook of Amazon SES. The certificate may come from a stub, so that the next call is reached. */
async function postToSes({ api, app: { db, services } }: TestCompany, hasCertificate: boolean): Promise<number> {
  const stub = snsOutbound();
  const outbound: typeof services.outbound = {
    ...services.outbound,
    send: (call) => (hasCertificate && call.url === certificateUrl ? stub.send(call) : services.outbound.send(call)),
  };
  const server = Fastify();
  onTestFinished(() => server.close());
  registerProviderHooks(server, { db, services: { ...services, outbound } });
  const hook = await api.ok("createSendingHook", { body: { provider: "ses" } });
  const SubscribeURL = `https://${new URL(certificateUrl).hostname}/?Action=ConfirmSubscription&Token=x`;
  const payload = signSns({ Type: "SubscriptionConfirmation", Message: "", Token: "x", SubscribeURL });
  const headers = { "content-type": "application/json" };
  const { pathname } = new URL(hook.url);
  return (await request(server, { method: "POST", url: pathname, headers, payload: JSON.stringify(payload) })).status;
}

const webhookGraph = {
  nodes: [
    { id: "t", type: "manual", config: {} },
    { id: "hook", type: "webhook", config: { url } },
  ],
  edges: [{ id: "a", from: "t", output: "next", to: "hook" }],
};

async function webhookNodeResult(test: TestCompany) {
  const { ctx, aContact, clock } = test;
  const { db } = ctx;
  const automation = await anAutomation(test, { graph: webhookGraph });
  await setStatus(test, automation, "active");
  const runs = [{ runId: "1", contactId: (await aContact()).id }];
  const dueAt = clock.now();
  await insertCalls(db, { automationId: automation.id, node: "hook", runs, dueAt });
  const [call] = await db.sql<Parameters<typeof makeCall>[1][]>`
    select * from automation_webhook_call where tenant_id = ${db.tenantId}`;
  if (call === undefined) throw new Error("expected a call that waits");
  await makeCall(ctx, call);
  const [result] = await db.sql`
    select last_status, last_error from automation_webhook_stat where tenant_id = ${db.tenantId}`;
  return result;
}

/** Per file that makes outbound calls: what is answered for a host that cannot be reached. */
const callers: Readonly<Record<string, (test: TestCompany) => Promise<void>>> = {
  "features/automations/webhooks/call.ts": async (test) =>
    expect(await webhookNodeResult(test)).toEqual({ lastStatus: null, lastError: "connection" }),

  "features/automations/webhooks/trial.ts": async (test) => {
    const { id: automation_id } = await anAutomation(test, { graph: webhookGraph });
    const { id: contactId } = await test.aContact();
    const trial = { params: { automation_id, key: "hook" }, body: { contactId } };
    expect(await test.api.ok("testWebhookNode", trial)).toMatchObject({ ok: false, status: null, error: "connection" });
  },

  "features/bounces/hooks/sns-signature.ts": async (test) => expect(await postToSes(test, false)).toBe(502),

  "features/content/checks/dead-links.ts": async ({ ctx }) =>
    expect(await findDeadLinks(ctx, [url])).toEqual([{ url, status: null, reason: "connection" }]),

  "features/feeds/download.ts": async ({ api, shopId, runActions }) => {
    const { id } = await api.ok("createFeed", { body: { name: "Products", shopId, kind: "heureka", url } });
    await runActions();
    const params = { feed_id: id };
    expect(await api.ok("getFeed", { params })).toMatchObject({ status: "error", error: "connection" });
    const refusal = await api.refused("previewFeed", { params });
    expect(refusal).toMatchObject({ status: 502, code: "upstream", params: { reason: "connection" } });
  },

  "features/files/download.ts": async ({ api }) =>
    expect(await api.refused("uploadFile", { body: { url } })).toMatchObject({
      status: 502,
      code: "upstream",
      params: { reason: "connection" },
    }),

  "features/oauth/client-documents.ts": async ({ server }) => {
    const path = authorizePath({ clientId: url, challenge: pkce().challenge });
    const answer = await server.inject({ method: "GET", url: path, remoteAddress: "203.0.113.7" });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: "invalid_request" }]);
  },

  "features/platform-migration/readers/smartemailing-api.ts": async ({ ctx, shopId }) => {
    const source = { url, login: "me", password: "secret" };
    const id = await startMigration(ctx, { platform: "smartemailing", shopId, source });
    await expect(readNextPage(ctx, id)).rejects.toMatchObject({ reason: "connection" });
  },

  "features/web-tracking/check.ts": async ({ api, shopId }) => {
    const params = { shop_id: shopId };
    await api.ok("updateShop", { params, body: { url } });
    expect(await api.ok("checkSiteScript", { params, body: {} })).toMatchObject({ found: false, error: "network" });
  },

  "features/webhook-endpoints/sending/call.ts": async ({ api }) => {
    const { id } = await api.ok("createWebhookEndpoint", { body: { url, events: ["new_contact"] } });
    const result = await api.ok("testWebhookEndpoint", { params: { endpoint_id: id } });
    expect(result).toMatchObject({ ok: false, status: null, error: "network" });
  },

  "features/webhooks/call.ts": async (test) => {
    const { api, app, aContact } = test;
    const { id } = await api.ok("createAccountWebhook", { body: { url, event: "new_contact" } });
    const failed = { ok: false, status: null, error: "network" };
    expect(await api.ok("testAccountWebhook", { params: { webhook_id: id } })).toMatchObject(failed);
    await aContact();
    for (let run = 1; run <= 9; run += 1) await runWebhooksAgain(test, app.services.outbound);
    const find = async () => (await api.ok("listAccountWebhooks")).items[0];
    expect(await find()).toMatchObject({ active: true, errorsInRow: 9, lastResponseCode: null });
    await runWebhooksAgain(test, app.services.outbound);
    expect(await find()).toMatchObject({ active: false, errorsInRow: 10 });
  },

  "net/oauth-token.ts": async ({ app }) => {
    const credentials = { tokenUrl: url, clientId: "app", clientSecret: "s", refreshToken: "r", scope: "" };
    await expect(app.services.oauthTokens.get(credentials)).rejects.toMatchObject({ reason: "connection" });
  },

  "surfaces/hooks/provider-hooks.ts": async (test) => expect(await postToSes(test, true)).toBe(502),
};

it("covers every file that makes outbound calls", () => {
  const makesCalls = /\boutbound\s*\.\s*(?:send|open)\(/i;
  expect(Object.keys(callers)).toEqual(sourceFiles.filter((file) => makesCalls.test(withoutComments(file))));
});

it.each(Object.entries(callers))("%s reports a host whose address fails at once", async (_file, check) => {
  await check(await company({ WEBHOOK_ALLOW_PRIVATE: "1", DNS_SERVERS: dns.address }));
});
