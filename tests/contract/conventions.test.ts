import { describe, expect, it } from "vitest";
import { operations } from "../../src/registry/registry.ts";
import { paramsWith, request, toUrl } from "../harness/servers/api-client.ts";
import { anEmail, company } from "../harness/factories/company.ts";

/** Part 4: the rules of every list and every body, tested on contacts. */
describe("paging", () => {
  it("cuts pages that neither overlap nor skip rows", async () => {
    const { api, aContact } = await company();
    for (let index = 0; index < 7; index += 1) await aContact();
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => api.ok("listContacts", { query: { page, pageSize: 3 } })),
    );
    expect(pages.map(({ items }) => items.length)).toEqual([3, 3, 1, 0]);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(7);
    expect(pages[3]).toEqual({ items: [], total: 7, page: 4, pageSize: 3 });
  });

  it("has 25 rows a page by default", async () => {
    const { api } = await company();
    expect(await api.ok("listContacts")).toEqual({ items: [], total: 0, page: 1, pageSize: 25 });
  });

  it.each([
    ["page", "0"],
    ["page", "-1"],
    ["page", "1.5"],
    ["page", "two"],
    ["pageSize", "0"],
    ["pageSize", "101"],
    ["sort", "id,email,createdAt,lastName"],
    ["sort", "password"],
    ["sort", "email,email"],
    ["sort", "--email"],
    ["q", "x".repeat(201)],
    ["q", "a\0b"],
    ["status", "happy"],
    ["engagement", "Z"],
    ["createdFrom", "2026-02-30"],
    ["createdTo", "yesterday"],
    ["shop", "abc"],
  ])("refuses %s=%s by name", async (name, value) => {
    const { api } = await company();
    const refusal = await api.refused("listContacts", { query: { [name]: value } });
    expect(refusal).toEqual({ status: 400, code: "validation", message: name, params: expect.any(Object) });
  });
});

describe("a query", () => {
  const readable = operations.filter(({ url, method }) => url.startsWith("/api/v1/tenants/") && method === "GET");

  it("has only the parameters of the contract, for every operation", async () => {
    const { server, tenant, apiKey } = await company();
    const headers = { authorization: `Bearer ${apiKey}` };
    for (const operation of readable.filter(({ access }) => access === "member_or_key")) {
      const required = Object.fromEntries((operation.query?.required ?? []).map((name) => [name, "1"]));
      const url = toUrl(operation, paramsWith(operation, tenant, "1"), { ...required, surprise: "1" });
      const allowed = Object.keys(operation.query?.properties ?? {});
      const { status, body } = await request(server, { method: "GET", url, headers });
      const error = { code: "validation", message: "surprise", params: { allowed } };
      expect({ name: operation.name, status, body }).toEqual({ name: operation.name, status: 400, body: { error } });
    }
  });

  it("refuses a shop that the company does not have, for every operation that filters by it", async () => {
    const { server, tenant, apiKey } = await company();
    const other = await company();
    const headers = { authorization: `Bearer ${apiKey}` };
    const filtering = readable.filter(({ query }) => query?.properties["shop"] !== undefined);
    expect(filtering.length).toBeGreaterThan(5);
    for (const operation of filtering) {
      for (const shop of [other.shopId, "999999999"]) {
        const url = toUrl(operation, paramsWith(operation, tenant, "1"), { shop });
        const { status, body } = await request(server, { method: "GET", url, headers });
        const error = { code: "validation", message: "shop", params: { reason: "unknown", kind: "shop" } };
        expect({ name: operation.name, status, body }).toEqual({ name: operation.name, status: 400, body: { error } });
      }
    }
  });
});

describe("bodies", () => {
  it("ignore unknown fields", async () => {
    const { aContact } = await company();
    const contact = await aContact({ favouriteColour: "blue", id: "5" });
    expect(contact).not.toHaveProperty("favouriteColour");
    expect(contact.id).not.toBe("5");
  });

  it("report the path of the invalid field", async () => {
    const { api, purposeId } = await company();
    const base = { email: anEmail(), purposeId, consentConfirmed: true };
    const messages = await Promise.all(
      [
        { ...base, email: undefined },
        { ...base, email: "not an address" },
        { ...base, purposeId: 5 },
        { ...base, consentConfirmed: false },
        { ...base, gender: "x" },
        { ...base, birthday: "1990-02-31" },
        { ...base, listIds: ["1", "x"] },
        { ...base, firstName: "a\0b" },
      ].map(async (body) => (await api.refused("createContact", { body })).message),
    );
    expect(messages).toEqual([
      "email",
      "email",
      "purposeId",
      "consentConfirmed",
      "gender",
      "birthday",
      "listIds.1",
      "firstName",
    ]);
  });

  it("returns times in UTC with milliseconds", async () => {
    const { aContact } = await company();
    expect((await aContact()).createdAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  });
});

describe("every response", () => {
  it("carries a request id and security headers", async () => {
    const { server } = await company();
    const { headers } = await request(server, { method: "GET", url: "/healthz" });
    expect(headers).toMatchObject({
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
  });

  it("of a path outside companies lists its methods", async () => {
    const { server } = await company();
    for (const url of ["/healthz", "/readyz", "/api/openapi.json"]) {
      const { status, headers } = await request(server, { method: "POST", url });
      expect({ url, status, allow: headers["allow"] }).toEqual({ url, status: 405, allow: "GET" });
    }
  });

  it("of a path of a company lists its methods for every unsupported one", async () => {
    const { server, tenant, apiKey } = await company();
    const headers = { authorization: `Bearer ${apiKey}` };
    const ask = async (method: "OPTIONS" | "HEAD" | "GET", address: string) =>
      (await request(server, { method, url: `/api/v1/tenants/${tenant}${address}`, headers })).status;
    expect(await ask("OPTIONS", "/contacts")).toBe(405);
    expect(await ask("HEAD", "/campaigns/audience")).toBe(405);
    expect(await ask("HEAD", "/contacts")).toBe(200);
  });

  it("rejects a query that is not UTF-8", async () => {
    const { server, tenant, apiKey } = await company();
    const headers = { authorization: `Bearer ${apiKey}` };
    const ask = (query: string) =>
      request(server, { method: "GET", url: `/api/v1/tenants/${tenant}/contacts?${query}`, headers });
    expect(await ask("q=%FF")).toMatchObject({
      status: 400,
      body: { error: { code: "validation", message: "query" } },
    });
    expect((await ask("q=J%C3%81NA%20%25")).status).toBe(200);
  });

  it("rejects a path that cannot be decoded", async () => {
    const { server, tenant, apiKey } = await company();
    const answer = await request(server, {
      method: "GET",
      url: `/api/v1/tenants/${tenant}/contacts/%E0%A4%A`,
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(answer.status).toBe(404);
    expect(answer.headers).toHaveProperty("x-ratelimit-limit");
    const stranger = await request(server, { method: "GET", url: `/api/v1/tenants/${tenant}/contacts/%` });
    expect(stranger.status).toBe(401);
  });
});
