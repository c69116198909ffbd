import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { runEndpoints } from "../../../tests/harness/factories/webhook-endpoints.ts";
import {
  aWebhookReceiver,
  type ReceivedCall,
  type WebhookReceiver,
} from "../../../tests/harness/factories/webhooks.ts";
import { days, hours } from "../../kernel/local-time.ts";
import { firedEvents } from "../webhooks/events.ts";

const env = { WEBHOOK_ALLOW_PRIVATE: "1" };
const url = "https://hooks.example.com/in";
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await aWebhookReceiver();
});
afterAll(() => receiver.close());
afterEach(async () => {
  receiver.reset();
  const { app } = await company(env);
  await app.db.sql`delete from webhook_endpoint`;
});

const create = (test: TestCompany, fields: Record<string, unknown> = {}) =>
  test.api.ok("createWebhookEndpoint", { body: { url, events: ["new_contact"], ...fields } });

const toParams = ({ id }: { id: string }) => ({ params: { endpoint_id: id } });

const get = (test: TestCompany, endpoint: { id: string }) => test.api.ok("getWebhookEndpoint", toParams(endpoint));

const headersOf = ({ headers }: ReceivedCall): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const verify = (secret: string, call: ReceivedCall | undefined): unknown =>
  call === undefined ? undefined : new Webhook(secret).verify(call.text, headersOf(call));

describe("endpoints", () => {
  it("are created with a secret that is shown once, listed, changed and deleted", async () => {
    holdClock();
    const test = await company(env);
    const { secret, ...endpoint } = await create(test, { events: ["new_contact", "sent_email"], description: "Shop" });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      id: endpoint.id,
      url,
      description: "Shop",
      events: ["new_contact", "sent_email"],
      batchSize: 1,
      active: true,
      disabledReason: null,
      previousSecretUntil: null,
      waiting: 0,
      failingSince: null,
      lastStatus: null,
      lastCallAt: null,
      createdAt: test.clock.now().toISOString(),
    });
    expect(await get(test, endpoint)).toEqual(endpoint);
    const second = await create(test);
    const list = await test.api.ok("listWebhookEndpoints");
    expect(list).toMatchObject({ items: [endpoint, { id: second.id }], events: [...firedEvents], limit: 50 });
    expect(JSON.stringify(list)).not.toContain("whsec_");
    const change = { url: `${url}/2`, events: ["email_open"], batchSize: 100, active: false, description: "" };
    expect(await test.api.ok("updateWebhookEndpoint", { ...toParams(endpoint), body: change })).toEqual({
      ...endpoint,
      ...change,
    });
    expect(await test.api.ok("updateWebhookEndpoint", { ...toParams(endpoint), body: {} })).toMatchObject(change);
    const stored = await test.ctx.db.sql<{ secret: Buffer }[]>`
      select secret from webhook_endpoint where tenant_id = ${test.tenantId}`;
    expect(stored.every((row) => !row.secret.includes("whsec_"))).toBe(true);
    await test.api.call("deleteWebhookEndpoint", toParams(endpoint));
    expect(await test.api.refused("getWebhookEndpoint", toParams(endpoint))).toMatchObject({
      status: 404,
      message: "endpoint",
    });
  });

  it.each([
    ["url", { url: "http://127.0.0.1/" }],
    ["url", { url: "ftp://hooks.example.com/" }],
    ["url", { url: "https://me:secret@hooks.example.com/" }],
    ["url", { url: "https://hooks.example.com/\nin" }],
    ["events", { events: [] }],
    ["events.0", { events: ["sms_delivery_status"] }],
    ["events", { events: ["new_contact", "new_contact"] }],
    ["batchSize", { batchSize: 0 }],
    ["batchSize", { batchSize: 101 }],
    ["description", { description: "x".repeat(201) }],
  ])("refuse a wrong %s", async (message, fields) => {
    const test = await company();
    const body = { url, events: ["new_contact"], ...fields };
    const refusal = { status: 400, code: "validation", message };
    expect(await test.api.refused("createWebhookEndpoint", { body })).toMatchObject(refusal);
    const endpoint = await create(test);
    const input = { ...toParams(endpoint), body: fields };
    expect(await test.api.refused("updateWebhookEndpoint", input)).toMatchObject(refusal);
  });

  it("are at most 50", async () => {
    const test = await company();
    for (let index = 0; index < 50; index += 1) await create(test);
    const body = { url, events: ["new_contact"] };
    expect(await test.api.refused("createWebhookEndpoint", { body })).toMatchObject({ status: 409, message: "limit" });
  });

  it("are those of one company, for members with full access to settings", async () => {
    const test = await company(env);
    const stranger = await company();
    const endpoint = await create(test);
    const operations = [
      "getWebhookEndpoint",
      "updateWebhookEndpoint",
      "deleteWebhookEndpoint",
      "rotateWebhookEndpointSecret",
      "endWebhookEndpointPreviousSecret",
      "testWebhookEndpoint",
      "replayWebhookEndpoint",
      "listWebhookDeliveries",
    ] as const;
    for (const operation of operations) {
      const body = operation === "replayWebhookEndpoint" ? { from: test.clock.now().toISOString() } : {};
      const hasBody = operation === "replayWebhookEndpoint" || operation === "updateWebhookEndpoint";
      const input = { ...toParams(endpoint), ...(hasBody ? { body } : {}) };
      expect(await stranger.api.refused(operation, input)).toMatchObject({ status: 404, message: "endpoint" });
    }
    const manager = await test.apiWith({ roles: ["marketing_manager"] });
    expect(await manager.refused("listWebhookEndpoints")).toMatchObject({ status: 403, message: "settings" });
    const reader = await test.apiWith({ scope: "read" });
    expect(await reader.refused("listWebhookEndpoints")).toMatchObject({ status: 403, message: "scope" });
    expect(await get(test, endpoint)).toMatchObject({ id: endpoint.id });
  });

  it("cannot be created or rotated without the data key", async () => {
    const test = await company({ ...env, DATA_KEY: "" });
    const body = { url, events: ["new_contact"] };
    expect(await test.api.refused("createWebhookEndpoint", { body })).toMatchObject({
      status: 503,
      message: "data_key",
    });
  });
});

describe("secrets", () => {
  it("sign every call so that the official library accepts it, and nothing else", async () => {
    const test = await company(env);
    const { secret } = await create(test, { url: `${receiver.origin}/in` });
    const contact = await test.aContact();
    await runEndpoints(test);
    const [call] = receiver.received;
    expect(verify(secret, call)).toEqual({
      type: "new_contact",
      timestamp: expect.stringMatching(/^\d{4}-.+Z$/),
      data: expect.objectContaining({ id: Number(contact.id), emailaddress: contact.email, event: "new_contact" }),
    });
    expect(call?.headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": expect.stringMatching(/^msg_\d+_1_0$/),
    });
    const { secret: other } = await create(test);
    expect(() => verify(other, call)).toThrow("No matching signature");
    expect(() => verify(secret, call && { ...call, text: `${call.text} ` })).toThrow("No matching signature");
  });

  it("are two for 24 hours after a rotation, or until the previous one is ended", async () => {
    const test = await company(env);
    const first = await create(test, { url: `${receiver.origin}/in` });
    const rotated = await test.api.ok("rotateWebhookEndpointSecret", toParams(first));
    expect(rotated.secret).not.toBe(first.secret);
    expect(rotated.previousSecretUntil).not.toBeNull();
    await test.aContact();
    await runEndpoints(test);
    expect(receiver.received[0]?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
    for (const { secret } of [first, rotated])
      expect(verify(secret, receiver.received[0])).toMatchObject({ type: "new_contact" });
    const ended = await test.api.ok("endWebhookEndpointPreviousSecret", toParams(first));
    expect(ended.previousSecretUntil).toBeNull();
    await test.aContact();
    await runEndpoints(test, 30_000);
    expect(verify(rotated.secret, receiver.received[1])).toMatchObject({ type: "new_contact" });
    expect(() => verify(first.secret, receiver.received[1])).toThrow();
    await test.api.ok("rotateWebhookEndpointSecret", toParams(first));
    test.clock.advance(hours(24));
    expect(await get(test, first)).toMatchObject({ previousSecretUntil: null });
    await test.aContact();
    await runEndpoints(test);
    expect(receiver.received[2]?.headers["webhook-signature"]).toMatch(/^v1,\S+$/);
  });

  it("are not rotated again while the previous one still signs", async () => {
    const test = await company(env);
    const first = await create(test, { url: `${receiver.origin}/in` });
    await test.api.ok("rotateWebhookEndpointSecret", toParams(first));
    expect(await test.api.refused("rotateWebhookEndpointSecret", toParams(first))).toMatchObject({
      status: 409,
      message: "rotating",
    });
    await test.aContact();
    await runEndpoints(test);
    expect(verify(first.secret, receiver.received[0])).toMatchObject({ type: "new_contact" });
    test.clock.advance(hours(24));
    await test.api.ok("rotateWebhookEndpointSecret", toParams(first));
    await test.api.ok("endWebhookEndpointPreviousSecret", toParams(first));
    await test.api.ok("rotateWebhookEndpointSecret", toParams(first));
  });

  it("are not stored with the answer for a repeated request", async () => {
    const test = await company();
    const input = { body: { url, events: ["new_contact"] }, headers: { "idempotency-key": crypto.randomUUID() } };
    await test.api.ok("createWebhookEndpoint", input);
    expect(await test.api.refused("createWebhookEndpoint", input)).toMatchObject({
      status: 409,
      message: "shown_once",
    });
  });

  it("sign the test call about a fictional contact, which is not in the log", async () => {
    const test = await company(env);
    const endpoint = await create(test, { url: `${receiver.origin}/in`, active: false });
    expect(await test.api.ok("testWebhookEndpoint", toParams(endpoint))).toMatchObject({
      ok: true,
      status: 200,
      error: null,
    });
    const [call] = receiver.received;
    expect(call?.headers["x-service-test"]).toBe("1");
    expect(verify(endpoint.secret, call)).toMatchObject({ type: "new_contact", data: { id: 0, test: true } });
    expect(await test.api.ok("listWebhookDeliveries", toParams(endpoint))).toMatchObject({ items: [], total: 0 });
  });
});

describe("a replay", () => {
  it("sends what happened since then again, with the same ids", async () => {
    const test = await company(env);
    await test.aContact();
    const from = test.clock.now();
    const made = [await test.aContact(), await test.aContact()];
    const endpoint = await create(test, { url: `${receiver.origin}/in` });
    made.push(await test.aContact());
    await runEndpoints(test);
    await test.api.ok("replayWebhookEndpoint", { ...toParams(endpoint), body: { from: from.toISOString() } });
    await runEndpoints(test);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    const emails = receiver.received.map(({ body }) => String(Object(body).data.emailaddress));
    expect(emails.slice(0, 1)).toEqual([made[2]?.email]);
    expect(emails.slice(1).toSorted()).toEqual(made.map(({ email }) => email).toSorted());
    expect(ids.slice(1)).toContain(ids[0]);
  });

  it("begins at most 30 days ago and never in the future", async () => {
    const test = await company();
    const endpoint = await create(test);
    const now = test.clock.now().getTime();
    for (const at of [now - days(31), now + hours(1)]) {
      const input = { ...toParams(endpoint), body: { from: new Date(at).toISOString() } };
      expect(await test.api.refused("replayWebhookEndpoint", input)).toMatchObject({ status: 400, message: "from" });
    }
  });
});
