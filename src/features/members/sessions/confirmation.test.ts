import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createApi, type Api } from "../../../../tests/harness/servers/api-client.ts";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { aConnectedApp } from "../../../../tests/harness/factories/oauth.ts";
import { adminHeaders, password } from "../../../../tests/harness/servers/sign-in.ts";
import { minutes } from "../../../kernel/local-time.ts";
import { issueApiKey } from "../api-keys.ts";
import { addMember } from "../members.ts";
import { requireConfirmation } from "./confirmation.ts";
import { totpCodeAt, totpStepAt } from "./totp.ts";

const signedIn = async (own: TestCompany) => createApi(own.server, own.tenant, await adminHeaders(own));

/** A session whose sign-in no longer counts. */
async function withOldSession() {
  const own = await company();
  const headers = await adminHeaders(own);
  own.clock.advance(minutes(10));
  return { ...own, headers, admin: createApi(own.server, own.tenant, headers) };
}

const aMember = (own: TestCompany, ...roles: string[]) =>
  addMember(own.app.db, own.tenantId, { email: anEmail(), password, roles, at: own.clock.now() });

const keyBody = { name: "Key", roles: ["analyst"], scope: "read", validDays: 1 } as const;
const refusal = { status: 403, code: "forbidden", message: "reauthenticate", params: {} };
const confirm = (api: Api, secret = password) => api.ok("confirmSession", { body: { password: secret } });

describe("a fresh proof of identity", () => {
  it("is the sign-in for 10 minutes, then the password again", async () => {
    holdClock();
    const own = await company();
    const admin = await signedIn(own);
    own.clock.advance(minutes(10) - 1);
    await admin.ok("createApiKey", { body: keyBody });
    own.clock.advance(1);
    expect(await admin.refused("createApiKey", { body: keyBody })).toEqual(refusal);
    const until = new Date(own.clock.now().getTime() + minutes(10)).toISOString();
    expect(await confirm(admin)).toEqual({ confirmedUntil: until });
    await admin.ok("createApiKey", { body: keyBody });
    own.clock.advance(minutes(10));
    expect(await admin.refused("createApiKey", { body: keyBody })).toEqual(refusal);
  });

  it("is needed for the deletion of the company", async () => {
    const { admin, api } = await withOldSession();
    expect(await admin.refused("requestCompanyDeletion", { body: { confirm: true } })).toEqual(refusal);
    expect(await api.ok("getCompanyStanding")).toMatchObject({ deletion: null });
    await confirm(admin);
    await admin.ok("requestCompanyDeletion", { body: { confirm: true } });
    await admin.ok("cancelCompanyDeletion");
  });

  it("is needed to make somebody an administrator or to end that, not for other roles", async () => {
    const own = await withOldSession();
    const { admin } = own;
    const params = { id: await aMember(own, "analyst") };
    const roles = (...named: ("account_admin" | "analyst" | "accountant")[]) => ({ params, body: { roles: named } });
    await admin.ok("updateMember", roles("accountant"));
    const invited = { email: anEmail(), roles: ["account_admin" as const] };
    expect(await admin.refused("createInvitation", { body: invited })).toEqual(refusal);
    await admin.ok("createInvitation", { body: { email: anEmail(), roles: ["analyst"] } });
    expect(await admin.refused("updateMember", roles("account_admin"))).toEqual(refusal);
    await confirm(admin);
    await admin.ok("createInvitation", { body: invited });
    await admin.ok("updateMember", roles("account_admin"));
    own.clock.advance(minutes(10));
    await admin.ok("updateMember", roles("account_admin", "analyst"));
    expect(await admin.refused("updateMember", roles("analyst"))).toEqual(refusal);
    expect(await admin.refused("removeMember", { params })).toEqual(refusal);
    await confirm(admin);
    await admin.ok("removeMember", { params });
    own.clock.advance(minutes(10));
    await admin.ok("removeMember", { params: { id: await aMember(own, "analyst") } });
  });

  it("is needed to change the required second factor; an API key only switches it on, an assistant does neither", async () => {
    const own = await company();
    const headers = await adminHeaders(own);
    const admin = createApi(own.server, own.tenant, headers);
    const { secret } = await admin.ok("beginTwoFactor", { body: { password } });
    await admin.ok("confirmTwoFactor", { body: { code: totpCodeAt(secret, totpStepAt(own.clock.now())) } });
    const { access_token: token } = await aConnectedApp(own, { scope: "full", cookie: headers.cookie });
    own.clock.advance(minutes(10));
    const body = { requireTwoFactor: true };
    expect(await admin.refused("updateCompany", { body })).toEqual(refusal);
    await admin.ok("updateCompany", { body: { requireTwoFactor: false, phone: "+420 123 456 789" } });
    await confirm(admin);
    await admin.ok("updateCompany", { body });
    const off = { body: { requireTwoFactor: false } };
    expect(await own.api.refused("updateCompany", off)).toEqual(refusal);
    await admin.ok("updateCompany", off);
    const { key } = await issueApiKey(own.ctx.db, {
      ...keyBody,
      roles: ["account_admin"],
      scope: "full",
      createdBy: own.member,
      at: own.clock.now(),
    });
    for (const credential of [token, key]) {
      const answer = await own.server.inject({
        method: "POST",
        url: "/mcp",
        headers: { host: "127.0.0.1:8080", authorization: `Bearer ${credential}`, "content-type": "application/json" },
        payload: {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "api_write", arguments: { operation: "updateCompany", arguments: body } },
        },
      });
      expect(answer.json()).toMatchObject({
        result: { structuredContent: { status: 403, error: { code: "forbidden", message: "assistant" } } },
      });
    }
  });

  it("counts for one session", async () => {
    const own = await withOldSession();
    const other = await signedIn(own);
    own.clock.advance(minutes(10));
    await confirm(other);
    expect(await own.admin.refused("createApiKey", { body: keyBody })).toEqual(refusal);
    await other.ok("createApiKey", { body: keyBody });
  });

  it("is refused without the right password, and without a session", async () => {
    const own = await withOldSession();
    const wrong = { status: 400, code: "validation", message: "password", params: expect.any(Object) };
    expect(await own.admin.refused("confirmSession", { body: {} })).toEqual(wrong);
    expect(await own.admin.refused("confirmSession", { body: { password: "wrong" } })).toEqual(wrong);
    expect(await own.api.refused("confirmSession", { body: { password } })).toMatchObject({ status: 401 });
    const visitor = createApi(own.server, own.tenant, {});
    expect(await visitor.refused("confirmSession", { body: { password } })).toMatchObject({ status: 401 });
    const forged = createApi(own.server, own.tenant, { cookie: own.headers.cookie });
    expect(await forged.refused("confirmSession", { body: { password } })).toMatchObject({ status: 403, code: "csrf" });
    expect(await own.admin.refused("createApiKey", { body: keyBody })).toEqual(refusal);
  });

  it("is limited like a sign-in", async () => {
    const { admin } = await withOldSession();
    for (let count = 0; count < 10; count += 1) {
      expect(await admin.refused("confirmSession", { body: { password: "wrong" } })).toMatchObject({ status: 400 });
    }
    expect(await admin.refused("confirmSession", { body: { password } })).toMatchObject({
      status: 429,
      message: "sign-in",
    });
  });

  it("is checked again in the transaction of the change: a session that has just ended is not enough", async () => {
    const { ctx, member } = await company();
    const actor = { kind: "member", memberId: member, personId: "1", roles: ["account_admin"] } as const;
    const ended = { ...actor, sessionHash: randomBytes(32) };
    await expect(requireConfirmation({ ...ctx, actor: ended })).rejects.toMatchObject({ code: "unauthorized" });
    await expect(requireConfirmation({ ...ctx, actor })).rejects.toMatchObject({ message: "reauthenticate" });
  });
});
