import { beforeAll, describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { message, post } from "../../../tests/harness/servers/mcp-client.ts";
import { issueApiKey } from "../../features/members/api-keys.ts";

let own: TestCompany;

beforeAll(async () => {
  own = await company();
});

const versions2025 = ["2025-03-26", "2025-06-18", "2025-11-25"];

const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const modern = (method: string, params: object, name = "") => [
  { ...message(method, { ...params, _meta: envelope }), id: "abc" },
  { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...(name === "" ? {} : { "mcp-name": name }) },
];

describe("an unknown resource", () => {
  const read = message("resources/read", { uri: "app://nothing" });

  it.each(versions2025)("is -32002 in revision %s, alone and in a batch", async (version) => {
    const headers = { "mcp-protocol-version": version };
    const error = { code: -32_002, data: { uri: "app://nothing" } };
    expect((await post(own.server, own.apiKey, read, headers)).body).toMatchObject({ id: 1, error });
    const batch = await post(own.server, own.apiKey, [read, { ...read, id: 2 }], headers);
    expect(batch.body).toMatchObject([
      { id: 1, error },
      { id: 2, error },
    ]);
  });

  it("is -32602 in revision 2026-07-28", async () => {
    const [body, headers] = modern("resources/read", { uri: "app://nothing" }, "app://nothing");
    const answer = await post(own.server, own.apiKey, body, headers);
    expect(answer.body).toMatchObject({ id: "abc", error: { code: -32_602, data: { uri: "app://nothing" } } });
  });

  it("does not change other errors about arguments", async () => {
    const wrong = await post(own.server, own.apiKey, message("prompts/get", { name: "nothing" }));
    expect(wrong.body).toMatchObject({ id: 1, error: { code: -32_602 } });
  });
});

describe("an error keeps the id of its request", () => {
  it.each([7, "seven"])("when messages are limited: %j", async (id) => {
    const test = await company();
    const batch = Array.from({ length: 100 }, (_, index) => ({ ...message("ping"), id: index }));
    for (let sent = 0; sent < 3; sent += 1) await post(test.server, test.apiKey, batch);
    const refused = await post(test.server, test.apiKey, { ...message("ping"), id });
    expect(refused).toMatchObject({ status: 429, body: { id, error: { data: { code: "rate_limited" } } } });
    expect((await post(test.server, test.apiKey, batch)).body).toMatchObject({ id: null });
  });

  it("when the scope is missing", async () => {
    const { ctx, member, clock } = own;
    const { key } = await issueApiKey(ctx.db, {
      name: "Reader",
      roles: ["account_admin"],
      scope: "read",
      validDays: 30,
      createdBy: member,
      at: clock.now(),
    });
    const write = { ...message("tools/call", { name: "lists_create", arguments: {} }), id: 5 };
    expect(await post(own.server, key, write)).toMatchObject({ status: 403, body: { id: 5 } });
  });

  it("when the protocol refuses it", async () => {
    const unknown = { ...message("no/such"), id: 9 };
    expect((await post(own.server, own.apiKey, unknown)).body).toMatchObject({ id: 9, error: { code: -32_601 } });
    const [body, headers] = modern("no/such", {});
    expect(await post(own.server, own.apiKey, body, headers)).toMatchObject({ status: 404, body: { id: "abc" } });
    const [mismatch] = modern("tools/list", {});
    const wrong = { "mcp-protocol-version": "2026-07-28", "mcp-method": "prompts/list" };
    expect(await post(own.server, own.apiKey, mismatch, wrong)).toMatchObject({ status: 400, body: { id: "abc" } });
    const version = { "mcp-protocol-version": "1999-01-01" };
    expect((await post(own.server, own.apiKey, { ...message("ping"), id: 3 }, version)).body).toMatchObject({ id: 3 });
  });

  it("but without credentials, when the body is not read, it has none", async () => {
    expect((await post(own.server, "pst_wrong", message("ping"))).body).toMatchObject({ id: null });
  });
});
