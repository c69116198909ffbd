import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aWebhookReceiver, runWebhooks, type WebhookReceiver } from "../../../tests/harness/factories/webhooks.ts";
import { request } from "../../../tests/harness/servers/api-client.ts";
import { allEvents, firedEvents, silentEvents } from "./events.ts";

const env = { WEBHOOK_ALLOW_PRIVATE: "1" };
const url = "https://hooks.example.com/in";
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await aWebhookReceiver();
});
afterAll(() => receiver.close());
afterEach(async () => {
  receiver.reset();
  const { app } = await company();
  await app.db.sql`delete from webhook`;
});

const create = (test: TestCompany, fields: Record<string, unknown> = {}) =>
  test.api.ok("createAccountWebhook", { body: { url, event: "new_contact", ...fields } });

const refused = (test: TestCompany, fields: Record<string, unknown>) =>
  test.api.refused("createAccountWebhook", { body: { url, event: "new_contact", ...fields } });

describe("account webhooks", () => {
  it("are created, listed oldest first, changed and deleted; the password is shown nowhere", async () => {
    holdClock();
    const test = await company();
    const first = await create(test, { basicAuth: { login: "shop", password: "secret-word" } });
    expect(first).toEqual({
      id: first.id,
      url,
      event: "new_contact",
      active: true,
      basicAuth: { login: "shop", passwordSet: true },
      errorsInRow: 0,
      lastResponseCode: null,
      lastCallAt: null,
      waiting: 0,
      oldestWaitingAt: null,
      createdAt: test.clock.now().toISOString(),
    });
    const second = await create(test, { event: "sms_delivery_status", active: false });
    const list = await test.api.ok("listAccountWebhooks");
    expect(list).toEqual({
      items: [first, second],
      events: [...firedEvents],
      silentEvents: [...silentEvents],
      limit: 50,
    });
    const params = { webhook_id: first.id };
    const { sql, tenantId } = test.ctx.db;
    const [stored] = await sql<{ password: Buffer }[]>`
      select password from webhook where tenant_id = ${tenantId} and id = ${first.id}`;
    expect(stored?.password.includes("secret-word")).toBe(false);
    const kept = { basicAuth: { login: "other", password: "" } };
    expect(await test.api.ok("updateAccountWebhook", { params, body: kept })).toMatchObject({
      basicAuth: { login: "other", passwordSet: true },
    });
    expect(await test.api.ok("updateAccountWebhook", { params, body: { basicAuth: null } })).toMatchObject({
      basicAuth: null,
    });
    expect(await test.api.refused("updateAccountWebhook", { params, body: kept })).toMatchObject({
      status: 400,
      message: "basicAuth",
    });
    expect((await test.api.call("deleteAccountWebhook", { params })).status).toBe(204);
    expect(await test.api.refused("deleteAccountWebhook", { params })).toMatchObject({ status: 404 });
  });

  it.each(allEvents)("accept the event %s", async (event) => {
    expect(await create(await company(), { event })).toMatchObject({ event });
  });

  it.each([
    ["a missing scheme", "hooks.example.com/in"],
    ["another scheme", "ftp://hooks.example.com/in"],
    ["user information", "https://user:word@hooks.example.com/in"],
    ["too many characters", `https://hooks.example.com/${"x".repeat(1000)}`],
    ["no text", ""],
    ["loopback", "http://127.0.0.1/"],
    ["loopback as a decimal number", "http://2130706433/"],
    ["loopback in hexadecimal", "http://0x7f.0.0.1/"],
    ["loopback in octal", "http://0177.0.0.1/"],
    ["short loopback", "http://127.1/"],
    ["wide digits", "http://１２７.0.0.1/"],
    ["the unspecified address", "http://0.0.0.0/"],
    ["IPv6 loopback", "http://[::1]/"],
    ["a mapped address", "http://[::ffff:127.0.0.1]/"],
    ["a mapped address in hexadecimal", "http://[::ffff:7f00:1]/"],
    ["a translated address", "http://[64:ff9b::7f00:1]/"],
    ["a local IPv6 address", "http://[fd00::1]/"],
    ["a link-local IPv6 address", "http://[fe80::1]/"],
    ["a private network", "https://10.1.2.3/"],
    ["the metadata service", "http://169.254.169.254/latest"],
    ["localhost", "http://localhost:8080/"],
    ["localhost with a final dot", "http://LOCALHOST./"],
    ["a name below localhost", "http://api.localhost/"],
    ["a carriage return", "https://hooks.example.com/\rin"],
    ["a line feed", "https://hooks.example.com/in\n"],
  ])("refuse a URL with %s", async (_what, target) => {
    const test = await company();
    expect(await refused(test, { url: target })).toMatchObject({ status: 400, code: "validation", message: "url" });
    const { id } = await create(test);
    const input = { params: { webhook_id: id }, body: { url: target } };
    expect(await test.api.refused("updateAccountWebhook", input)).toMatchObject({ status: 400, message: "url" });
  });

  it.each([
    ["event", { event: "newsletter_sent" }],
    ["event", { event: undefined }],
    ["active", { active: "true" }],
    ["basicAuth", { basicAuth: "shop:word" }],
    ["basicAuth", { basicAuth: {} }],
    ["basicAuth", { basicAuth: { login: "shop" } }],
    ["basicAuth", { basicAuth: { login: "shop", password: "" } }],
    ["basicAuth", { basicAuth: { login: "a:b", password: "word" } }],
    ["basicAuth", { basicAuth: { login: "", password: "word" } }],
    ["basicAuth", { basicAuth: { login: "x".repeat(201), password: "word" } }],
    ["basicAuth", { basicAuth: { login: "shop", password: "x".repeat(501) } }],
    ["basicAuth", { basicAuth: { login: "shop\n", password: "word" } }],
  ])("refuse an invalid %s: %j", async (message, fields) => {
    expect(await refused(await company(), fields)).toMatchObject({ status: 400, code: "validation", message });
  });

  it("refuse the same address and event twice, and the 51st", async () => {
    const test = await company();
    const first = await create(test);
    expect(await refused(test, {})).toMatchObject({ status: 409, code: "conflict", message: "url" });
    const second = await create(test, { event: "email_open" });
    const input = { params: { webhook_id: second.id }, body: { event: "new_contact" } };
    expect(await test.api.refused("updateAccountWebhook", input)).toMatchObject({ status: 409, message: "url" });
    expect(await create(await company())).toMatchObject({ url });
    for (let index = 2; index < 50; index += 1) await create(test, { url: `${url}/${index}` });
    expect(await refused(test, { url: `${url}/50` })).toMatchObject({ status: 409, message: "limit" });
    expect((await v3(test, "POST", "web-hooks", { target_url: `${url}/50`, event: "email_open" })).body).toEqual({
      status: "error",
      meta: [],
      message: "Validation failed: limit",
    });
    await test.api.call("deleteAccountWebhook", { params: { webhook_id: first.id } });
    expect(await create(test)).toMatchObject({ url });
  });

  it("are those of one company, for members with full access to settings", async () => {
    const test = await company();
    const stranger = await company();
    const { id } = await create(test);
    const params = { webhook_id: id };
    for (const operation of ["updateAccountWebhook", "deleteAccountWebhook", "testAccountWebhook"] as const)
      expect(await stranger.api.refused(operation, { params, body: {} })).toMatchObject({
        status: 404,
        message: "webhook",
      });
    const manager = await test.apiWith({ roles: ["marketing_manager"] });
    expect(await manager.refused("listAccountWebhooks")).toMatchObject({ status: 403, message: "settings" });
    const reader = await test.apiWith({ scope: "read" });
    expect(await reader.refused("listAccountWebhooks")).toMatchObject({ status: 403, message: "scope" });
  });

  it("begin at the newest item with another event, and keep their place with another address", async () => {
    const test = await company(env);
    const { id } = await create(test, { url: `${receiver.origin}/a` });
    const params = { webhook_id: id };
    const contact = await test.aContact();
    await test.api.ok("updateAccountWebhook", { params, body: { url: `${receiver.origin}/b`, event: "new_contact" } });
    await runWebhooks(test);
    expect(receiver.bodiesAt("/b")).toMatchObject([[{ emailaddress: contact.email }]]);
    await test.aContact();
    const changed = await test.api.ok("updateAccountWebhook", { params, body: { event: "updated_contact" } });
    expect(changed).toMatchObject({ waiting: 0, oldestWaitingAt: null });
    await test.api.ok("updateAccountWebhook", { params, body: { event: "new_contact" } });
    const later = await test.aContact();
    test.clock.advance(30_000);
    await runWebhooks(test);
    expect(receiver.bodiesAt("/b")).toMatchObject([[{ emailaddress: contact.email }], [{ emailaddress: later.email }]]);
    await test.api.call("deleteAccountWebhook", { params });
  });
});

describe("a test call", () => {
  it.each(allEvents)("of %s is about a fictional contact and changes nothing", async (event) => {
    const test = await company(env);
    const webhook = await create(test, { url: `${receiver.origin}/test`, event, active: false });
    const params = { webhook_id: webhook.id };
    expect(await test.api.ok("testAccountWebhook", { params })).toMatchObject({ ok: true, status: 200, error: null });
    const [call] = receiver.received;
    expect(call?.headers).toMatchObject({ "x-service-test": "1", "user-agent": "Service-Webhook/1" });
    const body = Array.isArray(call?.body) ? call.body[0] : call?.body;
    expect(body).toMatchObject({ event, test: true });
    expect((await test.api.ok("listAccountWebhooks")).items).toEqual([webhook]);
  });

  it("tells the status and why it failed", async () => {
    const test = await company(env);
    const { id } = await create(test, { url: `${receiver.origin}/test` });
    const params = { webhook_id: id };
    receiver.answer = (response) => void response.writeHead(302, { Location: `${receiver.origin}/other` }).end();
    expect(await test.api.ok("testAccountWebhook", { params })).toMatchObject({
      ok: false,
      status: 302,
      error: "status",
    });
    receiver.answer = (response) => void response.destroy();
    expect(await test.api.ok("testAccountWebhook", { params })).toMatchObject({
      ok: false,
      status: null,
      error: "network",
    });
    await test.api.ok("updateAccountWebhook", { params, body: { url: "http://nothing.invalid/" } });
    expect(await test.api.ok("testAccountWebhook", { params })).toMatchObject({
      ok: false,
      status: null,
      error: "dns",
    });
  });
});

const v3 = ({ server, apiKey }: TestCompany, method: "GET" | "POST" | "DELETE" | "PUT", path: string, body?: unknown) =>
  request(server, {
    method,
    url: `/api/v3/${path}`,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });

describe("web-hooks of API v3", () => {
  it("are registered, listed with filters and deleted", async () => {
    const test = await company();
    const body = { target_url: url, event: "new_contact", basic_auth: { login: "hook", password: "secret" } };
    const created = await v3(test, "POST", "web-hooks", body);
    const id = Number(Object(created.body).id);
    expect(created).toMatchObject({ status: 201, body: { status: "created", meta: [], id } });
    const row = {
      id,
      url,
      method: "POST",
      event: "new_contact",
      active: 1,
      timeout: 30,
      last_response_code: null,
      last_call_time: null,
      errors_in_row: 0,
      basic_auth: { login: "***", password: "***" },
    };
    const meta = { total_count: 1, displayed_count: 1, offset: 0, limit: 500 };
    expect((await v3(test, "GET", "web-hooks")).body).toEqual({ status: "ok", meta, data: [row] });
    for (const filter of [
      `id=${id}`,
      "event=new_contact",
      "active=1",
      "method=POST",
      "timeout=30",
      `url=${encodeURIComponent(url)}`,
    ])
      expect((await v3(test, "GET", `web-hooks?${filter}`)).body).toMatchObject({ data: [row] });
    for (const filter of [
      "id=1999999999999999999999",
      "event=email_open",
      "active=0",
      "method=GET",
      "timeout=5",
      "url=x",
    ])
      expect((await v3(test, "GET", `web-hooks?${filter}`)).body).toMatchObject({ meta: { total_count: 0 }, data: [] });
    await test.api.ok("createAccountWebhook", { body: { url, event: "email_open" } });
    expect((await v3(test, "GET", "web-hooks?sort=-id&limit=1&select=basic_auth,event")).body).toMatchObject({
      meta: { total_count: 2 },
      data: [{ basic_auth: null, event: "email_open" }],
    });
    const other = await company();
    expect((await v3(other, "DELETE", `web-hooks/${id}`)).status).toBe(404);
    expect((await v3(test, "PUT", `web-hooks/${id}`, body)).status).toBe(405);
    expect(await v3(test, "GET", `web-hooks/${id}`)).toMatchObject({ status: 404, body: { message: "Not Found" } });
    expect((await v3(test, "DELETE", `web-hooks/${id}`)).status).toBe(204);
    expect((await v3(test, "DELETE", `web-hooks/${id}`)).status).toBe(404);
  });

  it.each([
    ["target_url", { target_url: "http://127.0.0.1/" }],
    ["target_url", { target_url: "https://a:b@hooks.example.com/" }],
    ["target_url", { target_url: undefined }],
    ["event", { event: "newsletter_sending_started" }],
    ["basic_auth", { basic_auth: { login: "a:b", password: "x" } }],
    ["basic_auth", { basic_auth: { login: "a", password: "" } }],
  ])("name the invalid parameter %s: %j", async (name, fields) => {
    const test = await company();
    const answer = await v3(test, "POST", "web-hooks", { target_url: url, event: "new_contact", ...fields });
    expect(answer).toMatchObject({ status: 422, body: { status: "error", message: `Validation failed: ${name}` } });
  });

  it("answer 409 to the same address and event", async () => {
    const test = await company();
    const body = { target_url: url, event: "new_contact" };
    await v3(test, "POST", "web-hooks", body);
    expect(await v3(test, "POST", "web-hooks", body)).toMatchObject({
      status: 409,
      body: { status: "error", meta: [], message: "Already exists" },
    });
  });
});
