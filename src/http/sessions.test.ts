import { describe, expect, it } from "vitest";
import { createApi, request } from "../../tests/harness/servers/api-client.ts";
import { holdClock } from "../../tests/harness/factories/clock.ts";
import { company, testApp, type TestCompany } from "../../tests/harness/factories/company.ts";
import { adminEmail, adminHeaders, cookieOf, password } from "../../tests/harness/servers/sign-in.ts";

const limits = { API_LIMITS: "5,1,1000" };

const withAdmin = async (env: Record<string, string>) => {
  const own = await company(env);
  const admin = createApi(own.server, own.tenant, await adminHeaders(own));
  return { ...own, admin, personId: (await admin.ok("getSession")).member.id };
};

/** The database's clock fills the buckets; a test changes the row instead of waiting, and stops filling it. */
const setTokens = ({ app }: TestCompany, personId: string, change: { tokens?: number; dayTokens?: number }) => app.db
  .sql`
  update person_rate_bucket set tokens = coalesce(${change.tokens ?? null}, tokens),
    day_tokens = coalesce(${change.dayTokens ?? null}, day_tokens), refilled_at = now() + interval '1 hour'
    where person_id = ${personId}`;

describe("the limit of a signed-in person", () => {
  it("is 429 with Retry-After on operations of a company and of the session", async () => {
    holdClock();
    const own = await withAdmin(limits);
    const listed = await own.admin.call("listMembers");
    expect(listed).toMatchObject({ status: 200, headers: { "x-ratelimit-limit": "5" } });
    for (const name of ["listMembers", "getSession"] as const) {
      await setTokens(own, own.personId, { tokens: 0.25 });
      const refused = await own.admin.call(name);
      expect(refused).toMatchObject({
        status: 429,
        headers: { "retry-after": "1", "x-ratelimit-remaining": "0" },
        body: { error: { code: "rate_limited", message: "per-second", params: { retryAfter: 1 } } },
      });
    }
    await setTokens(own, own.personId, { tokens: 5, dayTokens: 0.5 });
    expect(await own.admin.refused("listMembers")).toMatchObject({ status: 429, message: "daily-limit" });
  });

  it("does not touch the API keys of the company nor signing in", async () => {
    const own = await withAdmin(limits);
    await setTokens(own, own.personId, { tokens: 0 });
    expect((await own.api.call("listContacts")).status).toBe(200);
    const body = { email: await adminEmail(own), password };
    expect((await own.admin.call("signIn", { body })).status).toBe(200);
  });

  it("is kept by concurrent requests", async () => {
    const own = await withAdmin(limits);
    await setTokens(own, own.personId, { tokens: 3 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => own.admin.call("listMembers")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  });
});

describe("a session over https", () => {
  const https = { PUBLIC_URL: "https://app.example.com" };

  it("has a __Host- cookie and ignores one without the prefix; every answer has HSTS", async () => {
    const own = await company(https);
    const payload = { email: await adminEmail(own), password };
    const answer = await request(own.server, { method: "POST", url: "/api/v1/session", payload });
    const setCookie = String(answer.headers["set-cookie"]);
    expect(setCookie).toMatch(/^__Host-postrider_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=/);
    expect(setCookie).not.toContain("Domain");
    expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000");
    const cookie = cookieOf(setCookie);
    await createApi(own.server, own.tenant, { cookie }).ok("getSession");
    const plain = createApi(own.server, own.tenant, { cookie: cookie.replace("__Host-", "") });
    expect(await plain.refused("getSession")).toMatchObject({ status: 401 });
  });

  it("has neither over http", async () => {
    const { server } = await testApp();
    const answer = await request(server, { method: "GET", url: "/healthz" });
    expect(answer.headers["strict-transport-security"]).toBeUndefined();
  });
});
