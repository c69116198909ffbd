import { beforeEach, describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import {
  aClient,
  aCode,
  aConnectedApp,
  exchange,
  postForm,
  refresh,
  parseTokens,
  type Fields,
} from "../../../tests/harness/factories/oauth.ts";
import { authenticateAccessToken } from "./access.ts";

const main = "http://127.0.0.1:8080";
const second = { host: "localhost:8080" };

let own: TestCompany;

beforeEach(async () => {
  own = await company();
});

const isValid = async (token: string, host = "127.0.0.1:8080") =>
  (await authenticateAccessToken({ ...own.app.services, db: own.app.db }, token, host)) !== undefined;

const refusal = (answer: { statusCode: number; json: () => { error: string; error_description: string } }) => {
  const { error, error_description: reason } = answer.json();
  return [answer.statusCode, error, reason];
};

const invalidCode = [400, "invalid_grant", "code"];
const invalidRefreshToken = [400, "invalid_grant", "refresh_token"];
const invalidClient = [401, "invalid_client", "credentials"];
const invalidTarget = [400, "invalid_target", "resource"];

describe("a code", () => {
  it("is exchanged for tokens", async () => {
    const answer = await exchange(own.server, await aCode(own, { scope: "full" }));
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(answer.json()).toEqual({
      access_token: expect.stringMatching(/^pso_[\w-]{43}$/),
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^psr_[\w-]{43}$/),
      scope: "full",
    });
  });

  it("works once; a replay revokes what it issued", async () => {
    const issued = await aCode(own);
    const tokens = parseTokens(await exchange(own.server, issued));
    expect(await isValid(tokens.access_token)).toBe(true);
    expect(refusal(await exchange(own.server, issued))).toEqual(invalidCode);
    expect(await isValid(tokens.access_token)).toBe(false);
    const refreshed = await refresh(own.server, { client: issued.client, token: tokens.refresh_token });
    expect(refusal(refreshed)).toEqual(invalidRefreshToken);
  });

  it("that is replayed after its time revokes all the same", async () => {
    const issued = await aCode(own);
    const tokens = parseTokens(await exchange(own.server, issued));
    own.clock.advance(600_000);
    expect(refusal(await exchange(own.server, issued))).toEqual(invalidCode);
    expect(await isValid(tokens.access_token)).toBe(false);
  });

  it("is exchanged by one of 20 concurrent requests", async () => {
    const issued = await aCode(own);
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(own.server, issued)));
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(1);
  });

  it("expires after 60 seconds", async () => {
    const issued = await aCode(own);
    own.clock.advance(60_000);
    expect(refusal(await exchange(own.server, issued))).toEqual(invalidCode);
  });

  it.each([
    ["code_verifier", "x".repeat(43)],
    ["code_verifier", "short"],
    ["redirect_uri", "https://assistant.example/other"],
  ])("is burnt by a wrong %s", async (name, value) => {
    const issued = await aCode(own);
    expect(refusal(await exchange(own.server, issued, { change: { [name]: value } }))).toEqual(invalidCode);
    expect(refusal(await exchange(own.server, issued))).toEqual(invalidCode);
  });

  it.each(["code", "redirect_uri", "code_verifier", "client_id", "grant_type"])(
    "is not burnt by a request without %s",
    async (name) => {
      const issued = await aCode(own);
      const missing = await exchange(own.server, issued, { change: { [name]: "" } });
      expect(refusal(missing)).toEqual([400, "invalid_request", name]);
      expect((await exchange(own.server, issued)).statusCode).toBe(200);
    },
  );

  it("of another client is invalid and is not burnt by the attempt", async () => {
    const issued = await aCode(own);
    const other = await aClient(own.server);
    const mixedUp = await exchange(own.server, issued, { change: { client_id: other.client_id } });
    expect(refusal(mixedUp)).toEqual(invalidCode);
    expect((await exchange(own.server, issued)).statusCode).toBe(200);
  });

  it("of another client does not revoke anything when it is replayed", async () => {
    const issued = await aCode(own);
    const tokens = parseTokens(await exchange(own.server, issued));
    const other = await aClient(own.server);
    await exchange(own.server, issued, { change: { client_id: other.client_id } });
    expect(await isValid(tokens.access_token)).toBe(true);
  });

  it("is for the resource of its host only, and is not burnt by another one", async () => {
    const issued = await aCode(own);
    for (const resource of ["https://other.example/mcp", `${main}/`, "http://localhost:8080/mcp"]) {
      expect(refusal(await exchange(own.server, issued, { change: { resource } }))).toEqual(invalidTarget);
    }
    expect(refusal(await exchange(own.server, issued, { headers: second }))).toEqual(invalidTarget);
    const answer = await exchange(own.server, issued, { change: { resource: `${main}/mcp` } });
    expect(answer.statusCode).toBe(200);
  });

  it("of a member who left meanwhile gives no tokens", async () => {
    const issued = await aCode(own);
    await own.ctx.db.sql`update membership set is_active = false where tenant_id = ${own.tenantId}`;
    expect(refusal(await exchange(own.server, issued))).toEqual(invalidCode);
  });
});

describe("client authentication", () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
  });

  it.each(["client_secret_post", "client_secret_basic"])(
    "by %s needs the secret; a wrong one burns no code",
    async (method) => {
      const client = await aClient(own.server, { token_endpoint_auth_method: method });
      const { client_id: id, client_secret: secret = "" } = client;
      const issued = await aCode(own, { client });
      const wrong = await exchange(own.server, issued, { change: { client_secret: "wrong" } });
      expect(refusal(wrong)).toEqual(invalidClient);
      expect(refusal(await exchange(own.server, issued))).toEqual(invalidClient);
      const other = await aClient(own.server, { token_endpoint_auth_method: method });
      const mixedUp = await exchange(own.server, issued, { headers: basic(id, other.client_secret ?? "") });
      expect([...refusal(mixedUp), mixedUp.headers["www-authenticate"]]).toEqual([
        ...invalidClient,
        'Basic realm="OAuth"',
      ]);
      const right =
        method === "client_secret_post"
          ? await exchange(own.server, issued, { change: { client_secret: secret } })
          : await exchange(own.server, issued, { headers: basic(id, secret) });
      const { refresh_token: token } = parseTokens(right);
      expect(refusal(await refresh(own.server, { client, token }))).toEqual(invalidClient);
      expect((await refresh(own.server, { client, token }, { change: { client_secret: secret } })).statusCode).toBe(
        200,
      );
    },
  );

  it("refuses two methods at once, another id in the form and an unreadable header", async () => {
    const issued = await aCode(own);
    const { client_id: id } = issued.client;
    const twice = await exchange(own.server, issued, { change: { client_secret: "x" }, headers: basic(id, "x") });
    expect(refusal(twice)).toEqual([400, "invalid_request", "client_id"]);
    const differing = await exchange(own.server, issued, { headers: basic("another", "x") });
    expect(refusal(differing)).toEqual([400, "invalid_request", "client_id"]);
    for (const authorization of ["Bearer x", "Basic", "Basic !", basic("%00", "x").authorization]) {
      const answer = await exchange(own.server, issued, { change: { client_id: "" }, headers: { authorization } });
      expect(refusal(answer)).toEqual(invalidClient);
    }
    expect((await exchange(own.server, issued)).statusCode).toBe(200);
  });

  it("knows no other clients and grant types, and takes forms only", async () => {
    const issued = await aCode(own);
    const change = (fields: Fields) => exchange(own.server, issued, { change: fields });
    expect(refusal(await change({ client_id: "unknown" }))).toEqual(invalidClient);
    expect(refusal(await change({ client_id: "a\0b" }))).toEqual([400, "invalid_request", "client_id"]);
    const password = await change({ grant_type: "password" });
    expect(refusal(password)).toEqual([400, "unsupported_grant_type", "grant_type"]);
    const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: "x" });
    form.append("grant_type", "refresh_token");
    expect(refusal(await postForm(own.server, "/oauth/token", { form }))).toEqual([
      400,
      "invalid_request",
      "grant_type",
    ]);
    const json = { "content-type": "application/json" };
    const payload = JSON.stringify({ grant_type: "authorization_code", code: issued.code });
    const asJson = await own.server.inject({ method: "POST", url: "/oauth/token", headers: json, payload });
    expect(refusal(asJson)).toEqual([400, "invalid_request", "content-type"]);
    const large = await change({ state: "x".repeat(70_000) });
    expect(refusal(large)).toEqual([400, "invalid_request", "size"]);
  });
});

describe("a refresh token", () => {
  it("is rotated; the earlier access token lives on", async () => {
    const first = await aConnectedApp(own, { scope: "full" });
    const answer = await refresh(own.server, { client: first.client, token: first.refresh_token });
    const rotated = parseTokens(answer);
    expect(rotated).toMatchObject({ expires_in: 3600, scope: "full" });
    expect(rotated.refresh_token).not.toBe(first.refresh_token);
    expect([await isValid(first.access_token), await isValid(rotated.access_token)]).toEqual([true, true]);
  });

  it("that is used again revokes the grant with all its tokens", async () => {
    const first = await aConnectedApp(own);
    const { client } = first;
    const rotated = parseTokens(await refresh(own.server, { client, token: first.refresh_token }));
    expect(refusal(await refresh(own.server, { client, token: first.refresh_token }))).toEqual(invalidRefreshToken);
    expect([await isValid(first.access_token), await isValid(rotated.access_token)]).toEqual([false, false]);
    expect(refusal(await refresh(own.server, { client, token: rotated.refresh_token }))).toEqual(invalidRefreshToken);
  });

  it("is accepted from one of 20 concurrent requests", async () => {
    const { client, refresh_token: token } = await aConnectedApp(own);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(own.server, { client, token })));
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map(refusal)).toEqual(Array.from({ length: 19 }, () => invalidRefreshToken));
  });

  it("of another client is invalid, and the attempt neither uses nor revokes it", async () => {
    const { client, access_token: access, refresh_token: token } = await aConnectedApp(own);
    const other = await aClient(own.server);
    expect(refusal(await refresh(own.server, { client: other, token }))).toEqual(invalidRefreshToken);
    expect(await isValid(access)).toBe(true);
    expect((await refresh(own.server, { client, token })).statusCode).toBe(200);
  });

  it("is for the resource of its host only", async () => {
    const { client, refresh_token: token } = await aConnectedApp(own);
    const change = { resource: "https://other.example/mcp" };
    expect(refusal(await refresh(own.server, { client, token }, { change }))).toEqual(invalidTarget);
    expect(refusal(await refresh(own.server, { client, token }, { headers: second }))).toEqual(invalidTarget);
    expect((await refresh(own.server, { client, token })).statusCode).toBe(200);
  });

  it("expires after 30 days without use", async () => {
    const { client, refresh_token: token } = await aConnectedApp(own);
    own.clock.advance(2_592_000_000);
    expect(refusal(await refresh(own.server, { client, token }))).toEqual(invalidRefreshToken);
  });

  it("is neither an access token nor a code, and an access token is no refresh token", async () => {
    const { client, verifier, access_token: access, refresh_token: token } = await aConnectedApp(own);
    expect(await isValid(token)).toBe(false);
    expect(refusal(await exchange(own.server, { client, code: token, verifier }))).toEqual(invalidCode);
    expect(refusal(await refresh(own.server, { client, token: access }))).toEqual(invalidRefreshToken);
    expect(refusal(await refresh(own.server, { client, token: "psr_unknown" }))).toEqual(invalidRefreshToken);
  });
});

describe("lifetimes", () => {
  it("are those of the settings, and expires_in tells them", async () => {
    holdClock();
    own = await company({ OAUTH_CODE_S: "5", OAUTH_ACCESS_S: "7", OAUTH_REFRESH_S: "9" });
    const late = await aCode(own);
    own.clock.advance(5000);
    expect(refusal(await exchange(own.server, late))).toEqual(invalidCode);
    const { client, access_token: access, expires_in: expiresIn, refresh_token: token } = await aConnectedApp(own);
    expect(expiresIn).toBe(7);
    own.clock.advance(6999);
    expect(await isValid(access)).toBe(true);
    own.clock.advance(1);
    expect(await isValid(access)).toBe(false);
    own.clock.advance(2000);
    expect(refusal(await refresh(own.server, { client, token }))).toEqual(invalidRefreshToken);
  });
});

describe("revocation", () => {
  const revoke = (form: Fields) => postForm(own.server, "/oauth/revoke", { form });

  it("of an access token ends that token only", async () => {
    const { client, access_token: token, refresh_token: refreshToken } = await aConnectedApp(own);
    const answer = await revoke({ token, token_type_hint: "refresh_token" });
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect(await isValid(token)).toBe(false);
    expect((await refresh(own.server, { client, token: refreshToken })).statusCode).toBe(200);
  });

  it("of a refresh token ends the grant", async () => {
    const { client, access_token: access, refresh_token: token } = await aConnectedApp(own);
    expect((await revoke({ token, client_id: client.client_id })).statusCode).toBe(200);
    expect(await isValid(access)).toBe(false);
    expect(refusal(await refresh(own.server, { client, token }))).toEqual(invalidRefreshToken);
  });

  it("answers 200 for an unknown token and 400 without one", async () => {
    expect((await revoke({ token: "unknown" })).statusCode).toBe(200);
    expect(refusal(await revoke({}))).toEqual([400, "invalid_request", "token"]);
  });

  it("by another client has no effect, and by a wrong secret is refused", async () => {
    const { access_token: token } = await aConnectedApp(own);
    const other = await aClient(own.server);
    expect((await revoke({ token, client_id: other.client_id })).statusCode).toBe(200);
    const secret = await aClient(own.server, { token_endpoint_auth_method: "client_secret_post" });
    const wrong = await revoke({ token, client_id: secret.client_id, client_secret: "wrong" });
    expect(refusal(wrong)).toEqual(invalidClient);
    expect(await isValid(token)).toBe(true);
  });
});

it("neither codes nor tokens are stored in clear", async () => {
  const { code, access_token: access, refresh_token: refreshToken } = await aConnectedApp(own);
  const rows = await own.app.db.sql<{ text: string }[]>`
    select t::text as text from oauth_token_lookup t union all select c::text from oauth_code_lookup c
    union all select g::text from oauth_grant g union all select r::text from oauth_request r
    union all select t::text from oauth_token t`;
  const stored = rows.map(({ text }) => text).join("\n");
  expect(rows.length).toBeGreaterThan(4);
  for (const secret of [code, access, refreshToken]) expect(stored).not.toContain(secret.slice(4));
});
