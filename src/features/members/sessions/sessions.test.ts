import type { FastifyInstance } from "fastify";
import { describe, expect, it } from "vitest";
import { createApi, request } from "../../../../tests/harness/servers/api-client.ts";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { anEmail, company, testApp } from "../../../../tests/harness/factories/company.ts";
import { days, minutes } from "../../../kernel/local-time.ts";
import { addMember } from "../members.ts";
import {
  adminEmail,
  adminHeaders,
  cookieOf,
  password,
  signInHeaders,
} from "../../../../tests/harness/servers/sign-in.ts";

type SignIn = { email: string; password?: string; from?: string; cookie?: string };

const signIn = (server: FastifyInstance, attempt: SignIn) =>
  request(server, {
    method: "POST",
    url: "/api/v1/session",
    payload: { email: attempt.email, password: attempt.password ?? password },
    remoteAddress: attempt.from ?? "192.0.2.1",
    headers: attempt.cookie === undefined ? {} : { cookie: attempt.cookie },
  });

const wrong = "not the password";
const unauthorized = { error: { code: "unauthorized", message: "credentials", params: {} } };

/** Only Retry-After differs between two such errors. */
const throttled = (retryAfter: number) => ({
  error: { code: "rate_limited", message: "sign-in", params: { retryAfter } },
});

describe("signing in", () => {
  it("opens a session, returns the person and sets an HttpOnly cookie", async () => {
    const own = await company();
    const email = await adminEmail(own);
    const answer = await signIn(own.server, { email: `  ${email.toUpperCase()} ` });
    expect(answer.status).toBe(200);
    const cookie = String(answer.headers["set-cookie"]);
    const expires = new Date(own.clock.now().getTime() + days(30)).toUTCString();
    expect(cookie).toMatch(/^postrider_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=/);
    expect(cookie).toContain(`Expires=${expires}`);

    const session = await createApi(own.server, own.tenant, { cookie: cookieOf(cookie) }).ok("getSession");
    expect(session).toEqual(answer.body);
    expect(session.member).toEqual({
      id: session.member.id,
      email,
      firstName: "",
      lastName: "",
      language: "cs",
      languageChosen: false,
      twoFactor: false,
    });
    expect(session.companies).toEqual([
      {
        tenant: own.tenant,
        name: session.companies[0]?.name,
        timeZone: "Europe/Prague",
        memberId: own.member,
        roles: ["account_admin"],
        support: false,
      },
    ]);
  });

  it("carries the time zone that the company has now", async () => {
    const own = await company();
    const api = createApi(own.server, own.tenant, await adminHeaders(own));
    await api.ok("updateCompany", { body: { timeZone: "Pacific/Kiritimati" } });
    expect((await api.ok("getSession")).companies).toMatchObject([{ timeZone: "Pacific/Kiritimati" }]);
  });

  it("stores only the hash of the session token", async () => {
    const own = await company();
    const { cookie } = await adminHeaders(own);
    const token = cookie.split("=")[1] ?? "";
    const rows = await own.app.db.sql`
      select token_hash from person_session where token_hash = sha256(${token}::text::bytea)`;
    expect(rows).toHaveLength(1);
  });

  it("lists only companies that the person is a member of", async () => {
    const own = await company();
    const email = anEmail();
    const at = own.clock.now();
    const id = await addMember(own.app.db, own.tenantId, { email, password, roles: ["analyst"], at });
    await createApi(own.server, own.tenant, await adminHeaders(own)).ok("removeMember", { params: { id } });
    const api = createApi(own.server, own.tenant, await signInHeaders(own.server, email));
    expect((await api.ok("getSession")).companies).toEqual([]);
  });

  it("gives the same answer for a wrong password and an unknown address", async () => {
    const own = await company();
    const known = await signIn(own.server, { email: await adminEmail(own), password: wrong });
    const unknown = await signIn(own.server, { email: anEmail(), password: wrong });
    for (const { status, body, headers } of [known, unknown]) {
      expect([status, body, headers["set-cookie"]]).toEqual([401, unauthorized, undefined]);
    }
  });

  it("rejects an invalid address, password or JSON", async () => {
    const { server } = await testApp();
    const api = createApi(server, "", {});
    const refused = (body: unknown) => api.refused("signIn", { body });
    expect(await refused({ email: "nobody", password })).toMatchObject({ status: 400, message: "email" });
    expect(await refused({ email: anEmail() })).toMatchObject({ status: 400, message: "password" });
    expect(await refused({ email: anEmail(), password: "x".repeat(201) })).toMatchObject({ message: "password" });
    const form = await request(server, {
      method: "POST",
      url: "/api/v1/session",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "email=a%40b.cz&password=x",
    });
    expect(form.status).toBe(415);
  });

  it("ends the session whose cookie it replaces", async () => {
    const own = await company();
    const old = await adminHeaders(own);
    await signIn(own.server, { email: await adminEmail(own), cookie: old.cookie });
    expect(await createApi(own.server, own.tenant, old).refused("getSession")).toMatchObject({ status: 401 });
  });
});

describe("a session", () => {
  it("ends by signing out, which requires the CSRF token", async () => {
    const own = await company();
    const headers = await adminHeaders(own);
    const withoutToken = createApi(own.server, own.tenant, { cookie: headers.cookie });
    expect(await withoutToken.refused("signOut")).toMatchObject({ status: 403, code: "csrf" });
    const withWrongToken = createApi(own.server, own.tenant, { ...headers, "x-csrf-token": "guess" });
    expect(await withWrongToken.refused("signOut")).toMatchObject({ status: 403, code: "csrf" });
    const api = createApi(own.server, own.tenant, headers);
    const answer = await api.call("signOut");
    expect(answer.status).toBe(204);
    expect(String(answer.headers["set-cookie"])).toContain("Max-Age=0");
    expect(await api.refused("getSession")).toMatchObject({ status: 401, code: "unauthorized" });
    expect(await api.refused("listMembers")).toMatchObject({ status: 401 });
  });

  it("is required to read the session; an API key is not accepted", async () => {
    const own = await company();
    expect(await createApi(own.server, own.tenant, {}).refused("getSession")).toMatchObject({ status: 401 });
    expect(await own.api.refused("getSession")).toMatchObject({ status: 401 });
  });

  it("expires after 14 days without use", async () => {
    holdClock();
    const own = await company();
    const api = createApi(own.server, own.tenant, await adminHeaders(own));
    own.clock.advance(days(13));
    await api.ok("getSession");
    own.clock.advance(days(14) - 1);
    await api.ok("getSession");
    own.clock.advance(days(2));
    const again = createApi(own.server, own.tenant, await adminHeaders(own));
    own.clock.advance(days(14));
    expect(await again.refused("getSession")).toMatchObject({ status: 401 });
    expect(await api.refused("getSession")).toMatchObject({ status: 401 });
  });

  it("expires after 30 days even if used", async () => {
    const own = await company();
    const api = createApi(own.server, own.tenant, await adminHeaders(own));
    for (let day = 0; day < 25; day += 5) {
      own.clock.advance(days(5));
      await api.ok("getSession");
    }
    own.clock.advance(days(5));
    expect(await api.refused("getSession")).toMatchObject({ status: 401 });
  });
});

describe("the limit of wrong passwords", () => {
  it.each(["known", "unknown"])("is 10 in 15 minutes per account and network address (%s)", async (kind) => {
    holdClock();
    const own = await company();
    const email = kind === "known" ? await adminEmail(own) : anEmail();
    for (let count = 0; count < 10; count += 1) {
      expect((await signIn(own.server, { email, password: wrong })).status).toBe(401);
      own.clock.advance(minutes(1));
    }
    const refused = await signIn(own.server, { email });
    expect([refused.status, refused.body, refused.headers["retry-after"]]).toEqual([429, throttled(300), "300"]);

    own.clock.advance(minutes(5) - 1);
    expect((await signIn(own.server, { email })).body).toEqual(throttled(1));
    // Rejected attempts do not count, so the wait ends at the announced time.
    own.clock.advance(1);
    expect((await signIn(own.server, { email })).status).toBe(kind === "known" ? 200 : 401);
  });

  it("does not let a stranger lock out the person", async () => {
    const own = await company();
    const email = await adminEmail(own);
    for (const from of ["198.51.100.1", "198.51.100.2", "2001:db8::1"])
      for (let count = 0; count < 11; count += 1) await signIn(own.server, { email, password: wrong, from });
    expect((await signIn(own.server, { email, from: "198.51.100.1" })).status).toBe(429);
    expect((await signIn(own.server, { email, from: "192.0.2.77" })).status).toBe(200);
  });

  it("counts the addresses of one IPv6 network together", async () => {
    const own = await company();
    const email = await adminEmail(own);
    for (let count = 0; count < 10; count += 1)
      await signIn(own.server, { email, password: wrong, from: `2001:db8:5:6::${count}` });
    expect((await signIn(own.server, { email, from: "2001:db8:5:6:ffff::9" })).status).toBe(429);
    expect((await signIn(own.server, { email, from: "2001:db8:5:7::9" })).status).toBe(200);
  });

  it("is 100 per account from networks without a session of the person", async () => {
    const own = await company();
    const email = await adminEmail(own);
    expect((await signIn(own.server, { email, from: "192.0.2.200" })).status).toBe(200);
    for (let network = 0; network < 10; network += 1) {
      const from = `198.51.100.${network}`;
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => signIn(own.server, { email, password: wrong, from })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401));
    }
    expect((await signIn(own.server, { email, from: "198.51.100.99" })).status).toBe(429);
    expect((await signIn(own.server, { email, from: "192.0.2.200" })).status).toBe(200);
  });

  it("does not count successes", async () => {
    const own = await company();
    const email = await adminEmail(own);
    for (let count = 0; count < 9; count += 1) await signIn(own.server, { email, password: wrong });
    for (let count = 0; count < 3; count += 1) expect((await signIn(own.server, { email })).status).toBe(200);
    expect((await signIn(own.server, { email, password: wrong })).status).toBe(401);
    expect((await signIn(own.server, { email })).status).toBe(429);
  });

  it("holds for concurrent attempts", async () => {
    const own = await company();
    const email = await adminEmail(own);
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => signIn(own.server, { email, password: wrong }).then(({ status }) => status)),
    );
    expect(answers.filter((status) => status === 401)).toHaveLength(10);
    expect(answers.filter((status) => status === 429)).toHaveLength(5);
  });

  it("is 100 per network address across accounts", async () => {
    const own = await company();
    const from = "203.0.113.7";
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => signIn(own.server, { email: anEmail(), password: wrong, from })),
      );
      expect(answers.every(({ status }) => status === 401)).toBe(true);
    }
    const email = await adminEmail(own);
    expect((await signIn(own.server, { email, from })).body).toEqual(throttled(900));
    expect((await signIn(own.server, { email, from: "203.0.113.8" })).status).toBe(200);
  });
});
