import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aConnectedApp, refresh } from "../../../tests/harness/factories/oauth.ts";
import { createApi } from "../../../tests/harness/servers/api-client.ts";
import { adminEmail, adminHeaders, password, signInHeaders } from "../../../tests/harness/servers/sign-in.ts";
import { addMember } from "../members/members.ts";
import { authenticateAccessToken } from "./access.ts";
import { deleteExpiredOAuthData } from "./jobs.ts";

const host = "127.0.0.1:8080";

const requestAccess = (own: TestCompany, token: string, at = host) =>
  authenticateAccessToken({ ...own.app.services, db: own.app.db }, token, at);

async function withAdmin() {
  const own = await company();
  const headers = await adminHeaders(own);
  return { ...own, headers, admin: createApi(own.server, own.tenant, headers) };
}

async function aMember(own: TestCompany, roles: string[]) {
  const email = anEmail();
  const id = await addMember(own.app.db, own.tenantId, { email, password, roles, at: own.clock.now() });
  const headers = await signInHeaders(own.server, email);
  return { id, email, headers, api: createApi(own.server, own.tenant, headers) };
}

const missing = { status: 404, code: "not_found", message: "connected_app", params: {} };

describe("connected apps", () => {
  it("are listed once the code was exchanged, and disconnected at once", async () => {
    holdClock();
    const own = await withAdmin();
    expect(await own.admin.ok("listConnectedApps")).toEqual({ items: [] });
    const { access_token: token, client, refresh_token: refreshToken } = await aConnectedApp(own, { scope: "full" });
    const { items } = await own.admin.ok("listConnectedApps");
    const createdAt = own.clock.now().toISOString();
    const member = { id: own.member, email: await adminEmail(own) };
    const [app] = items;
    expect(items).toEqual([{ id: app?.id, name: "Assistant", scope: "full", createdAt, lastUsedAt: null, member }]);
    expect(await requestAccess(own, token)).toBeDefined();
    const used = (await own.admin.ok("listConnectedApps")).items[0];
    expect(used?.lastUsedAt).toBe(createdAt);
    await own.admin.ok("disconnectApp", { params: { id: app?.id ?? "" } });
    expect(await requestAccess(own, token)).toBeUndefined();
    expect((await refresh(own.server, { client, token: refreshToken })).json().error).toBe("invalid_grant");
    expect(await own.admin.ok("listConnectedApps")).toEqual({ items: [] });
    expect(await own.admin.refused("disconnectApp", { params: { id: app?.id ?? "" } })).toEqual(missing);
  });

  it("of others are visible to administrators only, whatever the module", async () => {
    const own = await withAdmin();
    const accountant = await aMember(own, ["accountant"]);
    await aConnectedApp(own);
    await aConnectedApp(own, { cookie: accountant.headers.cookie });
    const all = (await own.admin.ok("listConnectedApps")).items;
    expect(all.map(({ member }) => member.id)).toEqual([own.member, accountant.id]);
    const visible = (await accountant.api.ok("listConnectedApps")).items;
    expect(visible.map(({ member }) => member)).toEqual([{ id: accountant.id, email: accountant.email }]);
    const [admins, accountants] = all.map(({ id }) => ({ params: { id } }));
    expect(await accountant.api.refused("disconnectApp", admins)).toEqual(missing);
    await accountant.api.ok("disconnectApp", accountants);
    expect((await own.admin.ok("listConnectedApps")).items.length).toBe(1);
  });

  it("of another company cannot be disconnected", async () => {
    const [own, other] = [await withAdmin(), await withAdmin()];
    const { access_token: token } = await aConnectedApp(other);
    const [app] = (await other.admin.ok("listConnectedApps")).items;
    expect(await own.admin.refused("disconnectApp", { params: { id: app?.id ?? "" } })).toEqual(missing);
    expect(await requestAccess(other, token)).toBeDefined();
  });

  it("disappear when the refresh token expires", async () => {
    const own = await withAdmin();
    await aConnectedApp(own);
    own.clock.advance(2_592_000_000);
    const admin = createApi(own.server, own.tenant, await adminHeaders(own));
    expect(await admin.ok("listConnectedApps")).toEqual({ items: [] });
  });
});

describe("an access token", () => {
  it("gives company, member, roles, scope, client and grant", async () => {
    const own = await withAdmin();
    const { access_token: token, client } = await aConnectedApp(own);
    const [app] = (await own.admin.ok("listConnectedApps")).items;
    expect(await requestAccess(own, token)).toEqual({
      company: own.ctx.company,
      memberId: own.member,
      personId: expect.stringMatching(/^\d+$/),
      roles: ["account_admin"],
      scope: "read",
      grantId: app?.id,
      client: { id: client.client_id, name: "Assistant" },
    });
  });

  it("of one host is invalid on the other", async () => {
    const own = await withAdmin();
    const { access_token: first } = await aConnectedApp(own);
    const headers = { host: "localhost:8080" };
    const { access_token: second } = await aConnectedApp(own, { headers });
    expect([await requestAccess(own, first), await requestAccess(own, second, headers.host)]).not.toContain(undefined);
    expect([await requestAccess(own, first, headers.host), await requestAccess(own, second)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each(["", "pso_", `pso_${"x".repeat(43)}`, "pso_\0", `pst_${"x".repeat(43)}`])("is not %j", async (token) => {
    expect(await requestAccess(await company(), token)).toBeUndefined();
  });

  it("has the present roles of its member", async () => {
    const own = await withAdmin();
    const member = await aMember(own, ["marketing_manager"]);
    const { access_token: token } = await aConnectedApp(own, { cookie: member.headers.cookie, scope: "full" });
    expect((await requestAccess(own, token))?.roles).toEqual(["marketing_manager"]);
    await own.admin.ok("updateMember", { params: { id: member.id }, body: { roles: ["analyst"] } });
    expect((await requestAccess(own, token))?.roles).toEqual(["analyst"]);
  });

  it("ends when its member leaves, and stays ended when they return", async () => {
    const own = await withAdmin();
    const member = await aMember(own, ["marketing_manager"]);
    const { access_token: token } = await aConnectedApp(own, { cookie: member.headers.cookie });
    await own.admin.ok("removeMember", { params: { id: member.id } });
    expect(await requestAccess(own, token)).toBeUndefined();
    await addMember(own.app.db, own.tenantId, {
      email: member.email,
      password,
      roles: ["account_admin"],
      at: own.clock.now(),
    });
    expect(await requestAccess(own, token)).toBeUndefined();
  });

  it("is invalid while the company requires a second factor that its member lacks", async () => {
    const own = await withAdmin();
    const { access_token: token, client, refresh_token: refreshToken } = await aConnectedApp(own);
    await own.app.db.sql`update company set require_two_factor = true where tenant_id = ${own.tenantId}`;
    expect(await requestAccess(own, token)).toBeUndefined();
    expect((await refresh(own.server, { client, token: refreshToken })).json().error).toBe("invalid_grant");
  });
});

it("the cleanup deletes what expired and keeps what is in use", async () => {
  const own = await withAdmin();
  const used = await aConnectedApp(own);
  const count = async () => {
    const [row] = await own.app.db.sql<{ tokens: number; lookups: number; grants: number; clients: number }[]>`
      select (select count(*)::int from oauth_token where tenant_id = ${own.tenantId}) as tokens,
        (select count(*)::int from oauth_token_lookup where tenant_id = ${own.tenantId}) as lookups,
        (select count(*)::int from oauth_grant where tenant_id = ${own.tenantId}) as grants,
        (select count(*)::int from oauth_client where client_id = ${used.client.client_id}) as clients`;
    return row;
  };
  own.clock.advance(3_600_000);
  await deleteExpiredOAuthData(own.app.db, own.clock);
  expect(await count()).toEqual({ tokens: 1, lookups: 1, grants: 1, clients: 1 });
  own.clock.advance(40 * 86_400_000);
  await deleteExpiredOAuthData(own.app.db, own.clock);
  expect(await count()).toEqual({ tokens: 0, lookups: 0, grants: 1, clients: 1 });
});
