import { beforeAll, describe, expect, it } from "vitest";
import { company, testApp, type TestApp } from "../../../tests/harness/factories/company.ts";
import {
  aClient,
  aConnectedApp,
  authorizePath,
  locationOf,
  pkce,
  redirectUri,
  register,
  type Fields,
} from "../../../tests/harness/factories/oauth.ts";

const main = "http://127.0.0.1:8080";
const second = "http://localhost:8080";

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

const get = async (url: string, headers: Fields = {}) => app.server.inject({ method: "GET", url, headers });

describe("metadata", () => {
  const toServer = (url: string) => ({
    issuer: url,
    authorization_endpoint: `${url}/oauth/authorize`,
    token_endpoint: `${url}/oauth/token`,
    registration_endpoint: `${url}/oauth/register`,
    revocation_endpoint: `${url}/oauth/revoke`,
    scopes_supported: ["read", "full"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none", "client_secret_post", "client_secret_basic"],
    revocation_endpoint_auth_methods_supported: ["none", "client_secret_post", "client_secret_basic"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  });

  it.each([
    ["localhost:8080", second],
    ["127.0.0.1:8080", main],
    ["evil.example", main],
  ])("for the host %s is that of %s, at both addresses", async (host, url) => {
    const headers = { host, "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
    for (const variant of ["", "/mcp"]) {
      const server = await get(`/.well-known/oauth-authorization-server${variant}`, headers);
      expect([server.statusCode, server.json()]).toEqual([200, toServer(url)]);
      const resource = await get(`/.well-known/oauth-protected-resource${variant}`, headers);
      expect(resource.json()).toEqual({
        resource: `${url}/mcp`,
        resource_name: "Postrider",
        authorization_servers: [url],
        scopes_supported: ["read", "full"],
        bearer_methods_supported: ["header"],
      });
    }
  });

  it("lists the operations in the OpenAPI document, with the errors of OAuth and form bodies", async () => {
    const { paths, components } = (await get("/api/openapi.json?tag=OAuth")).json();
    const shared = ({ $ref }: { $ref: string }) => components.responses[$ref.replace("#/components/responses/", "")];
    expect(Object.keys(paths)).toEqual([
      "/.well-known/oauth-authorization-server",
      "/.well-known/oauth-authorization-server/mcp",
      "/.well-known/oauth-protected-resource",
      "/.well-known/oauth-protected-resource/mcp",
      "/oauth/authorize",
      "/oauth/register",
      "/oauth/token",
      "/oauth/revoke",
    ]);
    const { post } = paths["/oauth/token"];
    expect(Object.keys(post.requestBody.content)).toEqual(["application/x-www-form-urlencoded"]);
    expect(shared(post.responses["400"]).content["application/json"].schema.$ref).toBe(
      "#/components/schemas/OAuthError",
    );
    expect(paths["/oauth/authorize"].get.responses["302"].headers).toHaveProperty("Location");
  });
});

describe("registration", () => {
  it("gives a public client an id and no secret", async () => {
    const answer = await register(app.server, {
      redirect_uris: [redirectUri, "http://localhost/cb", redirectUri],
      client_name: " Assistant ",
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token", "implicit"],
      logo_uri: "https://assistant.example/logo.png",
    });
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([201, "no-store"]);
    expect(answer.json()).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_id_issued_at: Math.floor(app.clock.now().getTime() / 1000),
      client_name: "Assistant",
      redirect_uris: [redirectUri, "http://localhost/cb"],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    });
  });

  it("gives a confidential client a secret that is stored as a hash", async () => {
    const { client_id, client_secret = "" } = await aClient(app.server, { token_endpoint_auth_method: undefined });
    expect(client_secret).toMatch(/^pss_[\w-]{43}$/);
    const [row] = await app.app.db.sql<{ text: string }[]>`
      select oauth_client::text as text from oauth_client where client_id = ${client_id}`;
    expect(row?.text).not.toContain(client_secret);
  });

  it("names a client without a name after its redirect host", async () => {
    expect((await aClient(app.server, { client_name: undefined })).client_name).toBe("assistant.example");
  });

  it("accepts what a program on the person's computer calls this server behind its own name", async () => {
    const named = { client_name: "Claude Code (postrider)", redirect_uris: ["http://localhost:1234/callback"] };
    expect((await aClient(app.server, named)).client_name).toBe(named.client_name);
  });

  it.each([
    [{ redirect_uris: undefined }, "invalid_redirect_uri"],
    [{ redirect_uris: [] }, "invalid_redirect_uri"],
    [{ redirect_uris: "https://client.example/" }, "invalid_redirect_uri"],
    [{ redirect_uris: ["https://client.example/", "http://evil.example/"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
    [{ redirect_uris: [7] }, "invalid_redirect_uri"],
    [{ redirect_uris: Array.from({ length: 21 }, (_, n) => `https://c.example/${n}`) }, "invalid_redirect_uri"],
    [{ client_name: "x".repeat(201) }, "invalid_client_metadata"],
    [{ client_name: "two\nlines" }, "invalid_client_metadata"],
    [{ client_name: "\u202Egnp.tnatsissa" }, "invalid_client_metadata"],
    [{ client_name: " " }, "invalid_client_metadata"],
    [{ client_name: 5 }, "invalid_client_metadata"],
    [{ client_name: "Pоstrider Official" }, "invalid_client_metadata"],
    [{ client_name: "Claude Code (postrider)" }, "invalid_client_metadata"],
    [{ client_name: undefined, redirect_uris: ["https://post-rider.example/"] }, "invalid_client_metadata"],
    [{ token_endpoint_auth_method: "private_key_jwt" }, "invalid_client_metadata"],
    [{ grant_types: ["client_credentials"] }, "invalid_client_metadata"],
    [{ response_types: ["token"] }, "invalid_client_metadata"],
  ])("refuses %j with %s", async (change, error) => {
    const body = { redirect_uris: [redirectUri], client_name: "Assistant", ...change };
    const answer = await register(app.server, body);
    expect([answer.statusCode, answer.json()]).toEqual([400, { error, error_description: expect.any(String) }]);
  });

  it("refuses a body that is not JSON, in the shape of OAuth", async () => {
    const answer = await app.server.inject({
      method: "POST",
      url: "/oauth/register",
      headers: { "content-type": "application/json" },
      payload: "{",
    });
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: "invalid_request", error_description: "body" }]);
  });

  it("is allowed 20 times an hour per address; refused ones do not count", async () => {
    const own = await company();
    const address = "203.0.113.77";
    const body = { redirect_uris: [redirectUri], token_endpoint_auth_method: "none" };
    for (let count = 0; count < 25; count += 1) {
      expect((await register(own.server, { redirect_uris: [] }, address)).statusCode).toBe(400);
    }
    const answers = await Promise.all(Array.from({ length: 21 }, () => register(own.server, body, address)));
    expect(answers.filter(({ statusCode }) => statusCode === 201).length).toBe(20);
    const refused = await register(own.server, body, address);
    expect([refused.statusCode, refused.json().error]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3000);
    expect((await register(own.server, body, "203.0.113.78")).statusCode).toBe(201);
    own.clock.advance(3_601_000);
    expect((await register(own.server, body, address)).statusCode).toBe(201);
  });
});

describe("an authorization request", () => {
  const { challenge } = pkce();

  it("leads to the consent page of the same host", async () => {
    const { client_id: clientId } = await aClient(app.server);
    const url = authorizePath({ clientId, challenge });
    for (const [host, base] of [
      ["127.0.0.1:8080", main],
      ["localhost:8080", second],
    ] as const) {
      const answer = await get(url, { host });
      expect(answer.statusCode).toBe(302);
      expect(answer.headers.location).toMatch(new RegExp(`^${base}/oauth/consent/[\\w-]{43}$`));
    }
  });

  it.each([
    ["response_type", undefined, "invalid_request"],
    ["response_type", "token", "unsupported_response_type"],
    ["code_challenge", undefined, "invalid_request"],
    ["code_challenge", "too short", "invalid_request"],
    ["code_challenge_method", undefined, "invalid_request"],
    ["code_challenge_method", "plain", "invalid_request"],
    ["scope", "admin", "invalid_scope"],
    ["scope", "read admin", "invalid_scope"],
    ["resource", "https://other.example/mcp", "invalid_target"],
    ["resource", main, "invalid_target"],
    ["resource", `${second}/mcp`, "invalid_target"],
  ])("with %s %s is sent back with %s, state and iss", async (name, value, error) => {
    const { client_id: clientId } = await aClient(app.server);
    const change = value === undefined ? {} : { [name]: value };
    const without = value === undefined ? name : "";
    const answer = await get(authorizePath({ clientId, challenge, change, without }));
    expect(answer.statusCode).toBe(302);
    const { origin, pathname, searchParams } = locationOf(answer);
    expect(`${origin}${pathname}`).toBe(redirectUri);
    expect(Object.fromEntries(searchParams)).toEqual({
      error,
      error_description: name,
      state: "a state & more",
      iss: main,
    });
  });

  it("with a repeated parameter is sent back", async () => {
    const { client_id: clientId } = await aClient(app.server);
    const url = authorizePath({ clientId, challenge });
    for (const [repeated, error] of [
      ["scope=full", "invalid_request"],
      ["state=other", "invalid_request"],
      ["resource=a&resource=b", "invalid_target"],
    ] as const) {
      const answer = await get(`${url}${repeated.startsWith("scope") ? "&scope=read" : ""}&${repeated}`);
      expect(locationOf(answer).searchParams.get("error")).toBe(error);
    }
  });

  it.each([
    [{ client_id: "unknown" }, "client_id"],
    [{ client_id: "" }, "client_id"],
    [{ client_id: "https://127.0.0.1/" }, "client_id"],
    [{ redirect_uri: "" }, "redirect_uri"],
    [{ redirect_uri: "https://evil.example/callback" }, "redirect_uri"],
    [{ redirect_uri: `${redirectUri}/` }, "redirect_uri"],
    [{ redirect_uri: `${redirectUri}?next=https://evil.example` }, "redirect_uri"],
    [{ redirect_uri: "https://assistant.example.evil.example/callback" }, "redirect_uri"],
    [{ redirect_uri: "https://assistant.example@evil.example/callback" }, "redirect_uri"],
    [{ redirect_uri: "//evil.example/callback" }, "redirect_uri"],
    [{ redirect_uri: `${redirectUri}\r\nX-Header: 1` }, "redirect_uri"],
  ])("with %j is 400 and never a redirect", async (change, reason) => {
    const { client_id: clientId } = await aClient(app.server);
    const answer = await get(authorizePath({ clientId, challenge, change }));
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
    expect(answer.json()).toEqual({ error: "invalid_request", error_description: reason });
    const repeated = await get(`${authorizePath({ clientId, challenge })}&redirect_uri=https://evil.example/`);
    expect([repeated.statusCode, repeated.headers.location]).toEqual([400, undefined]);
  });

  it("that is refused is a page for a browser, and does not repeat what was sent", async () => {
    const { client_id: clientId } = await aClient(app.server);
    const change = { redirect_uri: "https://evil.example/<b>" };
    const accept = "text/html,application/xhtml+xml";
    const answer = await get(authorizePath({ clientId, challenge, change }), { accept, "accept-language": "cs" });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([400, "text/html; charset=utf-8"]);
    expect(answer.body).toContain("Aplikaci nelze připojit");
    expect(answer.body).not.toContain("evil.example");
    expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });

  it("is kept for 10 minutes only", async () => {
    const { client_id: clientId } = await aClient(app.server);
    const [first, second] = [authorizePath({ clientId, challenge }), authorizePath({ clientId, challenge })];
    await get(first);
    app.clock.advance(600_000);
    for (let count = 0; count < 20; count += 1) await get(second);
    const rows = await app.app.db.sql`select from oauth_request where expires_at <= ${app.clock.now()}`;
    expect(rows.length).toBe(0);
  });

  it("may name any port of a loopback address", async () => {
    const { client_id: clientId } = await aClient(app.server, { redirect_uris: ["http://127.0.0.1/cb"] });
    const change = { redirect_uri: "http://127.0.0.1:53682/cb" };
    expect((await get(authorizePath({ clientId, challenge, change }))).statusCode).toBe(302);
  });
});

it("an access token is no credential of API v1", async () => {
  const own = await company();
  const { access_token: token } = await aConnectedApp(own, { scope: "full" });
  const answer = await own.server.inject({
    method: "GET",
    url: `/api/v1/tenants/${own.tenant}/contacts`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.statusCode).toBe(401);
});

it("other methods of the endpoints are 405", async () => {
  for (const [method, url] of [
    ["GET", "/oauth/token"],
    ["POST", "/oauth/authorize"],
    ["POST", "/.well-known/oauth-protected-resource"],
  ] as const) {
    expect((await app.server.inject({ method, url })).statusCode).toBe(405);
  }
});
