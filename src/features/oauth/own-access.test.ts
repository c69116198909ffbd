import { describe, expect, it } from "vitest";
import { createApi } from "../../../tests/harness/servers/api-client.ts";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aCode, aConnectedApp, exchange, refresh } from "../../../tests/harness/factories/oauth.ts";
import { adminEmail, adminHeaders, password } from "../../../tests/harness/servers/sign-in.ts";
import { randomToken, sha256 } from "../../kernel/crypto.ts";
import { addMs, hours } from "../../kernel/local-time.ts";
import { issueApiKey } from "../members/api-keys.ts";
import { addMember } from "../members/members.ts";
import { insertReset, insertResetToken, lockPerson } from "../members/password-resets/queries.ts";
import { authenticateAccessToken } from "./access.ts";

const fresh = "an entirely new password";
const host = "127.0.0.1:8080";

/** An administrator with a key in two companies and an app in the first, where a colleague has a key too. */
async function withAccess() {
  const [own, other] = [await company(), await company()];
  const email = await adminEmail(own);
  const at = own.clock.now();
  const elsewhere = await addMember(own.app.db, other.tenantId, { email, password, roles: ["analyst"], at });
  const colleague = await addMember(own.app.db, own.tenantId, { email: anEmail(), password, roles: ["analyst"], at });
  const createKey = async ({ ctx }: TestCompany, createdBy: string, name: string) =>
    (await issueApiKey(ctx.db, { name, roles: ["analyst"], scope: "read", validDays: 9, createdBy, at })).key;
  const keys = {
    own: await createKey(own, own.member, "Own"),
    elsewhere: await createKey(other, elsewhere, "Elsewhere"),
    colleague: await createKey(own, colleague, "Colleague"),
  };
  const headers = await adminHeaders(own);
  const connected = await aConnectedApp(own, { cookie: headers.cookie });
  return { ...own, other, email, keys, connected, headers, admin: createApi(own.server, own.tenant, headers) };
}

type WithAccess = Awaited<ReturnType<typeof withAccess>>;

async function working(own: WithAccess) {
  const canRead = async ({ server, tenant }: TestCompany, key: string): Promise<boolean> =>
    (await createApi(server, tenant, { authorization: `Bearer ${key}` }).call("listContacts")).status === 200;
  const ctx = { ...own.app.services, db: own.app.db };
  return {
    own: await canRead(own, own.keys.own),
    elsewhere: await canRead(own.other, own.keys.elsewhere),
    colleague: await canRead(own, own.keys.colleague),
    app: (await authenticateAccessToken(ctx, own.connected.access_token, host)) !== undefined,
    session: (await own.admin.call("getSession")).status === 200,
  };
}

async function resetToken({ app, clock }: TestCompany, email: string): Promise<string> {
  const token = randomToken();
  const now = clock.now();
  await app.db.transaction(async (db) => {
    const personId = await lockPerson(db, email);
    const id = await insertReset(db, { personId, now, expiresAt: addMs(now, hours(1)), maxOpen: 3 });
    await insertResetToken(db, id ?? "", sha256(token));
  });
  return token;
}

const reset = async (own: WithAccess) =>
  createApi(own.server, "", {}).ok("resetPassword", {
    params: { token: await resetToken(own, own.email) },
    body: { password: fresh },
  });

const all = { own: true, elsewhere: true, colleague: true, app: true, session: true };

describe("access of a person", () => {
  it("is listed with apps and valid keys of all companies, and only their own", async () => {
    holdClock();
    const own = await withAccess();
    const { name } = await own.api.ok("getCompany");
    const { name: otherName } = await own.other.api.ok("getCompany");
    const here = { tenant: own.tenant, name };
    const used = { createdAt: own.clock.now().toISOString(), lastUsedAt: null };
    expect(await own.admin.ok("listOwnAccess")).toEqual({
      apps: [{ id: expect.any(String), name: "Assistant", scope: "read", company: here, ...used }],
      apiKeys: expect.arrayContaining([
        { id: expect.any(String), name: "Own", hint: `${own.keys.own.slice(0, 8)}…`, company: here, ...used },
        expect.objectContaining({ name: "Elsewhere", company: { tenant: own.other.tenant, name: otherName } }),
        expect.objectContaining({ name: "First key", company: here }),
      ]),
    });
    expect(JSON.stringify(await own.admin.ok("listOwnAccess"))).not.toContain("Colleague");
    expect(await own.api.refused("listOwnAccess")).toMatchObject({ status: 401 });
    expect(await createApi(own.server, "", {}).refused("listOwnAccess")).toMatchObject({ status: 401 });
  });

  it("ends with a password reset: sessions, keys and apps in all companies, at once", async () => {
    const own = await withAccess();
    const pending = await aCode(own, { cookie: own.headers.cookie });
    expect(await working(own)).toEqual(all);
    await reset(own);
    expect(await working(own)).toEqual({ own: false, elsewhere: false, colleague: true, app: false, session: false });
    const { client, refresh_token: token } = own.connected;
    expect((await refresh(own.server, { client, token })).json().error).toBe("invalid_grant");
    expect((await exchange(own.server, pending)).json().error).toBe("invalid_grant");
    await own.other.api.ok("listContacts");
  });

  it("stays after a change of the password, or ends with it on request", async () => {
    const own = await withAccess();
    await own.admin.ok("changePassword", { body: { password, newPassword: fresh } });
    expect(await working(own)).toEqual(all);
    const change = { password: fresh, newPassword: `${fresh} again`, endAccess: true };
    const wrong = { ...change, password: "wrong" };
    expect(await own.admin.refused("changePassword", { body: wrong })).toMatchObject({ message: "password" });
    expect(await working(own)).toEqual(all);
    await own.admin.ok("changePassword", { body: change });
    expect(await working(own)).toEqual({ own: false, elsewhere: false, colleague: true, app: false, session: true });
    expect(await own.admin.ok("listOwnAccess")).toEqual({ apps: [], apiKeys: [] });
  });

  it("that a request is about to open when the password is reset, does not open or is ended", async () => {
    const own = await withAccess();
    const keyBody = { name: "Late", roles: ["analyst"], scope: "read", validDays: 1 };
    const [created] = await Promise.all([own.admin.call("createApiKey", { body: keyBody }), reset(own)]);
    expect([201, 401]).toContain(created.status);
    const [left] = await own.ctx.db.sql`
      select from api_key where tenant_id = ${own.tenantId} and created_by = ${own.member} and revoked_at is null`;
    expect(left).toBeUndefined();
  });
});
