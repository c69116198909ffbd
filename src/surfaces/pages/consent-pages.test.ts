import { beforeEach, describe, expect, it } from "vitest";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import {
  aClient,
  csrfIn,
  exchange,
  locationOf,
  pkce,
  postForm,
  redirectUri,
  startConsent,
  submitConsent,
  parseTokens,
  type Fields,
} from "../../../tests/harness/factories/oauth.ts";
import { createApi } from "../../../tests/harness/servers/api-client.ts";
import { adminEmail, adminHeaders, cookieOf, password, signInHeaders } from "../../../tests/harness/servers/sign-in.ts";
import { totpCodeAt, totpStepAt } from "../../features/members/sessions/totp.ts";
import { addMember } from "../../features/members/members.ts";

const main = "http://127.0.0.1:8080";

let own: TestCompany;
let cookie = "";

beforeEach(async () => {
  own = await company();
  ({ cookie } = await adminHeaders(own));
});

async function aRequest(change: Fields = {}, client: Record<string, unknown> = {}) {
  const registered = await aClient(own.server, client);
  const { verifier, challenge } = pkce();
  const path = await startConsent(own.server, { clientId: registered.client_id, challenge, change });
  return { path, verifier, client: registered };
}

const open = (path: string, headers: Fields = { cookie }) => own.server.inject({ method: "GET", url: path, headers });
const submit = (path: string, form: Fields, headers: Fields = {}) =>
  submitConsent({ server: own.server, path, cookie }, form, headers);
const allowed = () => ({ company: own.tenant, scope: "read", allow: "allow" });

/** Each offered scope, and whether it is preselected. */
const scopesIn = (body: string) =>
  [...body.matchAll(/name="scope"\s+value="(\w+)"\s+required( checked)?/g)].map(
    ([, scope, checked = ""]) => scope + checked,
  );

describe("the consent page", () => {
  it("names client, redirect host, person, company and scopes, and allows no frame, script or cache", async () => {
    const { path } = await aRequest({ scope: "full" }, { client_name: "<b>Bot</b>" });
    const { statusCode, body, headers } = await open(path);
    expect(statusCode).toBe(200);
    for (const text of ["&lt;b&gt;Bot&lt;/b&gt;", "assistant.example", await adminEmail(own)]) {
      expect(body).toContain(text);
    }
    expect(body).toMatch(new RegExp(`name="company"\\s+value="${own.tenant}"\\s+required checked`));
    expect([...body.matchAll(/name="scope"\s+value="(\w+)"/g)].map(([, scope]) => scope)).toEqual(["read", "full"]);
    expect(body.match(/<form method="post">/g)?.length).toBe(1);
    expect(body).not.toContain("<script");
    expect(headers).toMatchObject({
      "x-frame-options": "DENY",
      "cache-control": "no-store",
      "cross-origin-opener-policy": "same-origin",
    });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://assistant.example;");
    expect(policy).toContain("script-src 'none'");
  });

  it.each([
    ["http://localhost:3000/cb", "http://localhost:3000;", "localhost:3000"],
    ["http://[::1]:3000/cb", "http:;", "[::1]:3000"],
    ["cursor://anysphere/cb", "cursor:;", "cursor:"],
  ])("for %s allows the form to lead there and warns", async (uri, source, name) => {
    const { path } = await aRequest({ redirect_uri: uri }, { redirect_uris: [uri] });
    const { body, headers } = await open(path);
    expect(headers["content-security-policy"]).toContain(`form-action 'self' ${source}`);
    expect(body).toContain(`<strong>${name}</strong>`);
    expect(body).toContain("Allow it only if you have just started it yourself.");
  });

  it.each(["read", "full"])(
    "offers what the person may give, reading first, to a client that asks for %s",
    async (scope) => {
      const { path, verifier, client } = await aRequest({ scope });
      expect(scopesIn((await open(path)).body)).toEqual(["read checked", "full"]);
      const code = locationOf(await submit(path, { ...allowed(), scope: "full" })).searchParams.get("code") ?? "";
      expect(parseTokens(await exchange(own.server, { client, code, verifier })).scope).toBe("full");
    },
  );

  it("proposes to a person who has connected the client what it asks for now", async () => {
    const { path, verifier, client } = await aRequest();
    const code = locationOf(await submit(path, allowed())).searchParams.get("code") ?? "";
    await exchange(own.server, { client, code, verifier });
    const again = async (scope: string) => {
      const { challenge } = pkce();
      const next = await startConsent(own.server, { clientId: client.client_id, challenge, change: { scope } });
      return scopesIn((await open(next)).body);
    };
    expect(await again("read full")).toEqual(["read", "full checked"]);
    expect(await again("read")).toEqual(["read checked", "full"]);
  });

  it("offers and gives only reading where the roles allow no more", async () => {
    const email = anEmail();
    await addMember(own.app.db, own.tenantId, { email, password, roles: ["analyst"], at: own.clock.now() });
    ({ cookie } = await signInHeaders(own.server, email));
    const { path, verifier, client } = await aRequest({ scope: "full" });
    expect(scopesIn((await open(path)).body)).toEqual(["read checked"]);
    const code = locationOf(await submit(path, { ...allowed(), scope: "full" })).searchParams.get("code") ?? "";
    expect(parseTokens(await exchange(own.server, { client, code, verifier })).scope).toBe("read");
  });

  it("refuses to connect a client to a company whose name it bears", async () => {
    const { name } = await own.api.ok("updateCompany", { body: { name: "Květiny Růže s.r.o." } });
    const { path } = await aRequest({}, { client_name: "Kvetiny ruze" });
    const { body } = await open(path);
    expect(body).toContain(name);
    expect(body).toMatch(new RegExp(`name="company"\\s+value="${own.tenant}"\\s+disabled`));
    expect(body).toContain("The application is called like this company");
    expect(body).not.toContain('name="allow"');
    const answer = await submit(path, allowed());
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
    expect(locationOf(await submit(path, { deny: "deny" })).searchParams.get("error")).toBe("access_denied");
  });

  it("refuses to connect a client of the product's name that registered before names were checked", async () => {
    const { path, client } = await aRequest();
    await own.app.db.sql`update oauth_client set name = 'Postrider' where client_id = ${client.client_id}`;
    const { body } = await open(path);
    expect(body).toContain("The application pretends to be Postrider");
    expect(body).not.toContain('name="allow"');
    expect((await submit(path, allowed())).statusCode).toBe(400);
  });

  it("lets the person lower the scope", async () => {
    const { path, verifier, client } = await aRequest({ scope: "read full" });
    const code = locationOf(await submit(path, allowed())).searchParams.get("code") ?? "";
    expect(parseTokens(await exchange(own.server, { client, code, verifier })).scope).toBe("read");
  });

  it("leads back to the client with code, state and iss", async () => {
    const { path } = await aRequest();
    const answer = await submit(path, allowed());
    expect(answer.statusCode).toBe(303);
    const { origin, pathname, searchParams } = locationOf(answer);
    expect(`${origin}${pathname}`).toBe(redirectUri);
    expect(Object.fromEntries(searchParams)).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: "a state & more",
      iss: main,
    });
  });

  it("leads back with an error when the person denies", async () => {
    const { path } = await aRequest();
    const { searchParams } = locationOf(await submit(path, { deny: "deny" }));
    expect(Object.fromEntries(searchParams)).toEqual({
      error: "access_denied",
      error_description: "denied",
      state: "a state & more",
      iss: main,
    });
    expect((await open(path)).statusCode).toBe(404);
  });

  it("is decided once, also by concurrent decisions", async () => {
    const { path } = await aRequest();
    const csrf = csrfIn((await open(path)).body);
    const form = { csrf, ...allowed() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => postForm(own.server, path, { form, headers: { cookie } })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((left, right) => left - right)).toEqual([
      303, 404, 404, 404, 404,
    ]);
  });

  it("expires after 10 minutes and does not exist for other tokens", async () => {
    const { path } = await aRequest();
    own.clock.advance(600_000);
    for (const url of [path, "/oauth/consent/short", `/oauth/consent/${"x".repeat(43)}`]) {
      expect((await open(url)).statusCode).toBe(404);
    }
  });

  it("refuses a decision without the CSRF field, with a wrong one and with that of another session", async () => {
    const { path } = await aRequest();
    const other = await adminHeaders(own);
    const foreign = csrfIn((await open(path, { cookie: other.cookie })).body);
    for (const csrf of ["", "wrong", foreign]) {
      for (const form of [{ ...allowed() }, { deny: "deny" }]) {
        const answer = await postForm(own.server, path, { form: { ...form, csrf }, headers: { cookie } });
        expect([answer.statusCode, answer.headers.location]).toEqual([403, undefined]);
      }
    }
    expect((await submit(path, allowed())).statusCode).toBe(303);
  });

  it("refuses a form of another origin and accepts its own", async () => {
    const { path } = await aRequest();
    const csrf = csrfIn((await open(path)).body);
    for (const origin of ["https://evil.example", "null", "http://localhost:8080", "x"]) {
      const answer = await postForm(own.server, path, { form: { csrf, ...allowed() }, headers: { cookie, origin } });
      expect([answer.statusCode, origin]).toEqual([403, origin]);
    }
    const answer = await postForm(own.server, path, {
      form: { csrf, ...allowed() },
      headers: { cookie, origin: main },
    });
    expect(answer.statusCode).toBe(303);
  });

  it("decides nothing without a company of the person, and asks again", async () => {
    const { path } = await aRequest();
    const other = await company();
    for (const tenant of ["", other.tenant, "x"]) {
      const answer = await submit(path, { ...allowed(), company: tenant });
      expect([answer.statusCode, answer.body.includes("Choose a company.")]).toEqual([400, true]);
    }
    expect((await submit(path, { company: own.tenant })).statusCode).toBe(400);
    expect((await submit(path, allowed())).statusCode).toBe(303);
  });

  it("preselects none of several companies and grants the chosen one", async () => {
    const other = await company();
    const email = await adminEmail(own);
    await addMember(own.app.db, other.tenantId, { email, password, roles: ["analyst"], at: own.clock.now() });
    const { path, client, verifier } = await aRequest();
    const { body } = await open(path);
    expect(body).not.toMatch(/name="company"[^>]*checked/);
    const code = locationOf(await submit(path, { ...allowed(), company: other.tenant })).searchParams.get("code") ?? "";
    expect((await exchange(own.server, { client, code, verifier })).statusCode).toBe(200);
    const api = createApi(own.server, other.tenant, await signInHeaders(own.server, email));
    expect((await api.ok("listConnectedApps")).items.length).toBe(1);
  });

  it("refuses a company that requires a second factor which the person lacks", async () => {
    const { path } = await aRequest();
    await own.app.db.sql`update company set require_two_factor = true where tenant_id = ${own.tenantId}`;
    const { body } = await open(path);
    expect(body).toMatch(new RegExp(`value="${own.tenant}"\\s+disabled`));
    expect((await submit(path, allowed())).statusCode).toBe(400);
  });
});

describe("without a session", () => {
  const signIn = (path: string, form: Fields, headers: Fields = {}) => postForm(own.server, path, { form, headers });

  it("shows a sign-in form at the same address that leads back to it", async () => {
    const { path } = await aRequest();
    const page = await open(path, {});
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-security-policy"]).toContain("form-action 'self';");
    expect([...page.body.matchAll(/<input\s+id="(\w+)"/g)].map(([, id]) => id)).toEqual(["email", "password", "code"]);
    const email = await adminEmail(own);
    const answer = await signIn(path, { email, password, code: "", next: "https://evil.example", redirect: "//evil" });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, path]);
    cookie = cookieOf(answer.headers["set-cookie"]);
    expect((await submit(path, allowed())).statusCode).toBe(303);
  });

  it.each(["?next=https://evil.example", "?redirect_uri=//evil.example", "?host=evil.example"])(
    "leads to no other site with %s",
    async (query) => {
      const { path } = await aRequest();
      const form = { email: await adminEmail(own), password };
      const answer = await signIn(`${path}${query}`, form, { host: "evil.example" });
      expect(answer.headers.location).toBe(path);
    },
  );

  it("asks again after wrong credentials, and limits attempts", async () => {
    const { path } = await aRequest();
    const form = { email: `x${anEmail()}`, password: "wrong" };
    for (let count = 0; count < 10; count += 1) {
      const answer = await signIn(path, form);
      expect([answer.statusCode, answer.body.includes("The e-mail or the password is wrong.")]).toEqual([401, true]);
    }
    expect((await signIn(path, form)).statusCode).toBe(429);
    expect((await signIn(path, { email: "no address", password: "x" })).statusCode).toBe(400);
  });

  it("requires the second factor of the person", async () => {
    const { path } = await aRequest();
    const admin = createApi(own.server, own.tenant, await adminHeaders(own));
    const { secret } = await admin.ok("beginTwoFactor", { body: { password } });
    const code = () => totpCodeAt(secret, totpStepAt(own.clock.now()));
    await admin.ok("confirmTwoFactor", { body: { code: code() } });
    own.clock.advance(60_000);
    const form = { email: await adminEmail(own), password };
    const refused = await signIn(path, form);
    expect([refused.statusCode, refused.headers["set-cookie"]]).toEqual([401, undefined]);
    expect(refused.body).toContain("Enter a valid two-step sign-in code.");
    expect((await signIn(path, { ...form, code: code() })).statusCode).toBe(303);
  });

  it("decides nothing, and refuses a sign-in form of another origin", async () => {
    const { path } = await aRequest();
    const decision = await signIn(path, { csrf: "x", ...allowed() });
    expect([decision.statusCode, decision.headers.location]).toEqual([401, undefined]);
    const form = { email: await adminEmail(own), password };
    const foreign = await signIn(path, form, { origin: "https://evil.example" });
    expect([foreign.statusCode, foreign.headers["set-cookie"]]).toEqual([403, undefined]);
    expect((await open(path)).statusCode).toBe(200);
  });
});
