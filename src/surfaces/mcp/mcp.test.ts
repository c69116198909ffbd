import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { call, connect, host, message, post, toolCall } from "../../../tests/harness/servers/mcp-client.ts";
import { issueApiKey } from "../../features/members/api-keys.ts";
import { operations } from "../../registry/registry.ts";
import { previewers } from "./previews/all.ts";

const issueKey = ({ ctx, member, clock }: TestCompany, scope: "read" | "full") =>
  issueApiKey(ctx.db, {
    name: "Assistant",
    roles: ["account_admin"],
    scope,
    validDays: 30,
    createdBy: member,
    at: clock.now(),
  });

it("has a preview for every operation that assistants always have to confirm, and for some that depend on arguments", () => {
  const reached = operations.filter(({ mcp }) => mcp !== "never");
  const depending = reached.filter(({ risk, effect }) => risk === "write" && effect === "depends");
  const names = reached
    .filter(({ risk, effect }) => risk === "irreversible" || effect === "sends" || effect === "discloses")
    .map(({ name }) => name);
  const isDepending = (name: string) => depending.some((operation) => operation.name === name);
  expect(Object.keys(previewers).filter(isDepending)).toEqual(["saveAutomationGraph"]);
  const always = Object.keys(previewers).filter((name) => !isDepending(name));
  expect(always.toSorted()).toEqual(names.toSorted());
});

it("lists the same tools every time, in at most 9 000 tokens", async () => {
  const { server, apiKey } = await company();
  const first = await post(server, apiKey, message("tools/list"));
  const second = await post(server, apiKey, message("tools/list"));
  const text = JSON.stringify(first.body["result"].tools);
  expect(JSON.stringify(second.body["result"].tools)).toBe(text);
  // A token is 4.2 bytes of this text on average.
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(9000 * 4);
  const names = first.body["result"].tools.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["contacts_search", "campaigns_approve", "api_search", "api_write"]));
  for (const { description, annotations } of first.body["result"].tools) {
    expect(description.length).toBeLessThanOrEqual(300);
    expect(Object.keys(annotations)).toHaveLength(4);
  }
});

it("answers the official client of both generations", async () => {
  const own = await company();
  const { email } = await own.aContact();
  for (const mode of ["legacy", "auto"] as const) {
    const client = await connect(own, { mode });
    expect((await client.listTools()).tools.length).toBeGreaterThan(25);
    const found = await client.callTool({ name: "contacts_search", arguments: { q: email } });
    expect(found.structuredContent).toMatchObject({ total: 1, items: [{ email }] });
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain("app://guide/sending-rules");
    expect((await client.listPrompts()).prompts).toHaveLength(4);
    await client.close();
  }
});

it("runs any operation through the catalogue, with the errors of the API", async () => {
  const own = await company();
  const found = await call(own, "api_search", { query: "create coupon" });
  expect(found.content.items.map(({ operation }: { operation: string }) => operation)).toContain("createCouponStack");
  const described = await call(own, "api_describe", { operation: "createList" });
  expect(described.content).toMatchObject({ operation: "createList", method: "POST", path: "/lists", risk: "write" });
  const list = await own.aList();
  const read = await call(own, "api_read", { operation: "GET /lists/{list_id}", arguments: { list_id: list.id } });
  expect(read.content).toEqual(await own.api.ok("getList", { params: { list_id: list.id } }));
  const other = await company();
  const foreign = await call(other, "api_read", { operation: "getList", arguments: { list_id: list.id } });
  expect(foreign).toMatchObject({
    isError: true,
    content: { status: 404, error: { code: "not_found", message: "list" } },
  });
  const wrong = await call(own, "contacts_create", {
    email: "nobody",
    purposeId: own.purposeId,
    consentConfirmed: true,
  });
  expect(wrong).toMatchObject({
    isError: true,
    content: { status: 400, error: { code: "validation", message: "email" } },
  });
  const writing = await call(own, "api_read", { operation: "createList", arguments: {} });
  expect(writing).toMatchObject({ isError: true, content: { error: { message: "operation" } } });
});

it("asks before an irreversible operation and runs it once with the token", async () => {
  const own = await company();
  const { id } = await own.aContact();
  const asked = await call(own, "contacts_unsubscribe", { id });
  expect(asked.content).toMatchObject({ status: "confirmation_required", preview: { contacts: 1 } });
  expect(asked.content.preview.email).toMatch(/^p\*\*\*@/);
  const { confirmToken } = asked.content;
  expect(confirmToken).toMatch(/^psf_[\w-]{43}$/);
  expect((await own.api.ok("getContact", { params: { id } })).state).toBe("active");
  const done = await call(own, "api_write", { operation: "unsubscribeContact", arguments: { id }, confirmToken });
  expect(done.isError).toBe(false);
  expect((await own.api.ok("getContact", { params: { id } })).state).toBe("unsubscribed");
  const again = await call(own, "contacts_unsubscribe", { id, confirmToken });
  expect(again.content).toMatchObject({ status: 409, error: { message: "confirm_token_invalid" } });
});

it("binds the token to holder, arguments, state and time", async () => {
  const own = await company();
  const list = await own.aList();
  const target = { operation: "deleteList", arguments: { list_id: list.id } };
  const ask = async () => (await call(own, "api_write", target)).content.confirmToken;
  const stolen = await ask();
  const { apiKey: otherKey } = await company();
  const theft = await call({ server: own.server, apiKey: otherKey }, "api_write", { ...target, confirmToken: stolen });
  expect(theft.isError).toBe(true);
  const changed = { ...target, arguments: { list_id: list.id, mode: "with_contacts" }, confirmToken: await ask() };
  expect((await call(own, "api_write", changed)).content.error.message).toBe("confirm_args_mismatch");
  const stale = await ask();
  const { id } = await own.aContact();
  await own.api.ok("addListMembers", { params: { list_id: list.id }, body: { contactIds: [id] } });
  const refused = await call(own, "api_write", { ...target, confirmToken: stale });
  expect(refused.content).toMatchObject({ error: { message: "confirm_state_changed" }, preview: { members: 1 } });
  expect(refused.content.confirmToken).toMatch(/^psf_/);
  own.clock.advance(601_000);
  const late = await call(own, "api_write", { ...target, confirmToken: refused.content.confirmToken });
  expect(late.content).toMatchObject({ status: 410, error: { code: "expired" } });
  own.clock.advance(-601_000);
  const tokens = await ask();
  const answers = await Promise.all([1, 2, 3].map(() => call(own, "api_write", { ...target, confirmToken: tokens })));
  expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
});

it("refuses wrong credentials, hosts, origins, methods and JSON", async () => {
  const { server, apiKey } = await company();
  const missing = await post(server, "pst_wrong", message("ping"));
  expect(missing.status).toBe(401);
  expect(missing.headers["www-authenticate"]).toContain("resource_metadata=");
  expect((await post(server, apiKey, message("ping"), { host: "evil.example" })).status).toBe(403);
  expect((await post(server, apiKey, message("ping"), { origin: "https://evil.example" })).status).toBe(403);
  const broken = await post(server, apiKey, "{");
  expect(broken).toMatchObject({ status: 400, body: { error: { code: -32_700 } } });
  expect((await server.inject({ method: "GET", url: "/mcp", headers: { host } })).statusCode).toBe(405);
  expect((await post(server, apiKey, toolCall("no_such_tool", {}))).body).toMatchObject({ error: { code: -32_602 } });
});

it("asks a read token for the scope full, lists only what it may read, and names the tools that it lacks", async () => {
  const own = await company();
  const { key } = await issueKey(own, "read");
  const listed = await post(own.server, key, message("tools/list"));
  const names = listed.body["result"].tools.map(({ name }: { name: string }) => name);
  expect(names).not.toContain("contacts_create");
  expect(names).toContain("contacts_search");
  const full = await post(own.server, own.apiKey, message("tools/list"));
  const lacking = full.body["result"].tools
    .map(({ name }: { name: string }) => name)
    .filter((name: string) => !names.includes(name));
  expect(lacking.length).toBeGreaterThan(5);
  const { description } = listed.body["result"].tools.find(({ name }: { name: string }) => name === "api_write");
  expect(description).toContain("the scope full");
  expect(description.split(" the tools ")[1]).toBe(`${lacking.join(", ")}.`);
  const refused = await post(own.server, key, toolCall("contacts_create", {}));
  expect(refused.status).toBe(403);
  expect(refused.headers["www-authenticate"]).toContain('error="insufficient_scope", scope="full"');
});

it("lets a read token preview, test and trace, for whatever changes nothing is read", async () => {
  const own = await company();
  const { key: apiKey } = await issueKey(own, "read");
  const reader = { server: own.server, apiKey };
  const listed = await post(own.server, apiKey, message("tools/list"));
  expect(listed.body["result"].tools.map(({ name }: { name: string }) => name)).toContain("automations_test");
  const graph = { nodes: [{ id: "t", type: "manual" }], edges: [] };
  const { id } = await own.api.ok("createAutomation", { body: { name: "Welcome", shopId: own.shopId, graph } });
  const { id: contactId } = await own.aContact();
  const tested = await call(reader, "automations_test", { automation_id: id, contactIds: [contactId] });
  expect(tested.content).toMatchObject({ version: 1, entered: 1 });
  const traced = await call(reader, "api_read", {
    operation: "traceContact",
    arguments: { automation_id: id, contactId },
  });
  expect(traced.content).toMatchObject({ steps: [{ node: "t" }] });
  for (const operation of ["previewForm", "previewUnsubscribePage"]) {
    expect((await call(reader, "api_read", { operation, arguments: {} })).content["html"]).toContain("<!doctype html>");
  }
});

it("lets 300 messages a minute of a token through, batches included", async () => {
  const own = await company();
  const batch = (size: number) => Array.from({ length: size }, (_, id) => ({ ...message("ping"), id }));
  expect((await post(own.server, own.apiKey, batch(301))).status).toBe(429);
  for (const size of [90, 90, 90, 30]) {
    expect((await post(own.server, own.apiKey, batch(size))).status).toBe(200);
  }
  const refused = await post(own.server, own.apiKey, message("ping"));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  own.clock.advance(60_000);
  expect((await post(own.server, own.apiKey, message("ping"))).status).toBe(200);
});

it("is described in the OpenAPI document, and its credentials come before its body", async () => {
  const { server } = await company();
  const { paths } = JSON.parse((await server.inject({ url: "/api/openapi.json?tag=MCP" })).body);
  expect(Object.keys(paths)).toEqual(["/mcp"]);
  expect(paths["/mcp"].post).toMatchObject({
    operationId: "postMcp",
    security: [{ oauth: [] }, { bearer: [] }],
    "x-level": "read",
    "x-module": null,
  });
  expect(Object.keys(paths["/mcp"].post.responses)).toEqual(
    expect.arrayContaining(["200", "400", "401", "403", "413", "415", "429"]),
  );
  expect((await post(server, "pst_wrong", "{")).status).toBe(401);
});

it("answers 415 to a body that is not JSON and 413 to one over 5 MB", async () => {
  const { server, apiKey } = await company();
  expect((await post(server, apiKey, "a=1", { "content-type": "text/plain" })).status).toBe(415);
  expect((await post(server, apiKey, { padding: "x".repeat(5_242_880) })).status).toBe(413);
});
