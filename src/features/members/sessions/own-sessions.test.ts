import { describe, expect, it } from "vitest";
import { createApi, request } from "../../../../tests/harness/servers/api-client.ts";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { adminEmail, adminHeaders, password, signInHeaders } from "../../../../tests/harness/servers/sign-in.ts";
import { days, minutes } from "../../../kernel/local-time.ts";
import { addMember } from "../members.ts";

const fresh = "an entirely new password";

const withAdmin = async () => {
  const own = await company();
  const headers = await adminHeaders(own);
  return { ...own, email: await adminEmail(own), headers, admin: createApi(own.server, own.tenant, headers) };
};

const anotherSession = async (own: TestCompany) => createApi(own.server, own.tenant, await adminHeaders(own));

const signIn = (own: TestCompany, credentials: object) =>
  request(own.server, { method: "POST", url: "/api/v1/session", payload: credentials });

describe("own sessions", () => {
  it("are listed with device and address, the most recently used first", async () => {
    holdClock();
    const own = await withAdmin();
    const signedInAt = own.clock.now();
    own.clock.advance(minutes(10));
    await request(own.server, {
      method: "POST",
      url: "/api/v1/session",
      payload: { email: own.email, password },
      remoteAddress: "198.51.100.7",
      headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
    });
    const later = own.clock.now();
    own.clock.advance(1);
    const { items } = await own.admin.ok("listSessions");
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        current: true,
        createdAt: signedInAt.toISOString(),
        lastUsedAt: own.clock.now().toISOString(),
        device: "lightMyRequest",
        address: "127.0.0.1",
      },
      {
        id: expect.stringMatching(/^\d+$/),
        current: false,
        createdAt: later.toISOString(),
        lastUsedAt: later.toISOString(),
        device: "Firefox on Linux",
        address: "198.51.100.7",
      },
    ]);
  });

  it("are not listed after their end", async () => {
    const own = await withAdmin();
    own.clock.advance(days(14));
    const later = await anotherSession(own);
    expect((await later.ok("listSessions")).items).toHaveLength(1);
  });

  it("end one by one", async () => {
    const own = await withAdmin();
    const other = await anotherSession(own);
    const id = (await own.admin.ok("listSessions")).items.find(({ current }) => !current)?.id ?? "";
    await own.admin.ok("endSession", { params: { id } });
    expect(await other.refused("getSession")).toMatchObject({ status: 401 });
    const gone = { status: 404, code: "not_found", message: "session", params: {} };
    expect(await own.admin.refused("endSession", { params: { id } })).toEqual(gone);

    const current = (await own.admin.ok("listSessions")).items[0]?.id ?? "";
    const answer = await own.admin.call("endSession", { params: { id: current } });
    expect([answer.status, String(answer.headers["set-cookie"])]).toEqual([204, expect.stringContaining("Max-Age=0")]);
    expect(await own.admin.refused("getSession")).toMatchObject({ status: 401 });
  });

  it("of another person are not found", async () => {
    const own = await withAdmin();
    const email = anEmail();
    await addMember(own.app.db, own.tenantId, { email, password, roles: ["account_admin"], at: own.clock.now() });
    const stranger = createApi(own.server, own.tenant, await signInHeaders(own.server, email));
    const id = (await own.admin.ok("listSessions")).items[0]?.id ?? "";
    expect((await stranger.ok("listSessions")).items.map((item) => item.id)).not.toContain(id);
    expect(await stranger.refused("endSession", { params: { id } })).toMatchObject({ status: 404 });
    expect(await stranger.refused("endSession", { params: { id: "abc" } })).toMatchObject({ status: 404 });
    await own.admin.ok("getSession");
  });

  it("require a session and the CSRF token", async () => {
    const own = await withAdmin();
    expect(await own.api.refused("listSessions")).toMatchObject({ status: 401 });
    const withoutToken = createApi(own.server, own.tenant, { cookie: own.headers.cookie });
    expect(await withoutToken.refused("endSession", { params: { id: "1" } })).toMatchObject({ code: "csrf" });
    const body = { password, newPassword: fresh };
    expect(await withoutToken.refused("changePassword", { body })).toMatchObject({ code: "csrf" });
  });
});

describe("changing the own password", () => {
  it("ends the other sessions and keeps the current one", async () => {
    const own = await withAdmin();
    const other = await anotherSession(own);
    await own.admin.ok("changePassword", { body: { password, newPassword: fresh } });
    expect(await other.refused("getSession")).toMatchObject({ status: 401 });
    expect((await own.admin.ok("getSession")).member.email).toBe(own.email);
    expect((await signIn(own, { email: own.email, password })).status).toBe(401);
    expect((await signIn(own, { email: own.email, password: fresh })).status).toBe(200);
  });

  it.each(["short", "Password123!", "qwertyuiop"])("refuses the new password %s", async (newPassword) => {
    const own = await withAdmin();
    const refusal = { status: 400, code: "validation", message: "newPassword", params: expect.any(Object) };
    expect(await own.admin.refused("changePassword", { body: { password, newPassword } })).toEqual(refusal);
    expect((await signIn(own, { email: own.email, password })).status).toBe(200);
  });

  it("counts wrong passwords like a sign-in", async () => {
    const own = await withAdmin();
    const body = { password: "wrong", newPassword: fresh };
    for (let count = 0; count < 10; count += 1)
      expect(await own.admin.refused("changePassword", { body })).toMatchObject({ status: 400, message: "password" });
    const right = { password, newPassword: fresh };
    expect(await own.admin.refused("changePassword", { body: right })).toMatchObject({ status: 429 });
    expect((await signIn(own, { email: own.email, password })).status).toBe(429);
  });

  it("succeeds once under concurrent requests", async () => {
    const own = await withAdmin();
    const change = (word: string) =>
      own.admin.call("changePassword", { body: { password, newPassword: `${fresh} ${word}` } });
    const answers = await Promise.all(["first", "second", "third"].map(change));
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([204, 400, 400]);
  });
});
