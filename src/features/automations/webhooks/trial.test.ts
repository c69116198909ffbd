import http, { type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aGraph, anAutomation, paramsOf } from "../../../../tests/harness/factories/automations.ts";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { hours } from "../../../kernel/local-time.ts";

type Received = { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string };

const received: Received[] = [];
let answer: (call: Received) => { readonly status?: number; readonly type?: string; readonly body: string };
const receiver = http.createServer((request, response) => {
  const chunks: string[] = [];
  request.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
  request.on("end", () => {
    const call = { url: request.url ?? "", headers: request.headers, body: chunks.join("") };
    received.push(call);
    const { status = 200, type = "application/json", body } = answer(call);
    response.writeHead(status, { "Content-Type": type }).end(body);
  });
});
let origin = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  origin = `http://127.0.0.1:${address === null || typeof address === "string" ? 0 : address.port}`;
});
afterAll(() => receiver.close());
beforeEach(() => {
  received.length = 0;
  answer = () => ({ body: "{}" });
});

const env = { WEBHOOK_ALLOW_PRIVATE: "1" };

const aHook = (test: TestCompany, config: Record<string, unknown> = {}) =>
  anAutomation(test, {
    graph: aGraph({ t: ["manual"], hook: ["webhook", { url: `${origin}/in`, ...config }] }, ["t hook"]),
  });

const toTrial = (automation: { id: string }, contactId: string, key = "hook") => ({
  params: { ...paramsOf(automation), key },
  body: { contactId },
});

const listAudit = async ({ ctx: { db } }: TestCompany) => [
  ...(await db.sql`
    select operation, object_id from audit_entry where tenant_id = ${db.tenantId} and operation = 'testWebhookNode'`),
];

describe("a trial of a webhook node", () => {
  it("calls the receiver for the contact, and answers what it said", async () => {
    const test = await company(env);
    const automation = await aHook(test, {
      url: `${origin}/in?mail={{df_emailaddress}}`,
      body: `{"name": "{{df_lastname}}"}`,
    });
    const contact = await test.aContact({ lastName: "Nováková" });
    answer = () => ({ status: 422, body: `{"problem":"${"x".repeat(3000)}"}` });
    expect(await test.api.ok("testWebhookNode", toTrial(automation, contact.id))).toEqual({
      ok: false,
      status: 422,
      ms: expect.any(Number),
      error: null,
      body: `{"problem":"${"x".repeat(3000)}"}`.slice(0, 2000),
    });
    expect(received).toMatchObject([
      {
        url: `/in?mail=${encodeURIComponent(contact.email)}`,
        headers: { "x-service-test": "1", "content-type": "application/json" },
        body: `{"name": "Nováková"}`,
      },
    ]);
    expect(await listAudit(test)).toEqual([{ operation: "testWebhookNode", objectId: automation.id }]);
    expect(await test.api.ok("getAutomationCounts", { params: paramsOf(automation) })).toMatchObject({ entered: 0 });
    const { db } = test.ctx;
    expect(await db.sql`select from automation_webhook_stat where tenant_id = ${db.tenantId}`).toHaveLength(0);
  });

  it("hides the secrets of the node in whatever the receiver writes back", async () => {
    const test = await company(env);
    const automation = await aHook(test, {
      url: `${origin}/in?key={{secret:key}}`,
      headers: [{ name: "X-Api-Key", value: "Token abc&def" }],
      body: `{"key": "{{secret:key}}"}`,
      basicAuth: { enabled: true, username: "shop", password: "pass:word" },
      secrets: [{ name: "key", value: 'se"cret/1' }],
    });
    answer = ({ url, headers, body }) => ({
      body: JSON.stringify({ url, headers, body, html: "abc&amp;def", token: "abc&def", password: "pass:word" }),
    });
    const { body, ok } = await test.api.ok("testWebhookNode", toTrial(automation, (await test.aContact()).id));
    expect(ok).toBe(true);
    expect(body).toContain("•••");
    const credentials = Buffer.from("shop:pass:word").toString("base64");
    for (const secret of ["abc&def", "abc&amp;def", "pass:word", credentials, "cret/1", "cret%2F1"])
      expect(body).not.toContain(secret);
    expect(received[0]?.url).toBe("/in?key=se%22cret%2F1");
  });

  it("shows no part of a secret where a long answer is cut, and nothing that is no text", async () => {
    const test = await company(env);
    const secret = "0123456789".repeat(50);
    const automation = await aHook(test, { secrets: [{ name: "key", value: secret }], body: "{{secret:key}}" });
    const contact = await test.aContact();
    answer = ({ body }) => ({ type: "text/plain", body: `!${body.repeat(200)}` });
    const echoed = await test.api.ok("testWebhookNode", toTrial(automation, contact.id));
    expect(echoed.body).toMatch(/^!(•••)+$/);
    answer = () => ({ type: "image/png", body: "PNG" });
    expect(await test.api.ok("testWebhookNode", toTrial(automation, contact.id))).toMatchObject({ ok: true, body: "" });
  });

  it("says why there is no answer, and never calls addresses that are not public", async () => {
    const test = await company();
    const guarded = await aHook(test);
    const contact = await test.aContact();
    const none = { ok: false, status: null, body: "" };
    expect(await test.api.ok("testWebhookNode", toTrial(guarded, contact.id))).toMatchObject({
      ...none,
      error: "address",
    });
    const empty = await aHook(test, { url: undefined });
    expect(await test.api.ok("testWebhookNode", toTrial(empty, contact.id))).toMatchObject({ ...none, error: "url" });
    expect(received).toEqual([]);
  });

  it("is refused for other nodes, unknown contacts, other companies and who may not edit", async () => {
    const test = await company(env);
    const automation = await aHook(test);
    const { id } = await test.aContact();
    const stranger = await company();
    const refused = (api: TestCompany["api"], input: ReturnType<typeof toTrial>) =>
      api.refused("testWebhookNode", input);
    const notFound = (message: string) => ({ status: 404, message });
    expect(await refused(test.api, toTrial(automation, id, "t"))).toMatchObject({ status: 400, message: "node" });
    expect(await refused(test.api, toTrial(automation, id, "gone"))).toMatchObject(notFound("node"));
    const foreign = (await stranger.aContact()).id;
    expect(await refused(test.api, toTrial(automation, foreign))).toMatchObject(notFound("contact"));
    expect(await refused(stranger.api, toTrial(automation, foreign))).toMatchObject(notFound("automation"));
    const reader = await test.apiWith({ scope: "read" });
    expect(await refused(reader, toTrial(automation, id))).toMatchObject({ status: 403, message: "scope" });
    expect(received).toEqual([]);
  });

  it("is limited to 60 of a company in an hour, which do not count once the next one begins", async () => {
    holdClock();
    const test = await company(env);
    const automation = await aHook(test);
    const { id } = await test.aContact();
    const { db } = test.ctx;
    await test.api.ok("testWebhookNode", toTrial(automation, id));
    await db.sql`update automation_webhook_trial set trials = 60 where tenant_id = ${db.tenantId}`;
    expect(await test.api.refused("testWebhookNode", toTrial(automation, id))).toMatchObject({
      status: 429,
      code: "rate_limited",
      message: "webhook-trials",
    });
    expect(received).toHaveLength(1);
    test.clock.advance(hours(1));
    await test.api.ok("testWebhookNode", toTrial(automation, id));
    expect([...(await db.sql`select trials from automation_webhook_trial where tenant_id = ${db.tenantId}`)]).toEqual([
      { trials: 1 },
    ]);
  });
});
