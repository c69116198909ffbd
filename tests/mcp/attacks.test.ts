import { beforeAll, describe, expect, it } from "vitest";
import { addMember } from "../../src/features/members/members.ts";
import { anEmail, company, type TestCompany } from "../harness/factories/company.ts";
import { aClient, aCode, aConnectedApp, exchange, postForm, refresh, parseTokens } from "../harness/factories/oauth.ts";
import { anAssistant, toolCall, type Assistant } from "../harness/servers/assistant.ts";
import { password, signInHeaders } from "../harness/servers/sign-in.ts";

let own: TestCompany;

beforeAll(async () => {
  own = await company();
});

const connectAssistant = async (test: TestCompany, options: Parameters<typeof aConnectedApp>[1] = {}) => {
  const app = await aConnectedApp(test, { scope: "full", ...options });
  return { ...app, assistant: anAssistant(test.server, app.access_token) };
};

const ping = (id: number | string = 1) => ({ jsonrpc: "2.0", id, method: "ping" });
const postStatus = async (assistant: Assistant) => (await assistant.post(ping())).status;

describe("an access token", () => {
  it("ends with the grant when its code or an old refresh token is used again", async () => {
    const issued = await aCode(own, { scope: "full" });
    const first = anAssistant(own.server, parseTokens(await exchange(own.server, issued)).access_token);
    expect(await postStatus(first)).toBe(200);
    await exchange(own.server, issued);
    expect(await postStatus(first)).toBe(401);
    const { assistant, client, refresh_token: token } = await connectAssistant(own);
    await refresh(own.server, { client, token });
    expect(await postStatus(assistant)).toBe(200);
    await refresh(own.server, { client, token });
    expect(await postStatus(assistant)).toBe(401);
  });

  it("is refused on another host, and no other secret is accepted in its place", async () => {
    const issued = await aCode(own, { scope: "full" });
    const { access_token: access, refresh_token: refreshToken } = parseTokens(await exchange(own.server, issued));
    const { confirmToken } = await anAssistant(own.server, access).ask("contacts_unsubscribe", {
      id: (await own.aContact()).id,
    });
    expect(await postStatus(anAssistant(own.server, access, "localhost:8080"))).toBe(401);
    for (const secret of [refreshToken, issued.code, confirmToken, issued.client.client_id, `${access}x`, "", "null"]) {
      expect(await postStatus(anAssistant(own.server, secret))).toBe(401);
    }
  });

  it("is refused at once after revocation, after the member left, and after its time", async () => {
    const { assistant, access_token: token } = await connectAssistant(own);
    await postForm(own.server, "/oauth/revoke", { form: { token } });
    expect(await postStatus(assistant)).toBe(401);
    const email = anEmail();
    const memberId = await addMember(own.app.db, own.tenantId, {
      email,
      password,
      roles: ["account_admin"],
      at: own.clock.now(),
    });
    const { cookie } = await signInHeaders(own.server, email);
    const { assistant: theirs } = await connectAssistant(own, { cookie });
    expect(await postStatus(theirs)).toBe(200);
    await own.ctx.db.sql`
      update membership set is_active = false where tenant_id = ${own.tenantId} and id = ${memberId}`;
    expect(await postStatus(theirs)).toBe(401);
    const { assistant: late } = await connectAssistant(own);
    own.clock.advance(3_600_000);
    expect(await postStatus(late)).toBe(401);
  });
});

describe("a confirm token", () => {
  it("of another grant is invalid: another member, another client, the same client again, an API key", async () => {
    const client = await aClient(own.server);
    const { assistant } = await connectAssistant(own, { client });
    const { id } = await own.aContact();
    const { confirmToken } = await assistant.ask("contacts_unsubscribe", { id });
    const email = anEmail();
    await addMember(own.app.db, own.tenantId, { email, password, roles: ["account_admin"], at: own.clock.now() });
    const { cookie } = await signInHeaders(own.server, email);
    const thieves = [
      (await connectAssistant(own, { client, cookie })).assistant,
      (await connectAssistant(own)).assistant,
      (await connectAssistant(own, { client })).assistant,
      anAssistant(own.server, own.apiKey),
    ];
    for (const thief of thieves) {
      const { status, error } = await thief.refused("contacts_unsubscribe", { id, confirmToken });
      expect([status, error.code, error.message]).toEqual([409, "conflict", "confirm_token_invalid"]);
    }
    expect((await own.api.ok("getContact", { params: { id } })).state).toBe("active");
    await assistant.ok("contacts_unsubscribe", { id, confirmToken });
    expect((await own.api.ok("getContact", { params: { id } })).state).toBe("unsubscribed");
  });

  it("is for the same operation and arguments, in any order of their fields", async () => {
    const { assistant } = await connectAssistant(own);
    const [list, other] = [await own.aList(), await own.aList()];
    const [first, second] = [await own.aContact({ listIds: [list.id] }), await own.aContact({ listIds: [list.id] })];
    const target = { list_id: list.id, contactIds: [first.id, second.id] };
    const changes = [
      { ...target, contactIds: [first.id] },
      { ...target, contactIds: [second.id, first.id] },
      { ...target, list_id: other.id },
    ];
    for (const changed of changes) {
      const operation = "removeListMembers";
      const { confirmToken } = await assistant.ask("api_write", { operation, arguments: target });
      const refused = await assistant.refused("api_write", { operation, arguments: changed, confirmToken });
      expect(refused.error.message).toBe("confirm_args_mismatch");
      const burnt = await assistant.refused("api_write", { operation, arguments: target, confirmToken });
      expect(burnt.error.message).toBe("confirm_token_invalid");
    }
    const { confirmToken } = await assistant.ask("api_write", { operation: "removeListMembers", arguments: target });
    const sibling = { operation: "unsubscribeListMembers", arguments: target, confirmToken };
    expect((await assistant.refused("api_write", sibling)).error.message).toBe("confirm_args_mismatch");
    const again = await assistant.ask("api_write", { operation: "removeListMembers", arguments: target });
    await assistant.ok("api_write", {
      confirmToken: again.confirmToken,
      arguments: { contactIds: [first.id, second.id], list_id: list.id },
      operation: "POST /lists/{list_id}/members/remove",
    });
  });

  it.each([7, null, {}, "", "psf_", `psf_${"x".repeat(43)}`, "' or 1=1 --"])("like %j is refused", async (given) => {
    const { assistant } = await connectAssistant(own);
    const { id } = await own.aContact();
    const { isError } = await assistant.call("contacts_unsubscribe", { id, confirmToken: given });
    expect(isError).toBe(true);
    expect((await own.api.ok("getContact", { params: { id } })).state).toBe("active");
  });
});

describe("messages", () => {
  it("beyond 300 a minute are refused, of 1 000 at once exactly the others", async () => {
    const test = await company();
    const { assistant } = await connectAssistant(test);
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, id) => assistant.post(ping(id))));
    const refused = answers.filter(({ status }) => status === 429);
    expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([300, 700]);
    for (const { headers, body } of refused) {
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      expect(body).toMatchObject({ jsonrpc: "2.0", error: { code: -32_000, message: "rate_limited" } });
    }
    expect(await postStatus((await connectAssistant(test)).assistant)).toBe(200);
  });

  it("of a batch are counted and checked one by one", async () => {
    const test = await company();
    const { assistant } = await connectAssistant(test, { scope: "read" });
    const read = toolCall("contacts_search", {}, "read");
    const write = toolCall("lists_create", { name: "Sneaked in" }, "write");
    expect((await assistant.post([read, write])).status).toBe(403);
    expect((await assistant.post([read, toolCall("api_write", { operation: "createList" }, 3)])).status).toBe(403);
    expect((await test.api.ok("listLists")).total).toBe(0);
    expect((await assistant.post(Array.from({ length: 297 }, (_, id) => ping(id)))).status).toBe(429);
    expect((await assistant.post([])).status).toBe(400);
  });

  const malformed: readonly [string, unknown][] = [
    ["no JSON", "{"],
    ["nothing", ""],
    ["a text", '"ping"'],
    ["a number", "7"],
    ["null", "null"],
    ["an empty object", {}],
    ["another version", { jsonrpc: "1.0", id: 1, method: "ping" }],
    ["no method", { jsonrpc: "2.0", id: 1 }],
    ["a method that is no text", { jsonrpc: "2.0", id: 1, method: 7 }],
    ["an object as id", { jsonrpc: "2.0", id: {}, method: "ping" }],
    ["params that are no object", { jsonrpc: "2.0", id: 1, method: "tools/list", params: "all" }],
    ["a call without a name", { jsonrpc: "2.0", id: 1, method: "tools/call", params: {} }],
    ["arguments that are a list", { ...ping(), method: "tools/call", params: { name: "api_read", arguments: [] } }],
    ["an unknown method", { jsonrpc: "2.0", id: 1, method: "no/such" }],
    ["a prototype", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__","arguments":{}}}`],
    ["a batch in a batch", [[ping()]]],
    ["deep nesting", `${"[".repeat(50_000)}${"]".repeat(50_000)}`],
  ];

  it.each(malformed)("with %s are answered by an error of JSON-RPC", async (_name, body) => {
    const { status, body: answer } = await anAssistant(own.server, own.apiKey).post(body);
    expect(status).toBeLessThan(500);
    const [first]: unknown[] = [answer].flat();
    expect(first).toMatchObject({ jsonrpc: "2.0", error: { code: expect.any(Number) } });
  });

  it("with arguments of 5 MB are refused without work", async () => {
    const assistant = anAssistant(own.server, own.apiKey);
    const tooLarge = await assistant.post(toolCall("contacts_search", { q: "x".repeat(5_242_880) }));
    expect([tooLarge.status, tooLarge.body]).toMatchObject([413, { jsonrpc: "2.0", error: { code: -32_000 } }]);
    const large = await assistant.refused("contacts_search", { q: "x".repeat(5_000_000) });
    expect(large).toMatchObject({ status: 400, error: { code: "validation", message: "q" } });
    const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`field${index}`, 1]));
    const unknown = await assistant.refused("contacts_search", many);
    expect(unknown).toMatchObject({ status: 400, error: { code: "validation", message: "arguments" } });
    expect(JSON.stringify(unknown).length).toBeLessThan(2000);
  });
});
